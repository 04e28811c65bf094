import { describe, expect, it } from 'vitest'
import { CookieJar } from '../../../pipelines/fetch/cookies.ts'

describe('a cookie jar', () => {
  const sent = (lines: string[], to: string) => {
    const jar = new CookieJar()
    jar.keep(new URL('https://www.bank.gov.xx/rates/form'), lines)
    return jar.headerFor(new URL(to))
  }

  it.each([
    ['a=1', 'https://www.bank.gov.xx/rates/other', 'a=1'],
    ['a=1', 'https://www.bank.gov.xx/rates', 'a=1'],
    ['a=1', 'https://www.bank.gov.xx/ratesheet', undefined],
    ['a=1; Path=/', 'https://www.bank.gov.xx/', 'a=1'],
    ['a=1; Path=/', 'https://api.bank.gov.xx/', undefined],
    ['a=1; Path=/; Domain=.bank.gov.xx', 'https://api.bank.gov.xx/', 'a=1'],
    ['a=1; Path=/; Domain=gov.xx', 'https://www.bank.gov.xx/', undefined],
    ['a=1; Path=/; Domain=other.example', 'https://other.example/', undefined],
    ['a=1; Path=/; Secure', 'http://www.bank.gov.xx/', undefined],
    ['a=b=c ; Path=/', 'https://www.bank.gov.xx/', 'a=b=c'],
    ['a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'https://www.bank.gov.xx/', undefined],
    ['a=1; Path=/; Max-Age=3600; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'https://www.bank.gov.xx/', 'a=1'],
    ['nothing', 'https://www.bank.gov.xx/', undefined]
  ])('sends %s to %s: %s', (line, to, expected) => {
    expect(sent([line], to)).toBe(expected)
  })

  it('keeps the newest cookie of a name and path, and sends the longest path first', () => {
    expect(sent(['a=1; Path=/', 'a=2; Path=/', 'a=3; Path=/rates'], 'https://www.bank.gov.xx/rates/')).toBe('a=3; a=2')
    expect(sent(['a=1; Path=/', 'a=; Path=/; Max-Age=0'], 'https://www.bank.gov.xx/')).toBeUndefined()
  })
})

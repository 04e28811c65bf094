import { validate } from 'node-cron'
import { describe, expect, it } from 'vitest'
import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { isDate } from '../../adapters/kit/dates.ts'
import { RATE_TYPES } from '../../adapters/kit/rate-types.ts'
import { loadSources } from '../../adapters/registry.ts'
import { defineSource } from '../../adapters/source.ts'
import { PLACEHOLDERS } from '../../tools/scaffold/scaffold.ts'
import { COMPOSITE } from '../../pipelines/load/sources.ts'

const sources = await loadSources()

describe.each(sources)('$code', (source) => {
  it('has a valid schedule, home currency, first day and credentials', () => {
    expect(validate(source.schedule)).toBe(true)
    expect(Object.hasOwn(CURRENCIES, source.homeCurrency)).toBe(true)
    expect(isDate(source.historyFrom)).toBe(true)
    for (const { where } of source.credentials ?? []) expect(URL.canParse(where)).toBe(true)
  })

  it('has a completed identity', () => {
    for (const placeholder of PLACEHOLDERS)
      expect(JSON.stringify(source), 'replace what "source new" wrote').not.toContain(placeholder)
  })

  it.each(source.rateTypes)('describes its rate type %s', (type) => {
    expect(RATE_TYPES, `adapters/kit/rate-types.ts needs a line for ${type}`).toHaveProperty(type)
  })
})

it.each(Object.keys(RATE_TYPES))('has a source with the rate type %s', (type) => {
  const users = [...sources, COMPOSITE].filter(({ rateTypes }) => rateTypes.includes(type))
  expect(users, `no source has ${type}: take it out of adapters/kit/rate-types.ts`).not.toEqual([])
})

it('lists rate types in the order of their names, each with one sentence', () => {
  expect(Object.keys(RATE_TYPES)).toEqual(Object.keys(RATE_TYPES).sort())
  for (const text of Object.values(RATE_TYPES)) expect(text).toMatch(/^[A-Z].*\.$/)
})

it.each([
  ['code', 'X', 'code must be 2 to 20'],
  ['code', 'composite', 'code must be 2 to 20 characters of a-z, 0-9, _ and -, and not a reserved name'],
  ['country', 'Norway', 'country must be a two-letter code in upper case'],
  ['homeCurrency', 'kr', 'homeCurrency must be an ISO 4217 code'],
  ['rateTypes', [], 'rateTypes must be at least one'],
  ['pairs', [[40, 30]], 'pairs must be ranges of numbers of pairs, such as [[30, 40]], not [[40,30]]'],
  ['closingDays', ['5 May'], 'closingDays must be days such as ["05-01", "friday from 06-19"'],
  ['closingDays', ['friday from 13-19'], 'closingDays must be days'],
  ['sourceUrl', 'here', 'sourceUrl must be a URL'],
  ['timezone', 'Mars/Olympus', 'timezone must be an IANA time zone'],
  ['schedule', 'daily', 'schedule must be a cron expression'],
  ['historyFrom', 'long ago', 'historyFrom must be an ISO date']
])('refuses a source with a wrong %s when it is loaded', (field, value, message) => {
  expect(() => defineSource({ ...sources[0]!, [field]: value })).toThrow(message)
})

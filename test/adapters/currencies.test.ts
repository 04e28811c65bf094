import { describe, expect, it } from 'vitest'
import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { ISO_4217, PUBLISHED } from '../../adapters/kit/currency-facts.ts'
import { checkRows } from '../../pipelines/load/check.ts'
import { currencyFacts } from '../../tools/catalogue/currency-facts.ts'

const byCode = new Map(ISO_4217.map((it) => [it.code, it]))
const current = ISO_4217.filter(({ withdrawn }) => withdrawn === null)

describe('ISO 4217', () => {
  it('has the lists of January 2026, each code once and in order', () => {
    expect(PUBLISHED).toEqual({ listOne: '2026-01-01', listThree: '2026-01-01' })
    // List three has 137 codes, of which eight are also in list one, such as EUR, which Serbia no longer uses.
    expect([ISO_4217.length, current.length]).toEqual([178 + 137 - 8, 178])
    expect(ISO_4217.map(({ code }) => code)).toEqual([...byCode.keys()].sort())
  })

  it('has the decimal places of the standard', () => {
    const withUnits = (units: number | null) => current.filter(({ minorUnits }) => minorUnits === units).length
    expect([0, 2, 3, 4, null].map(withUnits)).toEqual([17, 139, 7, 2, 13])
    expect(['JPY', 'EUR', 'KWD', 'CLF', 'XAU', 'XDR'].map((code) => byCode.get(code)!.minorUnits)).toEqual([
      0,
      2,
      3,
      4,
      null,
      null
    ])
  })

  it('has no duplicate numeric code among current currencies', () => {
    const numbers = current.map(({ numeric }) => numeric)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(['XAG', 'XAU', 'XDR', 'XPT', 'XPD', 'USD', 'ALL'].map((code) => byCode.get(code)!.numeric)).toEqual([
      '961',
      '959',
      '960',
      '962',
      '964',
      '840',
      '008'
    ])
  })

  // prettier-ignore
  it.each([
    ['ZWN', '2006-09'], ['ZWR', '2009-06'], ['ZWL', '2024-09'], ['ROK', '1989 to 1990'], ['ROL', '2005-06'],
    ['GHP', '2007-06'], ['GHC', '2008-01'], ['UYN', '1989-12'], ['YUM', '2003-07'], ['TRL', '2005-12'],
    ['RUR', '2004-01'], ['SUR', '1990-12'], ['BYB', '2001-01'], ['BYR', '2017-01'], ['CSK', '1993-03'],
    ['XEU', '1999-01'], ['DEM', '2002-03'], ['HRK', '2023-01'], ['BGN', '2026-01']
  ])('lists %s as withdrawn in %s, and accepts a rate in it', (code, withdrawn) => {
    expect(byCode.get(code)!.withdrawn).toBe(withdrawn)
    expect(badOf(code)).toEqual([])
  })
})

const badOf = (base: string) =>
  checkRows(
    [{ date: '1985-05-03', base, quote: 'XDR', type: 'mid', value: '1.5' }],
    { rateTypes: ['mid'], cadence: 'daily', dated: 'made' },
    '2026-11-20'
  ).bad.map(({ reason }) => reason)

describe('the codes that a rate may have', () => {
  it('include the standard’s codes without the test and no-currency codes, plus the offshore yuan', () => {
    const others = Object.keys(CURRENCIES).filter((code) => !byCode.has(code))
    expect(others).toEqual(['CNH'])
    expect(ISO_4217.map(({ code }) => code).filter((code) => !Object.hasOwn(CURRENCIES, code))).toEqual(['XTS', 'XXX'])
    expect(badOf('CNH')).toEqual([])
  })

  it.each(['XXX', 'XTS', 'BTC', 'RMB', 'YUR', 'usd', 'US', ''])('refuses %j', (code) => {
    expect(badOf(code)).toEqual(['the base is not an ISO 4217 currency code'])
  })

  it.each([
    ['EUR', 'Euro'],
    ['BAM', 'Bosnia-Herzegovina Convertible Mark'],
    ['VED', 'Bolívar Soberano'],
    ['XAD', 'Arab Accounting Dinar'],
    ['ROK', 'Leu A/52']
  ])('include %s with the name %s', (code, name) => {
    expect(CURRENCIES[code]).toBe(name)
  })
})

describe('the facts generated from the lists', () => {
  const entry = (tag: string, fields: Record<string, string>) =>
    `<${tag}>${Object.entries({ CtryNm: 'A', ...fields })
      .map(([name, text]) => `<${name}>${text}</${name}>`)
      .join('')}</${tag}>`
  const listOne = (...entries: Array<Record<string, string>>) =>
    `<ISO_4217 Pblshd="2026-01-01"><CcyTbl>${entries.map((it) => entry('CcyNtry', it)).join('')}</CcyTbl></ISO_4217>`
  const listThree = (...entries: Array<Record<string, string>>) =>
    `<ISO_4217 Pblshd="2025-06-01"><HstrcCcyTbl>${entries.map((it) => entry('HstrcCcyNtry', it)).join('')}</HstrcCcyTbl></ISO_4217>`
  const euro = { CcyNm: 'Euro', Ccy: 'EUR', CcyNbr: '978', CcyMnrUnts: '2' }
  const facts = {
    dates: 'code,first,last,successor\nHRK,1994-05-30,2023-01-14,EUR\n',
    redenominations: 'former,successor,date,ratio,source\nHRK,EUR,2023-01-01,7.53450,an act\n',
    pegs: 'currency,anchor,verified\nHRK,EUR,no\n',
    regimes: 'currency,note\n'
  }
  const written = (one: string, three: string, names = {}, tables = facts) => currencyFacts(one, three, names, tables)

  it('contain each code once: current codes as current, historical codes with their last withdrawal', () => {
    const one = listOne(
      euro,
      euro,
      { CcyNm: 'No universal currency' },
      {
        CcyNm: 'Gold',
        Ccy: 'XAU',
        CcyNbr: '959',
        CcyMnrUnts: 'N.A.'
      }
    )
    const three = listThree(
      { CcyNm: 'Euro', Ccy: 'EUR', CcyNbr: '978', WthdrwlDt: '2006-10' },
      { CcyNm: 'Kuna', Ccy: 'HRK', CcyNbr: '191', WthdrwlDt: '2023-01' },
      { CcyNm: 'Croatian  Kuna', Ccy: 'HRK', CcyNbr: '191', WthdrwlDt: '2015-06' },
      { CcyNm: "People's Franc", Ccy: 'XFO', WthdrwlDt: '1989 to 1990' }
    )
    expect(JSON.parse(written(one, three, { EUR: { displayName: 'The Euro' } }))).toEqual({
      published: { listOne: '2026-01-01', listThree: '2025-06-01' },
      currencies: [
        {
          code: 'EUR',
          numeric: '978',
          minorUnits: 2,
          name: 'The Euro',
          withdrawn: null,
          first: null,
          last: null,
          successor: null
        },
        {
          code: 'HRK',
          numeric: '191',
          minorUnits: null,
          name: 'Kuna',
          withdrawn: '2023-01',
          first: '1994-05-30',
          last: '2023-01-14',
          successor: 'EUR'
        },
        {
          code: 'XAU',
          numeric: '959',
          minorUnits: null,
          name: 'Gold',
          withdrawn: null,
          first: null,
          last: null,
          successor: null
        },
        {
          code: 'XFO',
          numeric: null,
          minorUnits: null,
          name: "People's Franc",
          withdrawn: '1989 to 1990',
          first: null,
          last: null,
          successor: null
        }
      ],
      redenominations: [{ former: 'HRK', successor: 'EUR', date: '2023-01-01', ratio: '7.53450', source: 'an act' }],
      pegs: [{ currency: 'HRK', anchor: 'EUR', verified: false }],
      regimes: []
    })
  })

  it('are refused if a list contradicts itself or has another format', () => {
    expect(() => written(listOne(euro, { ...euro, CcyMnrUnts: '3' }), listThree(), {})).toThrow(
      'two conflicting entries for EUR'
    )
    expect(() => written(listThree(), listThree(), {})).toThrow('CcyTbl')
    expect(() => written(listOne(euro), listThree(), {}, { ...facts, regimes: 'currency,note\nABC,x\n' })).toThrow(
      'expected a code of ISO 4217, found HRK'
    )
    expect(() => written('<html></html>', listThree(), {})).toThrow('ISO_4217')
  })
})

import { z } from 'zod'
import {
  addDays,
  againstCopy,
  codeOn,
  documentsAt,
  readCount,
  readDate,
  readDecimal,
  requestedBetween,
  spansOf,
  writeDate
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const Tables = z
  .array(
    z.object({
      exchangedate: z.string(),
      cc: z.string(),
      rate: z.string(),
      units: z.string(),
      rate_per_unit: z.string().optional()
    })
  )
  .min(1)

// The first days on which a code denotes a new unit. From these days on, old codes are printed for 100 new units,
// whatever number the document prints.
const SWITCHED = {
  AZN: '2006-01-06',
  BGN: '1999-08-01',
  RON: '2005-07-01',
  RUB: '1999-01-04',
  TJS: '2000-10-30',
  TMT: '2009-01-06',
  TRY: '2005-01-06'
}
const HUNDREDS: Record<string, string> = {
  AZM: '2006-01-06',
  BGL: '2000-01-01',
  ROL: '2005-07-01',
  TMM: '2009-01-06',
  TRL: '2005-01-06'
}
const MISNAMED: Record<string, string> = { ZAL: 'TJS' }

const compact = (date: string) => writeDate(date, 'YYYYMMDD')

export default defineSource({
  code: 'nbu',
  name: 'National Bank of Ukraine',
  country: 'UA',
  homeCurrency: 'UAH',
  kind: 'central_bank',
  rateTypes: ['official'],
  pairs: [[38, 52]],
  sourceUrl: 'https://bank.gov.ua/en/markets/exchangerates',
  termsUrl: 'https://bank.gov.ua/en/useterms',
  timezone: 'Europe/Kyiv',
  schedule: '5 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '1999-01-04',
  dated: 'effective',
  publishes: '16:00',
  notes:
    'On weekends the publisher repeats the table before. Until 2014 new units are printed under old codes (AZM, ' +
    'BGL, ROL, RUR, TMM, TRL), and the somoni as ZAL; they are stored under their own, per 100 where the document ' +
    'says 1,000 or 10,000. Only a few days show that the manats of Azerbaijan and Turkmenistan and the leu were ' +
    'printed per 100.',
  verified: 'recording',

  requested: requestedBetween('start', 'end', 'YYYYMMDD'),

  // Tomorrow's table is published in the afternoon.
  fetch: documentsAt((window) =>
    spansOf({ ...window, to: addDays(window.to, 1) }, 365).map(({ from, to }) => {
      return `https://bank.gov.ua/NBU_Exchange/exchange_site?start=${compact(from)}&end=${compact(to)}&sort=exchangedate&order=asc&json`
    })
  ),

  parse(publication) {
    return readJson(publication, Tables).map(({ exchangedate, cc, rate, units, rate_per_unit: perUnit }) => {
      const [value, unit] = [readDecimal(rate), readCount(units)]
      const date = readDate(exchangedate, 'DD.MM.YYYY')
      const base = codeOn(MISNAMED[cc] ?? cc, date, SWITCHED)
      return {
        date,
        base,
        quote: 'UAH',
        type: 'official',
        value,
        unit: date >= (HUNDREDS[cc] ?? '9999') ? 100 : unit,
        contradicted: againstCopy(value, perUnit, unit)
      }
    })
  }
})

import { z } from 'zod'
import {
  addDays,
  checkSubject,
  daysBetween,
  daysIn,
  isDate,
  readCount,
  readDecimal,
  requestedBetween,
  requestedFor
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, type Http, type Publication, type Row, type Window } from './source.ts'

const RATES = 'https://api.nbrb.by/exrates/rates'
const SET_DAILY = 0

// The series of one currency, by its number, which changes with the unit. The numbers and units below are valid from
// this day.
const DYNAMICS = `${RATES}/dynamics/`
const SERIES_FROM = '2021-07-09'
const FEW_DAYS = 15 // up to this many days, one request per day takes fewer requests
// prettier-ignore
const UNITS: Record<string, string> = {
  371: '1 CAD', 394: '1 KWD', 421: '1 SGD', 426: '1 CHF', 429: '1 GBP', 431: '1 USD', 440: '1 AUD', 448: '1 NZD',
  449: '100 UAH', 450: '10 DKK', 451: '1 EUR', 452: '10 PLN', 453: '100 ISK', 454: '10 MDL', 455: '10 NOK',
  456: '100 RUB', 457: '1 XDR', 458: '100 KGS', 459: '1000 KZT', 460: '10 TRY', 461: '100000 IRR', 462: '10 CNY',
  463: '100 CZK', 464: '10 SEK', 508: '100 JPY', 510: '1000 AMD', 511: '100 INR', 512: '100000 VND', 513: '10 AED',
  514: '10 BRL'
}

const Day = z
  .string()
  .endsWith('T00:00:00')
  .transform((time) => time.slice(0, 10))
  .refine(isDate, 'no such day')
const Series = z.array(z.object({ Cur_ID: z.string(), Date: Day, Cur_OfficialRate: z.string() }))
const Table = z.array(
  z.object({
    Cur_ID: z.string().optional(),
    Date: Day,
    Cur_Abbreviation: z.string(),
    Cur_Scale: z.string(),
    Cur_OfficialRate: z.string()
  })
)

async function* series({ from, to }: Window, http: Http) {
  const table = await http.get(`${RATES}?periodicity=${SET_DAILY}`)
  yield table
  for (const { Cur_ID: number } of readJson(table, Table))
    yield await http.get(`${DYNAMICS}${number}?startDate=${from}&endDate=${to}`)
}

async function* tables({ from, to }: Window, http: Http) {
  // Tomorrow's table is published this afternoon.
  for (const date of daysIn({ from, to: addDays(to, 1) })) {
    const table = await http.find(`${RATES}?ondate=${date}&periodicity=${SET_DAILY}`)
    if (table) yield table
  }
}

function readSeries(publication: Publication): Row[] {
  return readJson(publication, Series).map(({ Cur_ID: number, Date: date, Cur_OfficialRate: printed }) => {
    checkSubject(/\/(\d+)\?/.exec(publication.request.url)?.[1] ?? '', number)
    const [unit = '', base = number] = UNITS[number]?.split(' ') ?? []
    return { date, base, quote: 'BYN', type: 'official', value: readDecimal(printed), unit: readCount(unit) }
  })
}

export default defineSource({
  code: 'nbrb',
  name: 'National Bank of the Republic of Belarus',
  country: 'BY',
  homeCurrency: 'BYN',
  kind: 'central_bank',
  rateTypes: ['official'],
  pairs: [
    [1, 1],
    [25, 35]
  ],
  sourceUrl: 'https://www.nbrb.by/engl/statistics/rates/ratesdaily.asp',
  timezone: 'Europe/Minsk',
  schedule: '0 14 * * 1-5',
  cadence: 'daily',
  historyFrom: '2016-07-01',
  dated: 'effective',
  notes:
    'Every calendar day has rates; weekends repeat the last table. Rates before the new rouble of July 2016, ' +
    'and the monthly rates of other currencies, are left out.',
  verified: 'recording',
  backfillDays: 30, // one request a day

  requested: (publication) => ({
    ...requestedFor('ondate')(publication),
    ...requestedBetween('startDate', 'endDate')(publication)
  }),

  fetch(window, http) {
    if (window.from < SERIES_FROM || daysBetween(window.from, window.to) <= FEW_DAYS) return tables(window, http)
    return http.firstOf(
      () => series(window, http),
      () => tables(window, http)
    )
  },

  parse(publication) {
    if (publication.request.url.startsWith(DYNAMICS)) return readSeries(publication)
    return readJson(publication, Table).map((rate) => {
      return {
        date: rate.Date,
        base: rate.Cur_Abbreviation,
        quote: 'BYN',
        type: 'official',
        value: readDecimal(rate.Cur_OfficialRate),
        unit: readCount(rate.Cur_Scale)
      }
    })
  }
})

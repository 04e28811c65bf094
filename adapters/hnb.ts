import { z } from 'zod'
import { addDays, figuresOf, readCount, readDecimal, requestedBetween, spansOf } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, type Http, type Publication, type Row, type Window } from './source.ts'

const EURO_LISTS = 'https://api.hnb.hr/tecajn-eur/v3'
const KUNA_LISTS = 'https://api.hnb.hr/tecajn/v2'
const FIRST_EURO_DAY = '2023-01-01'
const LAST_KUNA_DAY = '2022-12-31'

const NEW = ['datum-primjene-od', 'datum-primjene-do'] as const
const OLD = ['datum-od', 'datum-do'] as const // the parameters of requests for kuna lists

const NO_RATE = /^0,0*$/ // a rate type that a currency does not have, such as the buying and selling rates of the SDR

const figures = { valuta: z.string(), srednji_tecaj: z.string(), kupovni_tecaj: z.string(), prodajni_tecaj: z.string() }
const EuroLists = z.array(z.object({ ...figures, datum_primjene: z.iso.date() }))
const KunaLists = z.array(
  z
    .object({
      ...figures,
      jedinica: z.string(),
      datum: z.iso.date().optional(),
      datum_primjene: z.iso.date().optional()
    })
    .transform(({ datum, datum_primjene: since, ...it }, context) => {
      const date = since ?? datum // older answers have `datum_primjene`, newer ones `datum`
      if (date) return { ...it, date }
      context.addIssue('datum_primjene or datum')
      return z.NEVER
    })
)

const FIGURES = { srednji_tecaj: 'middle', kupovni_tecaj: 'buy', prodajni_tecaj: 'sell' } as const

function readFigures(list: Record<keyof typeof FIGURES, string>, day: Omit<Row, 'type' | 'value'>): Row[] {
  return figuresOf(FIGURES, (field) => list[field], NO_RATE).map(({ type, printed }) => ({
    ...day,
    type,
    value: readDecimal(printed, ',')
  }))
}

async function* lists(http: Http, address: string, { from, to }: Window, [first, last]: typeof NEW | typeof OLD) {
  yield await http.get(`${address}?${first}=${from}&${last}=${to}`)
}

function readLists(publication: Publication): Row[] {
  if (publication.request.url.startsWith(EURO_LISTS)) {
    return readJson(publication, EuroLists).flatMap((it) =>
      readFigures(it, { date: it.datum_primjene, base: 'EUR', quote: it.valuta })
    )
  }
  return readJson(publication, KunaLists).flatMap((it) =>
    readFigures(it, { date: it.date, base: it.valuta, quote: 'HRK', unit: readCount(it.jedinica) })
  )
}

export default defineSource({
  code: 'hnb',
  name: 'Croatian National Bank',
  country: 'HR',
  homeCurrency: 'EUR',
  kind: 'central_bank',
  rateTypes: ['middle', 'buy', 'sell'],
  pairs: [[10, 16]],
  sourceUrl: 'https://www.hnb.hr/en/core-functions/monetary-policy/exchange-rate-list/exchange-rate-list',
  timezone: 'Europe/Zagreb',
  schedule: '5 15 * * 1-5',
  cadence: 'daily',
  historyFrom: '1994-05-30',
  dated: 'effective',
  publishes: '15:00',
  notes:
    'Since 2023 in foreign currency per euro, so the buying rate is the larger figure; until 2022 in kuna per ' +
    '1 or 100 units of foreign currency.',
  unread: {
    '$.broj_tecajnice': 'the number of the table'
  },
  verified: 'recording',

  // The service answers a request with unknown parameters with the last list.
  requested: (publication) => ({ ...requestedBetween(...OLD)(publication), ...requestedBetween(...NEW)(publication) }),

  async *fetch({ from, to, today }, http) {
    if (from <= LAST_KUNA_DAY) {
      const last = to < LAST_KUNA_DAY ? to : LAST_KUNA_DAY
      for (const span of spansOf({ from, to: last, today }, 366))
        yield* http.firstOf(
          () => lists(http, KUNA_LISTS, span, NEW),
          () => lists(http, KUNA_LISTS, span, OLD)
        )
    }
    // A list is published before the days on which it is valid, Monday's on a Friday.
    const euro = { from: from < FIRST_EURO_DAY ? FIRST_EURO_DAY : from, to: addDays(to, 5), today }
    if (to >= FIRST_EURO_DAY) for (const span of spansOf(euro, 90)) yield* lists(http, EURO_LISTS, span, NEW)
  },

  parse: readLists
})

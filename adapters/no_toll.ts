import { z } from 'zod'
import { atLeastOne, daysBetween, readCount, readDecimal, skip } from './kit/index.ts'
import { printedNumber, readJson, readTypedJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const PORTAL = 'https://data.toll.no/api/3/action/package_show'
const CURRENT = 'valutakurs'
const HISTORY = 'valutakurs_historisk'
const RECENT_DAYS = 30

const JSON_FORMAT = /^json$/i
const ITSELF = 'NOK'
const OPEN_END = '' // a rate that is valid until another is set

const Package = z.object({ result: z.object({ resources: z.array(z.object({ url: z.url(), format: z.string() })) }) })
const Rates = z.object({
  omregningskurser: z
    .array(
      z.object({
        valutakode: z.string(),
        fomdato: z.iso.date(),
        tomdato: z.string(),
        valutakurs: z.string().regex(/^\d+(,\d+)?$/), // a point would be ambiguous
        omregningsenhet: z.union([printedNumber, z.string()])
      })
    )
    .nonempty()
})

export default defineSource({
  code: 'no_toll',
  name: 'Norwegian Customs (Tolletaten)',
  country: 'NO',
  homeCurrency: 'NOK',
  kind: 'customs_authority',
  rateTypes: ['customs'],
  pairs: [[1, 50]],
  sourceUrl: 'https://data.toll.no/dataset/valutakurs',
  termsUrl: 'https://creativecommons.org/licenses/by/4.0/',
  timezone: 'Europe/Oslo',
  schedule: '0 8 * * 1-5',
  cadence: 'weekly',
  historyFrom: '2022-01-31',
  dated: 'effective',
  terms: 'Creative Commons Attribution 4.0; the publisher asks to be named.',
  notes:
    'A rate is valid from Monday to Sunday. After a large move within the week, a row with a later day replaces it.',
  verified: 'description',
  backfillDays: 20_000, // the history is one document

  async *fetch({ from, today }, http) {
    for (const id of daysBetween(from, today) > RECENT_DAYS ? [HISTORY, CURRENT] : [CURRENT]) {
      const { resources } = readJson(await http.get(`${PORTAL}?id=${id}`), Package).result
      for (const { url } of atLeastOne(
        resources.filter(({ format }) => JSON_FORMAT.test(format)),
        `file of ${id} in JSON`
      ))
        yield await http.get(url)
    }
  },

  parse(publication) {
    const rates = skip(
      readTypedJson(publication, Rates).omregningskurser,
      'the krone in kroner',
      ({ valutakode }) => valutakode === ITSELF
    )
    return rates.map(({ valutakode, fomdato, tomdato, valutakurs, omregningsenhet }) => ({
      date: fomdato,
      base: valutakode,
      quote: 'NOK',
      type: 'customs',
      value: readDecimal(valutakurs, ','),
      unit: readCount(omregningsenhet),
      validFrom: fomdato,
      ...(tomdato === OPEN_END ? {} : { validTo: tomdato })
    }))
  }
})

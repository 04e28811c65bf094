import { z } from 'zod'
import { codeOn, documentFor, partsOf, readDecimal, requestedAt, skip, spansOf } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const GROUP = 'https://api.riksbank.se/swea/v1/Observations/ByGroup/130' // currencies against the krona

const KRONA = 'SEKETT' // the krona against itself, always 1
const SERIES = /^SEK(.+)PMI$/
const FIRST_EUROS = '1999-01-04' // earlier days of the euro's series are for the ECU

// A currency without a rate on that day.
const NO_RATE = new Set(['null', '0', '0.0'])

const Observations = z
  .array(
    z.object({
      seriesId: z.string(),
      date: z.iso.date(),
      value: z.string().nullable().transform(String)
    })
  )
  .min(1)

function currencyOf(seriesId: string, date: string): string {
  const [currency = ''] = partsOf(seriesId, SERIES, 'a series such as SEKUSDPMI')
  return currency === 'EUR' && date < FIRST_EUROS ? 'XEU' : codeOn(currency, date, { RUB: '1998-01-01' })
}

const LONGEST_GAP = 14 // days without a rate

export default defineSource({
  code: 'riksbank',
  name: 'Sveriges Riksbank',
  country: 'SE',
  homeCurrency: 'SEK',
  kind: 'central_bank',
  rateTypes: ['mid'],
  pairs: [[24, 34]],
  sourceUrl:
    'https://www.riksbank.se/en-gb/statistics/interest-rates-and-exchange-rates/search-interest-rates-and-exchange-rates/',
  termsUrl: 'https://www.riksbank.se/en-gb/about-the-website/terms-of-use/',
  timezone: 'Europe/Stockholm',
  schedule: '30 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '1993-01-04',
  dated: 'made',
  publishes: '16:30',
  // prettier-ignore
  closingDays: [
    '01-01', '01-06', 'easter-2', 'easter+1', '05-01', 'easter+39', '06-06', 'friday from 06-19',
    '12-24', '12-25', '12-26', '12-31'
  ],
  notes:
    'Before 4 January 1999 the series of the euro is that of the ECU (XEU), and before 1998 that of the rouble ' +
    'is in old roubles (RUR).',
  verified: 'recording',

  requested: requestedAt(/\/([\d-]{10})\/([\d-]{10})$/),

  async *fetch(window, http) {
    for (const span of spansOf(window, 365)) {
      const document = await documentFor(span, LONGEST_GAP, http, `${GROUP}/${span.from}/${span.to}`)
      if (document) yield document
    }
  },

  parse(publication) {
    const currencies = skip(
      readJson(publication, Observations),
      'the krona in kronor',
      ({ seriesId }) => seriesId === KRONA
    )
    return skip(currencies, 'no rate', ({ value }) => NO_RATE.has(value)).map(({ seriesId, date, value }) => ({
      date,
      base: currencyOf(seriesId, date),
      quote: 'SEK',
      type: 'mid',
      value: readDecimal(value)
    }))
  }
})

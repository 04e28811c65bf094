import { z } from 'zod'
import { distinctRows, documentsAt, readDate, readDecimal } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const RATES = 'https://www.mma.gov.mv/JSON/referencerates.json'

const Answer = z.array(z.object({ Date: z.string(), Rate: z.string() })).nonempty()

export default defineSource({
  code: 'mma',
  name: 'Maldives Monetary Authority',
  country: 'MV',
  homeCurrency: 'MVR',
  kind: 'monetary_authority',
  rateTypes: ['reference'],
  pairs: [[1, 1]],
  sourceUrl: RATES,
  timezone: 'Indian/Maldives',
  schedule: '0 8 * * 0-4',
  cadence: 'daily',
  historyFrom: '2011-04-21',
  dated: 'made',
  notes: 'Only the US dollar, whose rate has not changed for years.',
  verified: 'recording',
  backfillDays: 20000, // one document holds the whole history

  // This parameter of the publisher's page bypasses its cache.
  fetch: documentsAt(({ to }) => [`${RATES}?v=${to.replaceAll('-', '')}`]),

  parse(publication) {
    return distinctRows(
      readJson(publication, Answer).map(({ Date, Rate }) => {
        return {
          date: readDate(Date, 'D MMM YYYY'),
          base: 'USD',
          quote: 'MVR',
          type: 'reference',
          value: readDecimal(Rate)
        }
      })
    )
  }
})

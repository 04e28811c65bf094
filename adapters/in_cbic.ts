import { z } from 'zod'
import { addDays, figuresOf, jsonPost, readCount, readDate, readDecimal, writeDate } from './kit/index.ts'
import { printedNumber, readTypedJson } from './kit/json.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const SITE = 'https://foservices.icegate.gov.in'

// in the order of the source's rate types
const FIGURES = { cbicImport: 'customs_import', cbicExport: 'customs_export' } as const
const WHOLE = /\.0$/ // units are printed as 100.0

const Answer = z.object({
  status: printedNumber.pipe(z.literal('1')),
  notStartDate: z.string(),
  currencyDetail: z
    .array(
      z.object({
        currencyCode: z.string(),
        cbicImport: printedNumber.nullable(),
        cbicExport: printedNumber.nullable(),
        units: z.string()
      })
    )
    .nonempty()
})

function readTable(publication: Publication): Row[] {
  const { notStartDate, currencyDetail } = readTypedJson(publication, Answer)
  const date = readDate(notStartDate.replaceAll('/', '-'), 'DD-MM-YYYY')
  return currencyDetail.flatMap((currency) =>
    figuresOf(FIGURES, (field) => currency[field]).map(({ type, printed }) => {
      return {
        date,
        base: currency.currencyCode,
        quote: 'INR',
        type,
        value: readDecimal(printed),
        unit: readCount(currency.units.replace(WHOLE, ''))
      }
    })
  )
}

export default defineSource({
  code: 'in_cbic',
  name: 'Central Board of Indirect Taxes and Customs (India)',
  country: 'IN',
  homeCurrency: 'INR',
  kind: 'customs_authority',
  rateTypes: ['customs_import', 'customs_export'],
  pairs: [[1, 28]],
  sourceUrl: SITE,
  timezone: 'Asia/Kolkata',
  schedule: '0 20 * * *',
  cadence: 'monthly',
  historyFrom: '2024-07-05',
  dated: 'effective',
  notes:
    'Notified about twice a month, with extra notices after large moves; a rate is valid until the next ' +
    'notice. PDF notices from before July 2024 are left out.',
  verified: 'description',
  pause: 1000,

  async *fetch({ from, to }, http) {
    const visit = http.session()
    await visit.get(SITE) // sets the cookies
    for (let day = to; day >= from;) {
      const question = { currencyCode: 'ALL', currencyDate: writeDate(day, 'DD-MM-YYYY') }
      const table = await visit.post(
        `${SITE}/cbu/icegateapi/igexratesubscribe`,
        jsonPost(question, { accept: 'application/json', origin: SITE, referer: `${SITE}/` })
      )
      const start = readTable(table)[0]!.date
      if (start > day) throw new LayoutError(`the table in force on ${day}`, `one from ${start}`)
      yield table
      day = addDays(start, -1)
    }
  },

  parse: readTable
})

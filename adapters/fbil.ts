import { z } from 'zod'
import { documentsAt, partsOf, readCount, readDate, readDecimal, requestedBetween, spansOf } from './kit/index.ts'
import { printedNumber, readTypedJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const PRODUCT = /^INR \/ (\d+) ([A-Z]{3})$/ // INR / 100 JPY
const MIDNIGHT = / 00:00:00$/

const Answer = z.array(z.object({ processRunDate: z.string(), subProdName: z.string(), rate: printedNumber }))

export default defineSource({
  code: 'fbil',
  name: 'Financial Benchmarks India Pvt. Ltd. (FBIL/RBI reference rate)',
  country: 'IN',
  homeCurrency: 'INR',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[4, 8]],
  sourceUrl: 'https://www.fbil.org.in/#/refrates',
  termsUrl: 'https://www.fbil.org.in/#/termsandcondition',
  timezone: 'Asia/Kolkata',
  schedule: '35 13 * * 1-5',
  cadence: 'daily',
  historyFrom: '2018-07-10',
  dated: 'made',
  publishes: '13:30',
  terms: 'The terms restrict redistribution.',
  restricted: true,
  notes:
    'Calculated for the Reserve Bank of India from the trades between 11:30 and 12:30. The dirham and the ' +
    'rupiah begin later than the other currencies.',
  verified: 'recording',

  requested: requestedBetween('fromDate', 'toDate'),
  fetch: documentsAt((window) =>
    spansOf(window, 366).map(({ from, to }) => {
      return `https://www.fbil.org.in/wasdm/refrates/fetchfiltered?fromDate=${from}&toDate=${to}&authenticated=false`
    })
  ),

  parse(publication) {
    return readTypedJson(publication, Answer).map(({ processRunDate, subProdName, rate }) => {
      const [unit = '', base = ''] = partsOf(subProdName, PRODUCT, 'a rate like INR / 100 JPY')
      return {
        date: readDate(processRunDate.replace(MIDNIGHT, ''), 'YYYY-MM-DD'),
        base,
        quote: 'INR',
        type: 'reference',
        value: readDecimal(rate),
        unit: readCount(unit)
      }
    })
  }
})

import {
  addDays,
  atLeastOne,
  daysIn,
  documentsFoundAt,
  readCount,
  readDate,
  readDecimal,
  requestedAt,
  skip,
  withDollarsCompared,
  writeDate,
  ZERO_OR_EMPTY
} from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource, LayoutError } from './source.ts'

const DOLLARS = / \/ ABŞ/ // in the name of a currency whose price is in dollars; other rates are units per dollar

const ISO_DATE = /^\d{4}-/ // until 2023; later documents print 20.05.2026

const nameOf = (date: string) => writeDate(date, 'DDMMYYYY.xml')

export default defineSource({
  code: 'cbt',
  name: 'Central Bank of Turkmenistan',
  country: 'TM',
  homeCurrency: 'TMT',
  kind: 'central_bank',
  rateTypes: ['reference', 'arbitrage'],
  pairs: [[78, 110]],
  sourceUrl: 'https://www.cbt.tm/kurs/kurs_today_en.html',
  timezone: 'Asia/Ashgabat',
  schedule: '0 16 * * 1-6',
  cadence: 'daily',
  historyFrom: '2020-04-17',
  dated: 'effective',
  publishes: '16:00',
  notes:
    'A table is published on the afternoon before the day for which it is valid. The publisher refuses some ' +
    'clients, and then the run fails.',
  verified: 'recording',
  pause: 500,
  backfillDays: 60, // one request a day

  requested: requestedAt(/\/(\d{8})\.xml$/, 'DDMMYYYY'),
  fetch: documentsFoundAt(({ from, to }) =>
    daysIn({ from, to: addDays(to, 1) }).map((day) => {
      return `https://cbt.tm/kurs/${writeDate(day, 'YYYY')}/${nameOf(day)}`
    })
  ),

  parse(publication) {
    const table = readXml(publication, 'cbt_currency_rate')
    const printed = table.one('date').text
    const date = readDate(printed, ISO_DATE.test(printed) ? 'YYYY-MM-DD' : 'DD.MM.YYYY')
    if (!publication.request.url.endsWith(nameOf(date))) {
      throw new LayoutError(`the table of ${publication.request.url}`, date)
    }
    const lines = atLeastOne(table.all('rate'), 'rate')
    const rates = lines.flatMap((rate) => {
      const [code, printed, manats] = [rate.attribute('code'), rate.one('rate_usd').text, rate.one('rate_tmt').text]
      const unit = readCount(rate.one('multiplier').text)
      const against = DOLLARS.test(rate.one('name').text) ? { base: code, quote: 'USD' } : { base: 'USD', quote: code }
      return [
        { base: code, quote: 'TMT', type: 'reference', printed: manats, unit },
        { ...against, type: 'arbitrage', printed: code === 'USD' ? '' : printed, unit: 1 }
      ]
    })
    const read = skip(rates, 'no rate', ({ printed }) => ZERO_OR_EMPTY.test(printed)).map(({ printed, ...rate }) => {
      return { date, ...rate, value: readDecimal(printed) }
    })
    return withDollarsCompared(read, { home: 'TMT', types: { arbitrage: 'reference' } })
  }
})

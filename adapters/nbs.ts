import {
  atLeastOne,
  codeOn,
  excerpt,
  parameterOf,
  partsOf,
  readCount,
  readDate,
  readDecimal,
  skip,
  weekdaysIn,
  writeDate
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readXml, type XmlElement } from './kit/xml.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const HOST = 'https://webappcenter.nbs.rs'
const PAGE = `${HOST}/ExchangeRateWebApp/ExchangeRate/IndexByDate`

const LISTS = [3, 1] // types of lists: middle rates; buying and selling rates of foreign exchange
const FIGURES: Record<string, Record<string, string>> = {
  srednjiKurs: { Middle_Rate: 'middle' },
  devize: { Buying_Rate: 'buy', Selling_Rate: 'sell' }
}
// The names inside the lists; those of years before 2020 have a longer one.
const NAMES = new Set([...Object.keys(FIGURES), 'efektiva'])
const LIST_ID = /ExchangeRateListID=([^&]*)/

// Printed at their fixed rates to the euro, which is in the list.
const REPLACED_BY_EURO = new Set(['ATS', 'BEF', 'DEM', 'ESP', 'FIM', 'FRF', 'GRD', 'IEP', 'ITL', 'LUF', 'PTE'])

// The dinar had other codes before, with the same value.
const SWITCHED = { CSD: '2003-07-03', RSD: '2006-10-25' }

function readItem(item: XmlElement, date: string, figures: Record<string, string>): Row[] {
  const base = item.one('Currency').text
  const unit = readCount(item.one('Unit').text)
  return Object.entries(figures).map(([element, type]) => ({
    date,
    base,
    quote: codeOn('RSD', date, SWITCHED),
    type,
    value: readDecimal(item.one(element).text),
    unit
  }))
}

export default defineSource({
  code: 'nbs',
  name: 'National Bank of Serbia',
  country: 'RS',
  homeCurrency: 'RSD',
  kind: 'central_bank',
  rateTypes: ['middle', 'buy', 'sell'],
  pairs: [[1, 49]],
  sourceUrl: PAGE,
  timezone: 'Europe/Belgrade',
  schedule: '20 8 * * 1-5',
  cadence: 'daily',
  historyFrom: '2002-05-15',
  dated: 'made',
  publishes: '08:15',
  terms: 'Files may be copied and redistributed unchanged if the source is named.',
  notes:
    'Middle rates, and buying and selling rates for foreign exchange; a list is valid from 8:00 on its day. The ' +
    'banknote list and the fixed rates of the currencies that the euro replaced are left out. The list of buying and ' +
    'selling rates was written from a description.',
  verified: 'recording',
  backfillDays: 92, // two requests a day and list

  async *fetch(window, http) {
    // The page of a day without a list shows the previous list.
    const seen = new Set<string>()
    for (const list of LISTS) {
      for (const day of weekdaysIn(window)) {
        const page = readHtml(
          await http.get(
            `${PAGE}?isSearchExecuted=true&Date=${writeDate(day, 'DD.MM.YYYY')}&ExchangeRateListTypeID=${list}`
          )
        )
        const link = page.one('a[href*="Format=xml"]').attribute('href')
        const [id] = partsOf(link, LIST_ID, 'a link with ExchangeRateListID=')
        if (id !== '' && !seen.has(link)) yield await http.get(`${HOST}${link}`) // empty where there is no list
        seen.add(link)
      }
    }
  },

  parse(publication) {
    const document = readXml(publication, 'Exchange_Rates_List')
    const header = document.one('header')
    const date = readDate(header.one('Date').text, 'DD.MM.YYYY')
    const [wanted, name] = [parameterOf(publication, 'ExchangeRateListTypeName'), header.one('Type').text]
    const figures = FIGURES[wanted]
    if (!figures || (NAMES.has(name) && name !== wanted)) throw new LayoutError(`a list ${wanted}`, excerpt(name))
    const items = [...document.all('item'), ...document.all('Item')] // files before 2020 use `Item`
    return skip(atLeastOne(items, '<item>'), 'replaced by the euro', (item) =>
      REPLACED_BY_EURO.has(item.one('Currency').text)
    ).flatMap((item) => readItem(item, date, figures))
  }
})

import { z } from 'zod'
import { atLeastOne, endOfMonth, jsonPost, readCount, readDecimal, readText, skip, yearsIn } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { parseXml, type XmlElement } from './kit/xml.ts'
import { unzip } from './kit/zip.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const API = 'https://www.ictax.admin.ch/extern/api'

const FULL_LIST = /^THIRD\.INIT\.(\d+)$/ // all other lists are increments
const Session = z.object({ data: z.object({ csrfToken: z.string() }) })
const Lists = z.object({
  status: z.literal('SUCCESS'),
  data: z.array(
    z.object({
      exportType: z.object({ shortName: z.string() }),
      exportFile: z.object({ id: z.string(), fileHash: z.string(), fileName: z.string() })
    })
  )
})

const ZIP = 'PK'
const ROOT = /<(?:\w+:)?kursliste\b[^>]*>/
const WHOLE = /<\/(?:\w+:)?kursliste>\s*$/
// Only these elements are parsed, because tens of megabytes of the list describe securities.
const RATE = /<(?:\w+:)?exchangeRate(?:Monthly|YearEnd)?\s[^>]*\/>/g
const OPENED = /<(?:\w+:)?exchangeRate(?:Monthly|YearEnd)?[\s>/]/g
const NO_RATE = ''
const DELETED = 'true'

/** The figures of an element with their types and dates. */
function figuresOf(rate: XmlElement): Array<[type: string, date: string, value: string]> {
  const value = rate.attribute('value', NO_RATE)
  if (rate.name === 'exchangeRate') return [['daily', rate.attribute('date'), value]]
  const year = rate.attribute('year')
  if (rate.name === 'exchangeRateMonthly') {
    return [['monthly_average', endOfMonth(`${year}-${rate.attribute('month').padStart(2, '0')}`), value]]
  }
  return [
    ['year_end', `${year}-12-31`, value],
    ['yearly_average', `${year}-12-31`, rate.attribute('valueMiddle', NO_RATE)]
  ]
}

function readRate(rate: XmlElement): Row[] {
  const unit = readCount(rate.attribute('denomination', '1'))
  return skip(figuresOf(rate), 'no rate', ([, , value]) => value === NO_RATE).map(([type, date, value]) => ({
    date,
    base: rate.attribute('currency'),
    quote: 'CHF',
    type,
    value: readDecimal(value),
    unit
  }))
}

/** The list, which is served as a zip archive. */
function listIn(publication: Publication): string {
  if (new TextDecoder().decode(publication.body.subarray(0, ZIP.length)) !== ZIP) return readText(publication)
  const [file, ...others] = Object.values(unzip(publication.body))
  if (!file || others.length > 0) {
    throw new LayoutError('an archive of one file', String(others.length + (file ? 1 : 0)))
  }
  return new TextDecoder().decode(file)
}

export default defineSource({
  code: 'ch_estv',
  name: 'Swiss Federal Tax Administration (price list)',
  country: 'CH',
  homeCurrency: 'CHF',
  kind: 'tax_authority',
  rateTypes: ['year_end', 'yearly_average', 'monthly_average', 'daily'],
  pairs: [[1, 140]],
  sourceUrl: 'https://www.ictax.admin.ch/extern/en.html',
  timezone: 'Europe/Zurich',
  schedule: '0 9 * 1-6 1',
  cadence: 'yearly',
  historyFrom: '2018-12-31',
  dated: 'made',
  notes:
    'The price list for wealth and income tax: rates at the end of a year and of single days, averages of ' +
    'months and years, dated by the last day of their period. A list is corrected until the summer after its year. ' +
    'The adapter was checked against extracts of the lists for 2024 and 2025 without daily rates; the page that ' +
    'links the file and the lists before 2024 were not seen.',
  unread: {
    '/kursliste/da#Rate*': 'rates of tax',
    '/kursliste/share*': 'securities, and the rates of their payments',
    '/kursliste/fund*': 'securities, and the rates of their payments'
  },
  verified: 'recording',

  async *fetch(window, http) {
    const visit = http.session()
    const {
      data: { csrfToken }
    } = readJson(await visit.get(`${API}/authentication/session.json`), Session)
    for (const year of yearsIn(window)) {
      const question = jsonPost({ from: 0, size: 100, sort: [], year: readCount(year) }, { 'x-csrf-token': csrfToken })
      const { data } = readJson(
        await visit.post(`${API}/xml/xmls.json`, { ...question, transient: ['x-csrf-token'] }),
        Lists
      )
      const lists = data
        .filter(({ exportType }) => FULL_LIST.test(exportType.shortName))
        .map(({ exportType, exportFile }) => ({
          number: readCount(FULL_LIST.exec(exportType.shortName)![1]!),
          ...exportFile
        }))
      const newest = lists.toSorted((one, other) => other.number - one.number)[0]
      // The list of a year that has not ended is not yet published.
      if (newest) yield await visit.get(`${API}/download/${newest.id}/${newest.fileHash}/${newest.fileName}`)
    }
  },

  parse(publication) {
    const text = listIn(publication)
    const [root] = ROOT.exec(text.slice(0, 5000)) ?? []
    const rates = text.match(RATE) ?? []
    if (root === undefined || !WHOLE.test(text) || rates.length !== (text.match(OPENED) ?? []).length) {
      throw new LayoutError('a whole <kursliste> of empty elements <exchangeRate…>', text.slice(0, 80))
    }
    const list = parseXml(`${root}${rates.join('')}</${/<([\w:]+)/.exec(root)![1]}>`, 'kursliste')
    return skip(
      atLeastOne(list.all(), 'exchange rate'),
      'deleted',
      (rate) => rate.attribute('deleted', '') === DELETED
    ).flatMap(readRate)
  }
})

import {
  addDays,
  againstCopy,
  atLeastOne,
  checkSubject,
  codeOn,
  excerpt,
  parameterOf,
  readCount,
  readDate,
  readDecimal,
  requestedBetween,
  writeDate
} from './kit/index.ts'
import { readXml, type XmlElement } from './kit/xml.ts'
import { defineSource, LayoutError, type Http, type Publication, type Row } from './source.ts'

const SCRIPTS = 'https://www.cbr.ru/scripts'

// The bank's own currency numbers: a history identifies its currency only by the number.
// prettier-ignore
const QUOTED: Record<string, string> = {
  R01010: 'AUD', R01020A: 'AZN', R01030: 'DZD', R01035: 'GBP', R01060: 'AMD', R01080: 'BHD', R01090B: 'BYN',
  R01105: 'BOB', R01115: 'BRL', R01135: 'HUF', R01150: 'VND', R01200: 'HKD', R01210: 'GEL', R01215: 'DKK',
  R01230: 'AED', R01235: 'USD', R01239: 'EUR', R01240: 'EGP', R01270: 'INR', R01280: 'IDR', R01300: 'IRR',
  R01335: 'KZT', R01350: 'CAD', R01355: 'QAR', R01370: 'KGS', R01375: 'CNY', R01395: 'CUP', R01500: 'MDL',
  R01503: 'MNT', R01520: 'NGN', R01530: 'NZD', R01535: 'NOK', R01540: 'OMR', R01565: 'PLN', R01580: 'SAR',
  R01585F: 'RON', R01589: 'XDR', R01625: 'SGD', R01670: 'TJS', R01675: 'THB', R01685: 'BDT', R01700J: 'TRY',
  R01710A: 'TMT', R01717: 'UZS', R01720: 'UAH', R01760: 'CZK', R01770: 'SEK', R01775: 'CHF', R01800: 'ETB',
  R01805F: 'RSD', R01810: 'ZAR', R01815: 'KRW', R01820: 'JPY', R02005: 'MMK'
}

// Numbers that the newest table no longer has; the German mark has two.
// prettier-ignore
const RETIRED: Record<string, string> = {
  R01015: 'ATS', R01040F: 'AON', R01090: 'BYR', R01095: 'BEF', R01100: 'BGN', R01205: 'GRD', R01305: 'IEP',
  R01310: 'ISK', R01315: 'ESP', R01325: 'ITL', R01390: 'KWD', R01405: 'LVL', R01420: 'LBP', R01435: 'LTL',
  R01436: 'LTT', R01510: 'DEM', R01510A: 'DEM', R01523: 'NLG', R01570: 'PTE', R01580C: 'SAR', R01585: 'ROL',
  R01665A: 'SRD', R01700: 'TRL', R01710: 'TMM', R01720A: 'UAK', R01740: 'FIM', R01750: 'FRF', R01790: 'XEU',
  R01795: 'EEK'
}
const LAST_RETIREMENT = '2026-02-01' // by then, Bulgaria had adopted the euro, which retired the last number

// A number survives a redenomination. These are the first days of the new units.
const SWITCHED = {
  BGN: '1999-07-05',
  BYR: '2000-01-01',
  GEL: '1995-10-02',
  PLN: '1995-01-01',
  RUB: '1998-01-01',
  TJS: '2000-10-30'
}

const METALS: Record<string, string> = { 1: 'XAU', 2: 'XAG', 3: 'XPT', 4: 'XPD' }

function ask(http: Http, script: string) {
  return http.get(`${SCRIPTS}/${script}`, { charset: 'windows-1251' })
}

function readTable(publication: Publication): XmlElement {
  return readXml(publication, 'ValCurs')
}

function ratesOf(table: XmlElement): XmlElement[] {
  return atLeastOne(table.only('Valute'), '<Valute>')
}

function dateOf(element: XmlElement): string {
  return readDate(element.attribute('Date'), 'DD.MM.YYYY')
}

function official(date: string, code: string, rate: XmlElement): Row {
  const [value, unit] = [readDecimal(rate.one('Value').text, ','), readCount(rate.one('Nominal').text)]
  const perUnit = rate.maybe('VunitRate')?.text // older answers have none
  return {
    date,
    base: codeOn(code, date, SWITCHED),
    quote: codeOn('RUB', date, SWITCHED),
    type: 'official',
    value,
    unit,
    contradicted: againstCopy(value, perUnit && readDecimal(perUnit, ','), unit)
  }
}

/**
 * The records of a history; none for a window without a table. Throws a `LayoutError` if the answer is the text of a
 * refusal.
 */
function recordsOf(history: XmlElement): XmlElement[] {
  if (history.text !== '') throw new LayoutError('<Record> elements', excerpt(history.text))
  return history.only('Record')
}

function readHistory(history: XmlElement, wanted: string): Row[] {
  const id = history.attribute('ID')
  checkSubject(wanted, id)
  return recordsOf(history).map((record) => official(dateOf(record), QUOTED[id] ?? RETIRED[id] ?? id, record))
}

function readMetal(record: XmlElement): Row[] {
  const date = dateOf(record)
  const code = record.attribute('Code')
  const price = (type: string, element: string): Row => {
    return {
      date,
      base: METALS[code] ?? code,
      quote: codeOn('RUB', date, SWITCHED),
      type,
      value: readDecimal(record.one(element).text, ','),
      unit: 'gram'
    }
  }
  return [price('buy', 'Buy'), price('sell', 'Sell')]
}

export default defineSource({
  code: 'cbr',
  name: 'Bank of Russia',
  country: 'RU',
  homeCurrency: 'RUB',
  kind: 'central_bank',
  rateTypes: ['official', 'buy', 'sell'],
  pairs: [
    [1, 1],
    [3, 6],
    [44, 62]
  ],
  sourceUrl: 'https://www.cbr.ru/eng/currency_base/daily/',
  termsUrl: 'https://www.cbr.ru/eng/user_agreement/',
  timezone: 'Europe/Moscow',
  schedule: '0 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '1992-07-01',
  dated: 'effective',
  notes:
    'A rate is set on a working day and valid from the next day. Rates before 1998 are in old roubles (RUR). ' +
    'Gold, silver, platinum and palladium are printed per gram and stored per troy ounce, as buy and sell.',
  verified: 'recording',
  backfillDays: 20000, // a history has any length

  requested: requestedBetween('date_req1', 'date_req2', 'DD/MM/YYYY'),

  async *fetch({ from, to }, http) {
    const newest = await ask(http, 'XML_daily.asp')
    yield newest
    const quoted = ratesOf(readTable(newest)).map((rate) => rate.attribute('ID'))
    // The rates of a day are set on the working day before.
    const dates = `date_req1=${writeDate(from, 'DD/MM/YYYY')}&date_req2=${writeDate(addDays(to, 1), 'DD/MM/YYYY')}`
    for (const id of [...quoted, ...(from < LAST_RETIREMENT ? Object.keys(RETIRED) : [])])
      yield await ask(http, `XML_dynamic.asp?VAL_NM_RQ=${id}&${dates}`)
    yield await ask(http, `xml_metall.asp?${dates}`)
  },

  parse(publication) {
    const { url } = publication.request
    if (url.includes('/xml_metall.asp')) return recordsOf(readXml(publication, 'Metall')).flatMap(readMetal)
    if (url.includes('/XML_dynamic.asp')) {
      return readHistory(readTable(publication), parameterOf(publication, 'VAL_NM_RQ'))
    }
    const table = readTable(publication)
    return ratesOf(table).map((rate) => official(dateOf(table), rate.one('CharCode').text, rate))
  }
})

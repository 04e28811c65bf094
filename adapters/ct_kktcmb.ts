import {
  atLeastOne,
  documentsAt,
  figuresOf,
  readCount,
  readDate,
  readDecimal,
  requestedAt,
  weekdaysIn,
  writeDate
} from './kit/index.ts'
import { readXml, type XmlElement } from './kit/xml.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const TYPES = { Doviz_Satis: 'sell', Doviz_Alis: 'buy', Efektif_Satis: 'banknote_sell', Efektif_Alis: 'banknote_buy' }
const NO_RATE = ''

/** A cross rate: `Capraz_Kur_Deger` of the second currency for the count and the name in `Doviz_From`. */
function readCross(cross: XmlElement): Omit<Row, 'date'> {
  const [unit = ''] = cross.one('Doviz_From').text.split(' ')
  return {
    base: cross.one('Sembol_From').text,
    quote: cross.one('Sembol_To').text,
    type: 'arbitrage',
    value: readDecimal(cross.one('Capraz_Kur_Deger').text),
    unit: readCount(unit)
  }
}

export default defineSource({
  code: 'ct_kktcmb',
  name: 'Central Bank of Northern Cyprus',
  country: 'CY',
  homeCurrency: 'TRY',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy', 'banknote_sell', 'banknote_buy', 'arbitrage'],
  pairs: [[8, 32]],
  sourceUrl: 'https://www.mb.gov.ct.tr/',
  timezone: 'Asia/Famagusta',
  schedule: '30 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2011-04-09',
  dated: 'effective',
  notes:
    'The bank of a territory without general recognition. The date is the first day on which the table is ' +
    'valid: a table for Saturday to Monday, which the bank dates by Monday, has the date of Saturday. ' +
    'Parts of two documents were seen, but no whole one.',
  verified: 'description',
  tls: [
    {
      quirk: 'incomplete_chain',
      reason: 'Public programs that read the service report that the intermediate certificate is missing.'
    }
  ],
  pause: 1000,
  backfillDays: 60, // one request a day

  // For a day without a table, the answer is the table in force.
  requested: requestedAt(/\/tarih\/(\d{8})$/, 'YYYYMMDD', { early: 14, late: 14 }),
  fetch: documentsAt((window) =>
    weekdaysIn(window).map((day) => `https://www.mb.gov.ct.tr/kur/tarih/${writeDate(day, 'YYYYMMDD')}`)
  ),

  parse(publication) {
    const table = readXml(publication, 'KKTCMB_Doviz_Kurlari')
    const [first, last = first] = table.one('Gecerli_Tarih_Araligi').text.split('-')
    const [validFrom, validTo] = [first!, last!].map((day) => readDate(day, 'DD/MM/YYYY')) as [string, string]
    const printed = readDate(table.one('Kur_Tarihi').text, 'DD/MM/YYYY')
    if (printed < validFrom || printed > validTo) {
      throw new LayoutError('a table whose date is a day of its validity', `${printed}, and ${validFrom} to ${validTo}`)
    }
    const validity = { date: validFrom, validFrom, validTo }
    const rates = atLeastOne(table.one('Resmi_Kurlar').only('Resmi_Kur'), '<Resmi_Kur>').flatMap((rate) => {
      const [base, unit] = [rate.one('Sembol').text, readCount(rate.one('Birim').text)]
      return figuresOf(TYPES, (element) => rate.one(element).text, NO_RATE).map(({ type, printed: figure }) => {
        return { ...validity, base, quote: 'TRY', type, value: readDecimal(figure), unit }
      })
    })
    const crosses = table.all('Capraz_Kurlar').flatMap((list) => list.only('Capraz_Kur'))
    return [...rates, ...crosses.map((cross) => ({ ...validity, ...readCross(cross) }))]
  }
})

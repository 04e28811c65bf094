import {
  atLeastOne,
  distinctRows,
  documentsAt,
  readDate,
  readDecimal,
  requestedAt,
  skip,
  yearsIn
} from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource } from './source.ts'

const EXPORT = 'https://www.zoll.de/SiteGlobals/Functions/Kurse/KursExport.xml?view=xmlexportkursesearchresultZOLLWeb'
const KINDS = ['1', '2'] // currencies with a quotation, and those without; 3 is air freight
const NO_RATE = ''

export default defineSource({
  code: 'de_zoll',
  name: 'German Customs Administration',
  country: 'DE',
  homeCurrency: 'EUR',
  kind: 'customs_authority',
  rateTypes: ['customs'],
  pairs: [[1, 210]],
  sourceUrl: 'https://www.zoll.de/DE/Fachthemen/Zoelle/Zollwert/Aktuelle-Wechselkurse/aktuelle-wechselkurse_node.html',
  timezone: 'Europe/Berlin',
  schedule: '0 9 20-31 * *',
  cadence: 'monthly',
  historyFrom: '2011-01-01',
  dated: 'effective',
  notes:
    'Rates for the customs value, with their validity. After a change of more than five per cent a rate begins ' +
    'within the month. Countries without a currency of their own repeat that of another. The list of currencies ' +
    'without a quotation, and the first available year, were not seen.',
  verified: 'recording',

  // A rate that is valid on the first day may begin before it.
  requested: requestedAt(/startdatum_jahr2=(\d{4})/, 'YYYY', { early: 92 }),
  fetch: documentsAt((window) =>
    yearsIn(window).flatMap((year) => {
      return KINDS.map(
        (kind) =>
          `${EXPORT}&kursart=${kind}&startdatum_tag2=01&startdatum_monat2=01&startdatum_jahr2=${year}&enddatum_tag2=31&enddatum_monat2=12&enddatum_jahr2=${year}&sort=asc&spalte=gueltigkeit`
      )
    })
  ),

  parse(publication) {
    const rates = atLeastOne(readXml(publication, 'kurse').only('kurs'), '<kurs>')
    return distinctRows(
      skip(rates, 'no rate', (rate) => rate.one('kurswert').text === NO_RATE || rate.one('iso3').text === NO_RATE).map(
        (rate) => {
          const date = readDate(rate.one('startdatum').text, 'DD.MM.YYYY')
          return {
            date,
            base: 'EUR',
            quote: rate.one('iso3').text,
            type: 'customs',
            value: readDecimal(rate.one('kurswert').text, ','),
            validFrom: date,
            validTo: readDate(rate.one('enddatum').text, 'DD.MM.YYYY')
          }
        }
      )
    )
  }
})

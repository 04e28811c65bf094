import {
  atLeastOne,
  codeOf,
  daysIn,
  documentsAt,
  readDate,
  readDecimal,
  readText,
  recordsUnder,
  requestedFor,
  squeeze
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const NAMES = {
  Euro: 'EUR',
  'Dollar us': 'USD',
  'Yen japonais': 'JPY',
  'Couronne danoise': 'DKK',
  'Couronne suédoise': 'SEK',
  'Livre sterling': 'GBP',
  'Couronne norvégienne': 'NOK',
  'Couronne thèque': 'CZK',
  'Forint hongrois': 'HUF',
  'Zloty polonais': 'PLN',
  'Franc suisse': 'CHF',
  'Dollar canadien': 'CAD',
  'Dollar australien': 'AUD',
  'Dollar néo-zélandais': 'NZD',
  'Rand sud-africain': 'ZAR',
  'Yuan chinois': 'CNY',
  'Roupie Indienne': 'INR',
  'Baht thailandais': 'THB',
  'Real brésilien': 'BRL',
  'Dollar singapourien': 'SGD',
  'Nouvelle livre turque': 'TRY',
  'Dirham Emirats Arabes Unis': 'AED',
  'Nouveau Shekel': 'ILS',
  'Won Coréen': 'KRW',
  'Dollar Hong Kong': 'HKD',
  'Ryal Saudien': 'SAR',
  'Dinar Koweitien': 'KWD',
  // The same name with percent-encoded accents, which also occurs.
  'Couronne su\\xC3\\xA9doise': 'SEK',
  'Couronne norv\\xC3\\xA9gienne': 'NOK',
  'Couronne th\\xC3\\xA8que': 'CZK',
  'Dollar n\\xC3\\xA9o-z\\xC3\\xA9landais': 'NZD',
  'Real br\\xC3\\xA9silien': 'BRL',
  'Won Cor\\xC3\\xA9en': 'KRW'
}

const HEADING = /^Cours des devises du \S+ (.+)$/ // the weekday is in English on a Saturday

/** The decimal mark is the last of two marks: usually `1.862,7419`, on some days `1862.7419`. */
function markOf(printed: string): ',' | '.' {
  return printed.lastIndexOf(',') > printed.lastIndexOf('.') ? ',' : '.'
}

export default defineSource({
  code: 'bceao',
  name: 'Central Bank of West African States',
  country: 'XX',
  homeCurrency: 'XOF',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[20, 32]],
  sourceUrl: 'https://www.bceao.int/fr/cours/cours-de-reference-des-principales-devises-contre-Franc-CFA',
  termsUrl: 'https://www.bceao.int/fr/mentions-legales',
  timezone: 'Africa/Dakar',
  schedule: '0 11 * * 0-5',
  cadence: 'daily',
  historyFrom: '2014-01-02',
  dated: 'made',
  publishes: '11:00',
  notes:
    'The franc is pegged to the euro. The adapter was checked against an answer with the right layout but not ' +
    'the bank’s figures: compare a table with the bank’s page before you rely on it.',
  verified: 'description',
  pause: 1000,
  backfillDays: 30, // one request a day

  requested: requestedFor('dateJour'),
  fetch: documentsAt((window) =>
    daysIn(window).map((day) => `https://www.bceao.int/fr/cours/get_all_reference_by_date?dateJour=${day}`)
  ),

  parse(publication) {
    const text = squeeze(readText(publication))
    const alone = !text.includes('<table') && text.endsWith('>') // a day without rates has only its heading
    const page = readHtml(publication, alone ? '</h2>' : '</table>')
    const [, day] = HEADING.exec(page.one('h2').text) ?? []
    if (!day) throw new LayoutError('Cours des devises du …', page.one('h2').text)
    const date = readDate(day, 'D MMM YYYY', 'fr')
    return page.all('table').flatMap((table) =>
      atLeastOne(recordsUnder(['Devise', 'CFA'], table.rows), 'rate').map((currency) => {
        const printed = currency('CFA')
        return {
          date,
          base: codeOf(NAMES, currency('Devise')),
          quote: 'XOF',
          type: 'reference',
          value: readDecimal(printed, markOf(printed))
        }
      })
    )
  }
})

import { codeOn, documentsAt, readCount, readDecimal, requestedFor, skip, weekdaysIn, ZERO } from './kit/index.ts'
import { readXml, type XmlElement } from './kit/xml.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const SERVICE = 'https://www.lb.lt/webservices/FxRates/FxRates.asmx/getFxRates'
const FIRST_EURO_DAY = '2015-01-01'

// The first days of new units for which the service uses the code of the old ones, or the reverse.
// prettier-ignore
const SWITCHED = {
  AZN: '2006-01-09', BGN: '1999-07-07', BYR: '2000-01-01', MZN: '2006-07-10', PLN: '1995-01-03', RON: '2005-07-04',
  RUB: '1998-01-05', TMT: '2009-01-01', YUM: '1996-05-07'
}
// Codes under which the service repeats the rate of the rouble, each with its last day.
const ROUBLES: Record<string, string> = { GER: '1995-09-28', TJR: '1995-07-10', TMT: '1995-11-29' }

interface Amount {
  currency: string
  amount: string
}

/** Two amounts of equal value. */
interface Rate {
  date: string
  home: Amount
  foreign: Amount
}

function readAmounts(rate: XmlElement): Rate {
  const amounts = rate.all('CcyAmt').map((it) => ({ currency: it.one('Ccy').text, amount: it.one('Amt').text }))
  const [home, foreign] = amounts
  if (!home || !foreign || amounts.length > 2) throw new LayoutError('two <CcyAmt> in <FxRate>', `${amounts.length}`)
  return { date: rate.one('Dt').text, home, foreign }
}

function readRate({ date, home, foreign }: Rate): Row {
  if (home.currency === 'EUR') {
    return {
      date,
      base: 'EUR',
      quote: foreign.currency,
      type: 'reference',
      value: readDecimal(foreign.amount),
      unit: readCount(home.amount)
    }
  }
  if (home.currency !== 'LTL') throw new LayoutError('an amount in EUR or LTL first', home.currency)
  return {
    date,
    base: codeOn(foreign.currency, date, SWITCHED),
    quote: 'LTL',
    type: 'official',
    value: readDecimal(home.amount),
    unit: readCount(foreign.amount)
  }
}

export default defineSource({
  code: 'lb',
  name: 'Bank of Lithuania',
  country: 'LT',
  homeCurrency: 'EUR',
  kind: 'central_bank',
  rateTypes: ['reference', 'official'],
  pairs: [[25, 98]],
  sourceUrl: 'https://www.lb.lt/webservices/FxRates/FxRates.asmx',
  timezone: 'Europe/Vilnius',
  schedule: '20 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '1994-04-01',
  dated: 'made',
  publishes: '17:15',
  notes:
    'Since 2015 the reference rates of the European Central Bank; until 2014 the official rates of the litas, ' +
    'per 1 to 10000 units of foreign currency, dated by the day on which they applied. Old units that are printed ' +
    'under the codes of new ones have their own codes here (AZM, BGL, BYB, MZM, PLZ, ROL, RUR, TMM, YUM); copies of ' +
    'the rouble’s quote under GER, TJR and TMT in 1995 are left out.',
  verified: 'recording',

  requested: requestedFor('dt', 'YYYY-MM-DD', { early: 14 }),
  fetch: documentsAt((window) =>
    weekdaysIn(window).map((day) => `${SERVICE}?tp=${day < FIRST_EURO_DAY ? 'LT' : 'EU'}&dt=${day}`)
  ),

  parse(publication) {
    const amounts = readXml(publication, 'FxRates').only('FxRate').map(readAmounts) // none on a day without rates
    const rates = skip(amounts, 'no rate', ({ home, foreign }) => ZERO.test(home.amount) || ZERO.test(foreign.amount))
    return skip(
      rates,
      'copy of the rouble',
      ({ date, home, foreign }) => home.currency === 'LTL' && date <= (ROUBLES[foreign.currency] ?? '')
    ).map(readRate)
  }
})

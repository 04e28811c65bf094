import {
  atLeastOne,
  daysIn,
  documentsFoundAt,
  readCount,
  readDate,
  readDecimal,
  requestedAt,
  skip,
  writeDate,
  ZERO_OR_EMPTY
} from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource } from './source.ts'

const TROY_OUNCE = / t\.u\.$/ // the nominal of a metal: 1 t.u.

// Old bulletins print today's codes. Until these days, a code denotes an older currency.
const FORMER: Record<string, { until: string; code: string }> = {
  BYN: { until: '2016-06-30', code: 'BYR' },
  TMT: { until: '2008-12-31', code: 'TMM' }
}

function codeOn(date: string, code: string): string {
  if (code === 'SDR') return 'XDR'
  const former = FORMER[code]
  return former && date <= former.until ? former.code : code
}

export default defineSource({
  code: 'cbar',
  name: 'Central Bank of the Republic of Azerbaijan',
  country: 'AZ',
  homeCurrency: 'AZN',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[35, 48]],
  sourceUrl: 'https://www.cbar.az/currency/rates',
  timezone: 'Asia/Baku',
  schedule: '5 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '2006-01-01',
  dated: 'effective',
  publishes: '18:00',
  notes:
    'Bulletins before 2006 are in old manats and print several currencies under the codes of their successors. ' +
    'They are left out.',
  verified: 'recording',
  pause: 200,
  backfillDays: 60, // one request a day

  requested: requestedAt(/\/([\d.]{10})\.xml$/, 'DD.MM.YYYY', { early: 14 }),
  fetch: documentsFoundAt((window) =>
    daysIn(window).map((day) => `https://www.cbar.az/currencies/${writeDate(day, 'DD.MM.YYYY')}.xml`)
  ),

  parse(publication) {
    const bulletin = readXml(publication, 'ValCurs')
    const date = readDate(bulletin.attribute('Date'), 'DD.MM.YYYY')
    const rates = atLeastOne(
      bulletin.only('ValType').flatMap((kind) => kind.only('Valute')),
      'Valute'
    )
    return skip(rates, 'no rate', (it) => ZERO_OR_EMPTY.test(it.one('Value').text)).map((it) => {
      const unit = readCount(it.one('Nominal').text.replace(TROY_OUNCE, ''))
      return {
        date,
        base: codeOn(date, it.attribute('Code')),
        quote: 'AZN',
        type: 'reference',
        value: readDecimal(it.one('Value').text),
        unit
      }
    })
  }
})

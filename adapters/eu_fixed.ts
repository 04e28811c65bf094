import {
  codeOf,
  documentsAt,
  excerpt,
  partsOf,
  readDecimal,
  requestedAt,
  skip,
  squeeze,
  writeDate
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const TEXT = 'https://eur-lex.europa.eu/legal-content/EN/TXT/HTML/?uri=CELEX:01998R2866-'

/** The first day of each version of the list, and the number of currencies in it. */
const VERSIONS: Record<string, number> = {
  '1999-01-01': 11, // Regulation (EC) No 2866/98
  '2001-01-01': 12, // (EC) No 1478/2000: Greece
  '2007-01-01': 13, // (EC) No 1086/2006: Slovenia
  '2008-01-01': 15, // (EC) No 1134/2007 and 1135/2007: Malta and Cyprus
  '2009-01-01': 16, // (EC) No 694/2008: Slovakia
  '2011-01-01': 17, // (EU) No 671/2010: Estonia
  '2014-01-01': 18, // (EU) No 870/2013: Latvia
  '2015-01-01': 19, // (EU) No 851/2014: Lithuania
  '2023-01-01': 20, // (EU) 2022/1208: Croatia
  '2026-01-01': 21 // (EU) 2025/1409: Bulgaria
}

const START = '1 euro'
const ENTRY = /^(\d[\d ]*[.,]\d+ |-+ )?([A-Z][a-z]+) / // 1,95583 German marks
const NO_RATE = /^-+ $/
// prettier-ignore
const CURRENCIES = {
  Austrian: 'ATS', Belgian: 'BEF', Bulgarian: 'BGN', Cyprus: 'CYP', Dutch: 'NLG', Estonian: 'EEK', Finnish: 'FIM',
  French: 'FRF', German: 'DEM', Greek: 'GRD', Croatian: 'HRK', Irish: 'IEP', Italian: 'ITL', Latvian: 'LVL',
  Lithuanian: 'LTL', Luxembourg: 'LUF', Maltese: 'MTL', Portuguese: 'PTE', Slovak: 'SKK', Slovenian: 'SIT',
  Spanish: 'ESP'
}

export default defineSource({
  code: 'eu_fixed',
  name: 'Council of the European Union',
  country: 'EU',
  homeCurrency: 'EUR',
  kind: 'international',
  rateTypes: ['conversion'],
  pairs: [[11, 30]],
  sourceUrl: 'https://eur-lex.europa.eu/eli/reg/1998/2866',
  timezone: 'Europe/Brussels',
  schedule: '0 6 2 1 *',
  cadence: 'yearly',
  historyFrom: '1999-01-01',
  ended: '2026-01-01',
  dated: 'effective',
  notes:
    'The irrevocably fixed conversion rates of the currencies that the euro replaced, by Regulation (EC) No ' +
    '2866/98 as amended for each new member; a table for each version of the text. They hold after the changeover, ' +
    'for amounts of old contracts and books.',
  verified: 'description',
  restated: ['all'], // the law fixes the rates of currencies that are no longer money

  requested: requestedAt(/-(\d{8})$/, 'YYYYMMDD'),
  fetch: documentsAt(({ from, to }) =>
    Object.keys(VERSIONS)
      .filter((day) => day >= from && day <= to)
      .map((day) => TEXT + writeDate(day, 'YYYYMMDD'))
  ),

  parse(publication) {
    const [version = ''] = partsOf(
      publication.request.url,
      /-(\d{8})$/,
      'the date of a version at the end of the address'
    )
    const date = Object.keys(VERSIONS).find((day) => writeDate(day, 'YYYYMMDD') === version) ?? ''
    const text = readHtml(publication).text
    const start = text.indexOf(START)
    const [, ...entries] = start < 0 ? [] : text.slice(start).split('=')
    if (entries.length !== VERSIONS[date]) {
      throw new LayoutError(
        `${START} and the rates of ${VERSIONS[date] ?? 'no'} currencies`,
        `${entries.length}: ${excerpt(text)}`
      )
    }
    const rates = entries.map((entry) => {
      const [printed = '', name = ''] = partsOf(squeeze(entry), ENTRY, 'a rate and the name of a currency')
      return { printed, quote: codeOf(CURRENCIES, name) }
    })
    return skip(rates, 'no rate', ({ printed }) => NO_RATE.test(printed)).map(({ printed, quote }) => ({
      date,
      base: 'EUR',
      quote,
      type: 'conversion',
      value: readDecimal(printed, printed.includes(',') ? ',' : '.')
    }))
  }
})

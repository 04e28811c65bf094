import { z } from 'zod'
import {
  addDays,
  atLeastOne,
  codeOf,
  distinctRows,
  documentsAt,
  inWords,
  type KnownError,
  readDate,
  readDecimal,
  requestedAt,
  skip,
  spansOf,
  withoutKnownErrors
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, type Row } from './source.ts'

const RATES = 'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/rates_of_exchange'
const FIELDS = 'record_date,country_currency_desc,exchange_rate,effective_date,src_line_nbr'

// Only the country and its name for the currency are printed.
// prettier-ignore
const CURRENCIES: Record<string, string> = {
  'Afghanistan-Afghani': 'AFN', 'Albania-Lek': 'ALL', 'Algeria-Dinar': 'DZD', 'Angola-Kwanza': 'AOA',
  'Antigua & Barbuda-East Caribbean Dollar': 'XCD', 'Argentina-Peso': 'ARS', 'Armenia-Dram': 'AMD',
  'Australia-Dollar': 'AUD', 'Austria-Euro': 'EUR', 'Azerbaijan-Manat': 'AZN', 'Bahamas-Dollar': 'BSD',
  'Bahrain-Dinar': 'BHD', 'Bangladesh-Taka': 'BDT', 'Barbados-Dollar': 'BBD', 'Belarus-New Ruble': 'BYN',
  'Belgium-Euro': 'EUR', 'Belize-Dollar': 'BZD', 'Benin-Cfa Franc': 'XOF', 'Bermuda-Dollar': 'BMD',
  'Bolivia-Boliviano': 'BOB', 'Bosnia-Marka': 'BAM', 'Botswana-Pula': 'BWP', 'Brazil-Real': 'BRL',
  'Brunei-Dollar': 'BND', 'Bulgaria-Lev New': 'BGN', 'Burkina Faso-Cfa Franc': 'XOF', 'Burma-Kyat': 'MMK',
  'Burundi-Franc': 'BIF', 'Cambodia-Riel': 'KHR', 'Cameroon-Cfa Franc': 'XAF', 'Canada-Dollar': 'CAD',
  'Cape Verde-Escudo': 'CVE', 'Cayman Islands-Dollar': 'KYD', 'Central African Republic-Cfa Franc': 'XAF',
  'Chad-Cfa Franc': 'XAF', 'Chile-Peso': 'CLP', 'China-Renminbi': 'CNY', 'Colombia-Peso': 'COP',
  'Comoros-Franc': 'KMF', 'Congo-Cfa Franc': 'XAF', 'Costa Rica-Colon': 'CRC', 'Cote D\'Ivoire-Cfa Franc': 'XOF',
  'Croatia-Euro': 'EUR', 'Croatia-Kuna': 'HRK', 'Cuba-Chavito': 'CUC', 'Cuba-Peso': 'CUP',
  'Curacao-Caribbean Guilder': 'XCG', 'Cyprus-Euro': 'EUR', 'Czech Republic-Koruna': 'CZK',
  'Democratic Republic Of Congo-Congolese Franc': 'CDF', 'Democratic Republic Of Congo-Franc': 'CDF',
  'Denmark-Krone': 'DKK', 'Djibouti-Franc': 'DJF', 'Dominican Republic-Peso': 'DOP', 'Egypt-Pound': 'EGP',
  'Equatorial Guinea-Cfa Franc': 'XAF', 'Eritrea-Nakfa': 'ERN', 'Estonia-Euro': 'EUR', 'Eswatini-Lilangeni': 'SZL',
  'Ethiopia-Birr': 'ETB', 'Euro Zone-Euro': 'EUR', 'Fiji-Dollar': 'FJD', 'Finland-Euro': 'EUR', 'France-Euro': 'EUR',
  'Gabon-Cfa Franc': 'XAF', 'Gambia-Dalasi': 'GMD', 'Georgia-Lari': 'GEL', 'Germany-Euro': 'EUR', 'Ghana-Cedi': 'GHS',
  'Greece-Euro': 'EUR', 'Grenada-East Caribbean Dollar': 'XCD', 'Guatemala-Quetzal': 'GTQ',
  'Guinea Bissau-Cfa Franc': 'XOF', 'Guinea-Franc': 'GNF', 'Guyana-Dollar': 'GYD', 'Haiti-Gourde': 'HTG',
  'Honduras-Lempira': 'HNL', 'Hong Kong-Dollar': 'HKD', 'Hungary-Forint': 'HUF', 'Iceland-Krona': 'ISK',
  'India-Rupee': 'INR', 'Indonesia-Rupiah': 'IDR', 'Iran-Rial': 'IRR', 'Iraq-Dinar': 'IQD', 'Ireland-Euro': 'EUR',
  'Israel-Shekel': 'ILS', 'Italy-Euro': 'EUR', 'Jamaica-Dollar': 'JMD', 'Japan-Yen': 'JPY', 'Jerusalem-Shekel': 'ILS',
  'Jordan-Dinar': 'JOD', 'Kazakhstan-Tenge': 'KZT', 'Kenya-Shilling': 'KES', 'Korea-Won': 'KRW', 'Kosovo-Euro': 'EUR',
  'Kuwait-Dinar': 'KWD', 'Kyrgyzstan-Som': 'KGS', 'Laos-Kip': 'LAK', 'Latvia-Euro': 'EUR', 'Lebanon-Pound': 'LBP',
  'Lesotho-Maloti': 'LSL', 'Liberia-Dollar': 'LRD', 'Libya-Dinar': 'LYD', 'Lithuania-Euro': 'EUR',
  'Luxembourg-Euro': 'EUR', 'Macao-Mop': 'MOP', 'Madagascar-Ariary': 'MGA', 'Malawi-Kwacha': 'MWK',
  'Malaysia-Ringgit': 'MYR', 'Maldives-Rufiyaa': 'MVR', 'Mali-Cfa Franc': 'XOF', 'Malta-Euro': 'EUR',
  'Martinique-Euro': 'EUR', 'Mauritania-Ouguiya': 'MRU', 'Mauritius-Rupee': 'MUR', 'Mexico-Peso': 'MXN',
  'Moldova-Leu': 'MDL', 'Mongolia-Tugrik': 'MNT', 'Montenegro-Euro': 'EUR', 'Morocco-Dirham': 'MAD',
  'Mozambique-Metical': 'MZN', 'Myanmar-Kyat': 'MMK', 'Namibia-Dollar': 'NAD', 'Nepal-Rupee': 'NPR',
  'Netherlands-Euro': 'EUR', 'New Zealand-Dollar': 'NZD', 'Nicaragua-Cordoba': 'NIO', 'Niger-Cfa Franc': 'XOF',
  'Nigeria-Naira': 'NGN', 'Norway-Krone': 'NOK', 'Oman-Rial': 'OMR', 'Pakistan-Rupee': 'PKR', 'Panama-Balboa': 'PAB',
  'Papua New Guinea-Kina': 'PGK', 'Paraguay-Guarani': 'PYG', 'Peru-Sol': 'PEN', 'Philippines-Peso': 'PHP',
  'Poland-Zloty': 'PLN', 'Portugal-Euro': 'EUR', 'Qatar-Riyal': 'QAR', 'Republic Of North Macedonia-Denar': 'MKD',
  'Romania-New Leu': 'RON', 'Russia-Ruble': 'RUB', 'Rwanda-Franc': 'RWF', 'Sao Tome & Principe-New Dobras': 'STN',
  'Saudi Arabia-Riyal': 'SAR', 'Senegal-Cfa Franc': 'XOF', 'Serbia-Dinar': 'RSD', 'Seychelles-Rupee': 'SCR',
  'Sierra Leone-Leone': 'SLE', 'Singapore-Dollar': 'SGD', 'Slovakia-Euro': 'EUR', 'Slovenia-Euro': 'EUR',
  'Solomon Islands-Dollar': 'SBD', 'Somali-Shilling': 'SOS', 'South Africa-Rand': 'ZAR',
  'South Sudan-Sudanese Pound': 'SSP', 'Spain-Euro': 'EUR', 'Sri Lanka-Rupee': 'LKR',
  'St. Lucia-East Caribbean Dollar': 'XCD', 'Sudan-Pound': 'SDG', 'Suriname-Dollar': 'SRD',
  'Swaziland-Lilangeni': 'SZL', 'Sweden-Krona': 'SEK', 'Switzerland-Franc': 'CHF', 'Syria-Pound': 'SYP',
  'Taiwan-Dollar': 'TWD', 'Tajikistan-Somoni': 'TJS', 'Tanzania-Shilling': 'TZS', 'Thailand-Baht': 'THB',
  'Togo-Cfa Franc': 'XOF', 'Tonga-Pa\'Anga': 'TOP', 'Trinidad & Tobago-Dollar': 'TTD', 'Tunisia-Dinar': 'TND',
  'Turkey-New Lira': 'TRY', 'Turkmenistan-New Manat': 'TMT', 'Uganda-Shilling': 'UGX', 'Ukraine-Hryvnia': 'UAH',
  'United Arab Emirates-Dirham': 'AED', 'United Kingdom-Pound': 'GBP', 'Uruguay-Peso': 'UYU', 'Uzbekistan-Som': 'UZS',
  'Vanuatu-Vatu': 'VUV', 'Venezuela-Bolivar Soberano': 'VES', 'Vietnam-Dong': 'VND', 'Western Samoa-Tala': 'WST',
  'Yemen-Rial': 'YER', 'Zambia-New Kwacha': 'ZMW', 'Zimbabwe-Gold': 'ZWG'
}

// A description can be older than the unit that its code denotes: the day from which the code is valid and, if it is
// known, the code until the day before.
const UNITS: Record<string, { since: string; before?: string; until?: string }> = {
  AFN: { since: '2003-01-01' },
  AZN: { since: '2006-01-01' },
  BYN: { since: '2016-07-01' },
  GHS: { since: '2007-07-01' },
  MGA: { since: '2005-01-01' },
  MRU: { since: '2018-06-30', before: 'MRO', until: '2018-03-31' },
  MZN: { since: '2006-07-01' },
  RON: { since: '2005-07-01' },
  RSD: { since: '2006-10-25' },
  SDG: { since: '2007-07-01' },
  SLE: { since: '2022-09-01', before: 'SLL', until: '2022-06-30' },
  SRD: { since: '2004-01-01' },
  STN: { since: '2018-01-01' },
  TMT: { since: '2009-01-01' },
  TRY: { since: '2005-01-01' },
  VES: { since: '2018-08-20' },
  XCG: { since: '2025-03-31', before: 'ANG', until: '2025-03-30' },
  ZMW: { since: '2013-01-01' },
  ZWG: { since: '2024-04-05' }
}

// Labels of old quarters. Each has one or more codes, with the first day on which the label denotes the code and the
// first day on which it no longer does.
const ALWAYS = ''
const NEVER = '9999'
const EURO_CASH = '2002-03-01'
type Span = [code: string, from: string, until: string]
const national = (code: string): Span[] => [[code, ALWAYS, EURO_CASH]]
// prettier-ignore
const FORMER: Record<string, Span[]> = {
  'Austria-Schilling': national('ATS'), 'Belgium-Francs': national('BEF'), 'Finland-Markka': national('FIM'),
  'France-Franc': national('FRF'), 'Germany-Mark': national('DEM'), 'Greece-Drachma': national('GRD'),
  'Ireland-Pound': national('IEP'), 'Italy-Lira': national('ITL'), 'Luxembourg-Franc': national('LUF'),
  'Netherlands-Guilder': national('NLG'), 'Portugal-Escudo': national('PTE'), 'Spain-Peseta': national('ESP'),
  'Cyprus-Pound': [['CYP', ALWAYS, '2008-01-01']], 'Maltese-Lira': [['MTL', ALWAYS, '2008-01-01']],
  'Slovenia-Tolars': [['SIT', ALWAYS, '2007-01-01']], 'Slovak-Korun': [['SKK', ALWAYS, '2009-01-01']],
  'Estonia-Kroon': [['EEK', ALWAYS, '2011-01-01']], 'Latvia-Lats': [['LVL', ALWAYS, '2014-01-01']],
  'Lithuania-Lita': [['LTL', ALWAYS, '2015-01-01']], 'Azerbaijan-Second Manat': [['AZM', ALWAYS, '2006-01-01']],
  'Belarus-Ruble': [['BYR', ALWAYS, '2016-07-01']], 'El Salvador-Colon': [['SVC', ALWAYS, '2015-01-01']],
  'Ghana-Second Cedi': [['GHC', ALWAYS, '2007-07-01'], ['GHS', '2007-07-01', '2015-01-01']],
  'Mauritania-First Ouguiya': [['MRO', ALWAYS, NEVER]], 'Netherlands Antilles-Guilder': [['ANG', ALWAYS, NEVER]],
  'Romania-Third Leu': [['ROL', ALWAYS, '2005-07-01']], 'Sao Tome & Principe-Dobras': [['STD', ALWAYS, '2018-01-01']],
  'Sudan-Sudanese Pound': [['SDG', '2007-07-01', NEVER]], 'Sudan-Dinar': [['SDG', '2007-07-01', NEVER]],
  'Suriname-Guilder': [['SRD', '2004-07-01', NEVER]], 'Turkey-Lira': [['TRL', ALWAYS, '2005-01-01']],
  'Turkmenistan-Manat': [['TMM', ALWAYS, '2009-01-01']],
  // The bolívar before 2008 was worth a thousandth of this one, and the bolívar since August 2018 a hundred thousand
  // times as much.
  'Venezuela-Bolivar': [['VEF', '2008-01-01', '2018-08-20']], 'Venezuela-Soberano': [['VEF', '2008-01-01', '2018-08-20']],
  'Zambia-Kwacha': [['ZMK', ALWAYS, '2013-01-01']], 'Zimbabwe-Rtgs': [['ZWL', '2019-02-22', NEVER]]
}
const FORMER_LABELS = Object.fromEntries(Object.keys(FORMER).map((label) => [label, label]))
const CROSS_BORDER = 'Cross Border-Euro' // a separate rate, which differs from that of the euro countries

// Countries that use the dollar itself, at 1.0.
// prettier-ignore
const DOLLARS = new Set([
  'Ecuador-Dolares', 'El Salvador-Dolares', 'El Salvador-Dollar', 'Marshall Islands-Dollar',
  'Marshall Islands-U.S. Dollar', 'Micronesia-Dollar', 'Micronesia-U.S. Dollar', 'Palau-Dollar', 'Panama-Dolares',
  'Republic Of Palau-Dollar', 'Timor-Leste Dili', 'Timor-Leste-Dili'
])
const NO_RATE = 'null'
const ERRORS: KnownError[] = [
  { code: 'BGN', from: '2026-06-30', to: '2026-06-30', reason: 'the figure is that of the euro' }
]

const Rate = z.object({
  record_date: z.string(),
  country_currency_desc: z.string(),
  exchange_rate: z.string(),
  effective_date: z.string()
})
const Table = z.object({ data: z.array(Rate), meta: z.object({ 'total-pages': z.literal('1') }) })

function codeOn(date: string, description: string): string {
  const former = FORMER[codeOf(FORMER_LABELS, description)]
  if (former) return former.find(([, from, until]) => date >= from && date < until)?.[0] ?? description
  const code = codeOf(CURRENCIES, description)
  const { since = '', before = description, until = '' } = UNITS[code] ?? {}
  if (date >= since) return code
  return date <= until ? before : description
}

/** The rows of the first of the listed countries that share a currency on a day. */
function ofFirstListed(rates: Array<{ row: Row; label: string }>): Row[] {
  const first = new Map<string, string>()
  const keyOf = ({ date, quote }: Row) => `${date} ${quote}`
  for (const { row, label } of rates.toReversed()) first.set(keyOf(row), label)
  const isAnother = ({ row, label }: (typeof rates)[number]) => first.get(keyOf(row)) !== label
  return skip(rates, 'another country with the same currency', isAnother).map(({ row }) => row)
}

function readRate(it: z.infer<typeof Rate>): Row {
  const [record, effective] = [readDate(it.record_date, 'YYYY-MM-DD'), readDate(it.effective_date, 'YYYY-MM-DD')]
  // An amendment is a second line of the quarter, in effect from a later day; the first line stays in force until then.
  const date = effective > record ? effective : record
  return {
    date,
    base: 'USD',
    quote: codeOn(date, it.country_currency_desc),
    type: 'reporting',
    value: readDecimal(it.exchange_rate)
  }
}

export default defineSource({
  code: 'ustreasury',
  name: 'U.S. Department of the Treasury, Bureau of the Fiscal Service',
  country: 'US',
  homeCurrency: 'USD',
  kind: 'treasury',
  rateTypes: ['reporting'],
  pairs: [[1, 190]],
  sourceUrl:
    'https://fiscaldata.treasury.gov/datasets/treasury-reporting-rates-exchange/treasury-reporting-rates-of-exchange',
  timezone: 'America/New_York',
  schedule: '0 17 1-10 1,4,7,10 *',
  cadence: 'quarterly',
  historyFrom: '2001-03-31',
  dated: 'effective',
  notes:
    'The document names currencies by country, not by code. A name that the adapter does not know goes to ' +
    'quarantine, as some old ones may, and so does a rate from before ' +
    'the currency that its code stands for. Countries that use the US dollar and the label Cross Border-Euro are left ' +
    'out. Where countries with one currency have different figures, the first listed is stored. An amendment is stored ' +
    'with the day from which it is effective. ' +
    inWords(ERRORS),
  verified: 'description',
  backfillDays: 20000, // ten years are one page

  // an amendment is in effect from a later day
  requested: requestedAt(/record_date:gte:([\d-]{10}),record_date:lte:([\d-]{10})/, 'YYYY-MM-DD', { late: 100 }),

  // Amendments are published until the end of the next quarter.
  fetch: documentsAt((window) =>
    spansOf({ ...window, from: addDays(window.from, -130) }, 3653).map(({ from, to }) => {
      return `${RATES}?fields=${FIELDS}&filter=record_date:gte:${from},record_date:lte:${to}&sort=-record_date,src_line_nbr&page%5Bnumber%5D=1&page%5Bsize%5D=10000`
    })
  ),

  parse(publication) {
    const { data } = readJson(publication, Table)
    const currencies = skip(atLeastOne(data, 'rate'), 'the dollar in dollars', (it) =>
      DOLLARS.has(it.country_currency_desc)
    )
    const countries = skip(currencies, CROSS_BORDER, (it) => it.country_currency_desc === CROSS_BORDER)
    const rates = skip(countries, 'no rate', (it) => it.exchange_rate === NO_RATE)
    const rows = ofFirstListed(rates.map((it) => ({ row: readRate(it), label: it.country_currency_desc })))
    return distinctRows(withoutKnownErrors(rows, ERRORS))
  }
})

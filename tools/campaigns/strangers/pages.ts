import { asks, BANKS, below, day, get, oneOf, reads, symbol, word, type Kind } from './kind.ts'

/** Every kind of public page, with what makes it dear. */

const SIX = BANKS.slice(0, 6).join(',')
const pair = (random: () => number) => `EUR-${symbol(random)}`
const letter = (random: () => number) => 'abcdefghijklmnopqrstuvwxyz'[below(26, random)]!
const some = (random: () => number) => Array.from({ length: 6 }, () => oneOf(BANKS, random)).join(',')
const window = (random: () => number) => `from=2025-0${1 + below(3, random)}-1${below(10, random)}&to=2025-1${below(2, random)}-1${below(10, random)}`

const rates: Kind[] = [
  reads('the first page', () => '/'),
  reads('the converter', (random) => `/?bank=ecb&amount=${below(1e9, random)}&source=${symbol(random)}&target=EUR&on=${day(random)}`),
  reads('the sources', () => '/banks'),
  reads('a source by currency', (random) => `/banks/ecb?symbol=${symbol(random)}&range=${oneOf(['1m', '3m', '6m', '1y'], random)}`),
  reads('any source', (random) => `/banks/${oneOf(BANKS, random)}`, [200, 404]),
  reads('unknown sources', (random) => `/banks/${word(random)}`, [404]),
  reads('tables', (random) => `/banks/ecb/${day(random)}`, [200, 303]),
  reads('figures', (random) => `/figure/ecb/${pair(random)}/${day(random)}`, [200, 303]),
  reads('figures that are calculated', (random) => `/figure/ecb/${symbol(random)}-HKD/${day(random)}`, [200, 303]),
  reads('the form of a figure', (random) => `/figure?bank=ecb&source=EUR&target=${symbol(random)}&date=${day(random)}`, [303]),
  reads('pairs at all sources', (random) => `/compare/${symbol(random)}/EUR`),
  reads('pairs at all sources on a day', (random) => `/compare/${symbol(random)}/EUR?on=${day(random)}&digits=all`),
  reads('pairs of rare currencies', (random) => `/compare/${word(random, 3).replace(/\d/g, 'x')}/EUR`),
  reads('the form of pairs', (random) => `/compare?source=${symbol(random)}&target=${symbol(random)}`)
]

const charts: Kind[] = [
  reads('a chart', (random) => `/chart/ecb/${pair(random)}?range=1y`),
  reads('a chart of six sources', () => `/chart/${SIX}/EUR-USD?range=1y`),
  reads('charts of six sources', (random) => `/chart/${some(random)}/${pair(random)}?range=1y`),
  reads('charts of crosses', (random) => `/chart/ecb/${symbol(random)}-${symbol(random)}?range=1y`, [200, 400, 404]),
  reads('closed charts', (random) => `/chart/ecb/${pair(random)}?range=max`),
  reads('too many sources in a chart', () => `/chart/${'ecb,boc,'.repeat(100)}ecb/EUR-USD`, [200, 400]),
  reads('the form of a chart', (random) => `/chart?source=${symbol(random)}&target=EUR`, [303, 404]),
  reads('pictures as SVG', (random) => `/chart/ecb/${pair(random)}.svg?${window(random)}&theme=${oneOf(['light', 'dark', 'auto'], random)}`),
  reads('pictures as PNG', (random) => `/chart/ecb/${pair(random)}.png?${window(random)}&theme=dark`, [200, 503]),
  reads('pictures of six sources as SVG', (random) => `/chart/${some(random)}/${pair(random)}.svg?${window(random)}`, [200, 403]),
  reads('pictures of six sources as PNG', (random) => `/chart/${some(random)}/${pair(random)}.png?${window(random)}`, [200, 403, 503])
]

const finds: Kind[] = [
  reads('searches by letter', (random) => `/search?q=${letter(random)}`),
  reads('searches by two letters', (random) => `/search?q=${letter(random)}+${letter(random)}`),
  reads('searches for nothing', (random) => `/search?q=${word(random, 60)}`),
  reads('searches for accents', (random) => `/search?q=${'%CC%81'.repeat(70)}${letter(random)}`),
  reads('the state of the sources', () => '/status'),
  reads('the manual', () => '/docs'),
  reads('an endpoint in the manual', () => '/docs/getApiV1CentralBankBankLatest', [200, 404]),
  reads('rules', (random) => `/applicable/rules?q=${letter(random)}`),
  reads('the rules of a country', (random) => `/applicable/${oneOf(['PL', 'DE', 'CH', 'US', 'IN', 'BR', 'GB', 'EU'], random)}`, [200, 404]),
  reads('a rule', () => '/applicable/rules/pl-vat'),
  reads('the form for applicable rates', () => '/applicable'),
  reads('applicable rates', (random) => `/applicable?jurisdiction=${oneOf(['PL', 'CH', 'DE', 'CZ', 'HU', 'SE'], random)}&purpose=${oneOf(['vat', 'customs'], random)}&date=${day(random)}&source=${symbol(random)}&amount=${below(1e6, random)}`),
  reads('applicable rates over a period', (random) => `/applicable?rule=us-tax-average&date=${day(random)}&source=${symbol(random)}&from=2000-01-01&to=2025-01-01`),
  reads('the form for a file', () => '/applicable/batch?jurisdiction=PL&purpose=vat'),
  reads('styles and scripts', () => '/assets/chart.js', [200]),
  reads('links to new passwords', (random) => `/reset/${word(random, 100)}`),
  reads('the registration', () => '/register'),
  reads('long ways back', (random) => `/login?next=/${word(random)}${'/a'.repeat(800)}`),
  asks('errors as pages', [404], (random) => get(`/${word(random)}`, { Accept: 'text/html' }))
]

const CLOSED = ['/account', '/account/history', '/account/table', '/account/webhooks', '/documents/1', '/certificate?bank=ecb&date=2025-01-02', '/status/rhythm', '/status/quarantine/1', '/status/sources/ecb/documents/1']
const closed: Kind[] = [reads('pages behind the log-in', (random) => oneOf(CLOSED, random), [303])]

export const pages: Kind[] = [...rates, ...charts, ...finds, ...closed]

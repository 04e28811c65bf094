import { asks, BANKS, below, day, get, oneOf, post, reads, symbol, word, type Kind } from './kind.ts'

/** The endpoints for programs, with a key that is made up, with a trial key, and without one. */

const FORMATS = ['json', 'csv', 'xml', 'xlsx', 'ndjson', 'parquet']
const V1 = '/api/v1/central-bank'

const open: Kind[] = [
  reads('open tables', (random) => `/api/open/central-bank/${oneOf(BANKS, random)}`, [200, 404]),
  reads('open pairs', (random) => `/api/open/central-bank/ecb?source=EUR&target=${symbol(random)}&type=reference`),
  reads('open pairs in odd cases', (random) => `/api/open/central-bank/ecb?source=eUr&target=${symbol(random)}&x=${word(random)}`, [200, 400]),
  reads('open tables in all formats', (random) => `/api/open/central-bank/ecb?format=${oneOf(FORMATS, random)}`, [200, 400]),
  reads('public tables in all formats', (random) => `/api/public/central-bank/ecb?format=${oneOf(FORMATS, random)}&source=EUR&target=${symbol(random)}`, [200, 400, 401]),
  reads('workbooks', (random) => `/api/public/central-bank/${oneOf(BANKS, random)}?format=xlsx&bom=${below(2, random)}`, [200, 400, 401, 404]),
  reads('all sources', () => '/api/open/central-banks'),
  reads('currencies', (random) => `/api/v1/symbols?historical=${below(2, random) === 0}`),
  reads('countries', () => '/api/open/geo'),
  reads('feeds', (random) => `${V1}/${oneOf(BANKS, random)}/feed.atom`, [200, 404])
]

const log: Kind[] = [
  reads('checkpoints', () => '/log/checkpoint'),
  reads('proofs of consistency', (random) => `/log/consistency?earlier=${below(4, random)}`, [200, 404]),
  reads('tiles', (random) => `/log/tile/${below(2, random)}/000.p/${1 + below(4, random)}`, [200, 404]),
  reads('entries', (random) => `/log/tile/entries/000.p/${1 + below(4, random)}`, [200, 404]),
  reads('tiles far away', (random) => `/log/tile/${below(64, random)}/${'x999/'.repeat(15)}${100 + below(900, random)}`, [404]),
  reads('keys of signatures', () => '/.well-known/jwks.json')
]

const operations: Kind[] = [
  reads('health', () => '/healthz'),
  reads('readiness', () => '/readyz'),
  reads('metrics', () => '/metrics'),
  asks('metrics in other ways', [200, 404], (random) => get(oneOf(['/metrics/', '//metrics', '/METRICS', `/metrics?${word(random)}`, '/%6detrics'], random)))
]

const stream = (name: string, path: string, isRead: boolean): Kind => ({
  name,
  expects: isRead ? [200] : ['open'],
  attack: async (line) => {
    if (!isRead) line.pause()
    line.send(get(path))
    await line.wait(500)
    line.leave()
  }
})

const events: Kind[] = [
  stream('streams of events', '/api/v1/events', true),
  stream('streams of all events', '/api/v1/events?after=0', true),
  stream('unread streams of all events', '/api/v1/events?after=0', false),
  asks('too many streams of events', [200, 429], () => get(`/api/v1/events?bank=${Array.from({ length: 180 }, (_, at) => `bank${at}`).join(',')}`)),
  asks('odd events', [400], (random) => get('/api/v1/events', { 'Last-Event-ID': word(random, 1000) }))
]

const WITH_KEY = [`${V1}/ecb/latest`, `${V1}/ecb/history`, '/api/v1/central-banks', '/api/v1/official/series?pairs=EUR/USD', '/api/rate?source=EUR&target=USD', '/api/compat/a/latest', '/api/v1/documents', '/api/v1/certificates?bank=ecb&date=2025-01-02']
const keys: Kind[] = [
  asks('no key', [401], (random) => get(oneOf(WITH_KEY, random))),
  asks('made-up keys', [401], (random) => get(oneOf(WITH_KEY, random), { Authorization: `Bearer rb_${word(random, 43)}` })),
  asks('made-up keys in other places', [401], (random) => below(2, random) === 0 ? get(`${V1}/ecb/latest?api_key=rb_${word(random, 43)}`) : get(`${V1}/ecb/latest`, { 'X-API-Key': `rb_${word(random, 43)}` })),
  asks('long keys', [401], (random) => get(`${V1}/ecb/latest`, { Authorization: `Bearer rb_${'a'.repeat(15_000)}${word(random)}` })),
  asks('odd credentials', [401], () => get(`${V1}/ecb/latest`, { Authorization: `Bearer${' '.repeat(15_000)}x y` })),
  asks('many keys at a time', [400, 401], (random) => get(`${V1}/ecb/latest?${Array.from({ length: 50 }, () => `api_key=rb_${word(random, 16)}`).join('&')}`)),
  asks('the interfaces of other services', [401, 400], (random) => get(oneOf(['/api/compat/b/latest', '/api/compat/b/convert?from=EUR&to=USD&amount=1', '/api/compat/c/2025-01-01..2025-12-31', '/api/compat/a/history?start_at=2020-01-01&end_at=2025-01-01'], random))),
  asks('documents by hash', [401], (random) => get(`/api/v1/documents/${'0'.repeat(50)}${below(1e14, random).toString().padStart(14, '0')}`, { Range: 'bytes=0-1' }))
]

const DEAR = [
  (random: () => number) => `${V1}/ecb/latest?format=${oneOf(FORMATS, random)}`,
  (random: () => number) => `/api/v1/central-banks/rates?source=${symbol(random)}&target=EUR`,
  () => '/api/v1/central-banks',
  (random: () => number) => `${V1}/ecb/availability?from=1999-01-01&to=${day(random)}`,
  (random: () => number) => `${V1}/ecb/${day(random)}/publications`,
  (random: () => number) => `/api/v1/rates?source=${symbol(random)}&target=EUR,USD,GBP&from=2025-01-01&to=${day(random)}`,
  (random: () => number) => `/api/rate?source=${symbol(random)}&target=EUR`,
  () => '/api/v1/applicable/rules'
]

/** A stranger with a trial key, if one is to be had: each address gets a few. */
const trial: Kind = {
  name: 'the dearest for a trial key',
  expects: [200],
  attack: async (line, random) => {
    line.send(post('/api/agent/keys', '{}'))
    await line.answered()
    const key = /"api_key": ?"([^"]+)"/.exec(line.body)?.[1] ?? 'none'
    while (line.isOpen) {
      line.send(get(oneOf(DEAR, random)(random), { Authorization: `Bearer ${key}` }))
      await line.answered()
    }
  }
}

export const data: Kind[] = [...open, ...log, ...operations, ...events, ...keys, trial]

import { asks, BANKS, day, get, oneOf, postJson, symbol, word, type Kind } from './kind.ts'

/** The tools for language models, which anybody may call. */

type Arguments = (random: () => number) => object

const ACCEPT = { Accept: 'application/json, text/event-stream' }
const message = (method: string, params: object = {}) => postJson('/api/mcp', { jsonrpc: '2.0', id: 1, method, params }, ACCEPT)
const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'stranger', version: '1' } }
const range = { from: '2024-11-20', to: '2025-11-20' }
const pairs = Array.from({ length: 50 }, (_, at) => `${['EUR', 'USD', 'GBP', 'CHF', 'JPY'][at % 5]}/${['CZK', 'PLN', 'SEK', 'NOK', 'HUF', 'CAD', 'AUD', 'CNY', 'INR', 'KRW'][at % 10]}`).join(',')

const TOOLS: Record<string, Arguments> = {
  list_sources: () => ({}),
  list_currencies: () => ({ historical: true }),
  latest_table: (random) => ({ bank: oneOf(BANKS, random) }),
  table_on_date: (random) => ({ bank: 'ecb', date: day(random) }),
  pair_rate: (random) => ({ bank: 'ecb', source: symbol(random), target: 'EUR', date: day(random) }),
  compare_banks: (random) => ({ source: symbol(random), target: 'EUR' }),
  convert: (random) => ({ bank: 'ecb', amount: '999999999999.99', source: symbol(random), target: 'EUR', date: day(random) }),
  history: () => ({ bank: 'ecb', ...range }),
  availability: () => ({ bank: 'ecb', from: '1999-01-01', to: '2025-12-31' }),
  series: () => ({ pairs, ...range }),
  applicable_rate: (random) => ({ jurisdiction: 'PL', purpose: 'vat', date: day(random), source: symbol(random), amount: '1000' })
}

export const tools: Kind[] = [
  asks('tools: greetings', [200], () => message('initialize', initialize)),
  asks('tools: the list', [200], () => message('tools/list')),
  ...Object.entries(TOOLS).map(([name, of]) => asks(`tools: ${name}`, [200], (random) => message('tools/call', { name, arguments: of(random) }))),
  asks('tools: series grouped', [200], () => message('tools/call', { name: 'series', arguments: { pairs, ...range, group: 'month', stat: 'mean' } })),
  asks('tools: an unknown tool', [200], (random) => message('tools/call', { name: word(random), arguments: {} })),
  asks('tools: wrong arguments', [200], (random) => message('tools/call', { name: 'history', arguments: Object.fromEntries(Array.from({ length: 500 }, () => [word(random, 6), 1])) })),
  asks('tools: an unknown method', [200], (random) => message(word(random))),
  asks('tools: 16 KB of arguments', [200, 413], () => message('tools/call', { name: 'convert', arguments: { bank: 'ecb', amount: '9'.repeat(15_000), source: 'EUR', target: 'USD' } })),
  asks('tools: nothing to answer', [202], () => postJson('/api/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, ACCEPT)),
  asks('tools: many messages in one', [400], () => postJson('/api/mcp', Array.from({ length: 200 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })), ACCEPT)),
  asks('tools: a stream', [405, 404, 406], () => get('/api/mcp', { Accept: 'text/event-stream' })),
  asks('tools: no media type', [406], () => postJson('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { Accept: 'text/plain' })),
  asks('tools: from another origin', [403], (random) => postJson('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { ...ACCEPT, Origin: `https://${word(random)}.example` }))
]

import { z } from 'zod'
import { ALL } from '../../server/cache.ts'
import { sourcesOfCurrency, type CurrencySource } from '../../sources/overview-query.ts'
import { listSources, type SourceEntry } from '../../sources/sources-query.ts'
import { listSymbols } from '../../sources/symbols-query.ts'
import { currencyAddress } from '../kit/addresses.ts'
import { DateText, Freshness, Notice, ScrollingTable } from '../kit/components.tsx'
import { countOfSources, countryName, currencyName } from '../kit/labels.ts'
import { Layout } from '../kit/layout.tsx'
import { page } from '../kit/page.tsx'
import { PairLinks } from '../rates/pair-links.tsx'
import { textOf, wordsOf } from '../kit/source-text.ts'

const PAIR = /^([A-Z]{3})[\s/:-]*([A-Z]{3})$/
const MAX_CURRENCIES = 8

export const search = page({
  path: '/search',
  summary: 'Currencies by code or name, sources by name or country, and pairs',
  query: { q: z.string().max(80).default('').meta({ description: 'What to search for.', examples: ['franc'] }) },
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL, seconds: 300 },
  run: async ({ q }, { database, today, demo }) => {
    const words = wordsOf(q)
    const [sources, symbols] = await Promise.all([listSources(database, today, 'name'), listSymbols(database)])
    const banks = words.length === 0 ? [] : sources.filter((source) => words.every((word) => textOf(source).includes(word)))
    const currencies = words.length === 0 ? [] : symbols.filter((symbol) => words.every((word) => wordsOf(`${symbol} ${currencyName(symbol) ?? ''}`).some((part) => part.startsWith(word)))).slice(0, MAX_CURRENCIES)
    const [, source, target] = PAIR.exec(q.trim().toUpperCase()) ?? []
    const isPair = source !== undefined && source !== target && [source, target!].every((symbol) => symbols.includes(symbol))
    const found = await Promise.all(currencies.map(async (symbol) => ({ symbol, series: await sourcesOfCurrency(database, symbol) })))
    return (
      <Layout title={q === '' ? 'Search' : `Search: ${q}`} current="/search" search={q} description="Search for a currency, a bank, a country or a pair.">
        <h1>Search</h1>
        {q === '' && <p class="lead">Enter a currency (CHF, franc), a pair (EUR/USD), a bank or a country above.</p>}
        {isPair && <><h2>{source} to {target}</h2><PairLinks pair={{ source, target: target! }} /></>}
        {q !== '' && !isPair && banks.length + found.length === 0 && <Notice kind="warning" title={`Nothing found for ${q}`}><p>No source has a currency, name or country like this. <a href="/banks">See all sources</a></p></Notice>}
        {found.map(({ symbol, series }) => <Currency symbol={symbol} series={series} isOnly={found.length === 1} />)}
        {banks.length > 0 && <Banks banks={banks} demoDay={demo && today} />}
      </Layout>
    )
  }
})

const MAX_SERIES = 6

function Currency ({ symbol, series, isOnly }: { symbol: string, series: CurrencySource[], isOnly: boolean }) {
  const shown = isOnly ? series : series.slice(0, MAX_SERIES)
  const name = currencyName(symbol)
  const other = symbol === 'USD' ? 'EUR' : 'USD'
  return (
    <section aria-labelledby={symbol}>
      <h2 id={symbol}><a href={currencyAddress(symbol)}>{symbol}</a> {name && <span class="name">{name}</span>}</h2>
      <p>Published by {countOfSources(new Set(series.map(({ code }) => code)).size)}. {symbol} to {other}:</p>
      <PairLinks pair={{ source: symbol, target: other }} />
      <ScrollingTable label={`Sources with ${symbol}`} isDense>
        <thead><tr><th scope="col">Source</th><th scope="col">Pair</th><th scope="col">Since</th><th scope="col">Newest</th></tr></thead>
        <tbody>
          {shown.map(({ code, name, base, quote, first_date: first, last_date: last }) => (
            <tr><th scope="row"><a href={`/banks/${code}?symbol=${symbol}`}>{name}</a></th><td>{base}/{quote}</td><td><DateText day={first} /></td><td><DateText day={last} /></td></tr>
          ))}
        </tbody>
      </ScrollingTable>
      {shown.length < series.length && <p class="small"><a href={`/search?q=${symbol}`}>All {series.length} series with {symbol}</a></p>}
    </section>
  )
}

function Banks ({ banks, demoDay }: { banks: SourceEntry[], demoDay?: string }) {
  return (
    <section aria-labelledby="sources-found">
      <h2 id="sources-found">Sources</h2>
      <ScrollingTable label="Sources found" isDense>
        <thead><tr><th scope="col">Source</th><th scope="col">Country</th><th scope="col">Currency</th><th scope="col">Newest table</th><th scope="col">State</th></tr></thead>
        <tbody>
          {banks.map((source) => (
            <tr>
              <th scope="row"><a href={`/banks/${source.code}`}>{source.name}</a></th>
              <td>{countryName(source.country)}</td>
              <td>{source.home_ccy}</td>
              <td><DateText day={source.latest_date} /></td>
              <td><Freshness source={source} demoDay={demoDay} /></td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </section>
  )
}

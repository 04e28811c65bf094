import { z } from 'zod'
import type { FoundPages } from '../../site-part.ts'
import { ALL } from '../../../api/server/cache.ts'
import type { Context } from '../../../api/server/route.ts'
import { sourcesOfCurrency, type CurrencySource } from './overview-query.ts'
import { listSources, type SourceEntry } from '../../../api/sources/sources-query.ts'
import { listSymbols } from '../../../api/sources/symbols-query.ts'
import { bankAddress, currencyAddress } from '../../pages/kit/addresses.ts'
import { DateText, Freshness, Notice, Section } from '../../pages/kit/components.tsx'
import { countOf, countryName, currencyName } from '../../pages/kit/labels.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { page } from '../../pages/kit/page.tsx'
import { DataTable } from '../../pages/kit/tables.tsx'
import { PairLinks } from '../rates/pair-links.tsx'
import { currenciesNamed, normalized, searchTextOf, wordsOf } from '../../pages/kit/search-text.ts'

const PAIR = /^([A-Z]{3})[\s/:-]*([A-Z]{3})$/
const MAX_LINKS = 12
const MAX_SUGGESTIONS = 10

interface SearchResults {
  currencies: string[]
  banks: SourceEntry[]
  /** The results of the modules. */
  others: FoundPages[]
}

/** The currencies, the sources and the pages of modules with all words of a search. */
async function searchAll(q: string, context: Context): Promise<SearchResults & { symbols: string[] }> {
  const { database, today, site } = context
  const words = wordsOf(q)
  const [sources, symbols] = await Promise.all([listSources(database, today, 'name'), listSymbols(database)])
  const currencies = currenciesNamed(q, symbols)
  if (words.length === 0) return { symbols, currencies, banks: [], others: [] }
  const has = (text: string) => words.every((word) => normalized(text).includes(word))
  return {
    symbols,
    currencies,
    banks: sources.filter((source) => has(searchTextOf(source))),
    others: (await Promise.all(site.map((part) => part.search({ q, has }, context))))
      .flat()
      .filter(({ pages }) => pages.length > 0)
  }
}

const query = {
  q: z
    .string()
    .max(80)
    .default('')
    .meta({ description: 'What to search for.', examples: ['franc'] })
}
const cached = { cacheControl: 'public, max-age=60', cache: { of: () => ALL, seconds: 300 } } as const

export const search = page({
  path: '/search',
  summary: 'Currencies by code or name, sources by name or country, countries, rules and pairs',
  query,
  ...cached,
  run: async ({ q }, context) => {
    const {
      database,
      today,
      settings: { demo }
    } = context
    const { symbols, currencies, banks, others } = await searchAll(q, context)
    const [, source, target] = PAIR.exec(q.trim().toUpperCase()) ?? []
    const isPair =
      source !== undefined && source !== target && [source, target!].every((symbol) => symbols.includes(symbol))
    const found = await Promise.all(
      currencies.map(async (symbol) => ({
        symbol,
        series: await sourcesOfCurrency(database, symbol)
      }))
    )
    const isEmpty = banks.length + found.length + others.length === 0
    return (
      <Layout
        title={q === '' ? 'Search' : `Search: ${q}`}
        current="/search"
        search={q}
        description="Search for a currency, a bank, a country, a rule or a pair."
      >
        <h1>Search</h1>
        {q === '' && (
          <p class="lead">
            Enter a currency (CHF, franc), a pair (EUR/USD), a bank, a country or a rule (VAT in Poland) above.
          </p>
        )}
        {isPair && (
          <>
            <h2>
              <a href={`/${source}-${target}`}>
                {source} to {target}
              </a>
            </h2>
            <PairLinks pair={{ source, target: target! }} />
          </>
        )}
        {q !== '' && !isPair && isEmpty && (
          <Notice kind="warning" title={`Nothing found for ${q}`}>
            <p>
              No currency, source, country or rule is named like this. <a href="/banks">See all sources</a>
            </p>
          </Notice>
        )}
        {found.map(({ symbol, series }) => (
          <Currency symbol={symbol} series={series} isOnly={found.length === 1} />
        ))}
        {banks.length > 0 && <Banks banks={banks} demoDay={demo && today} />}
        {others.map((it) => (
          <Links {...it} />
        ))}
      </Layout>
    )
  }
})

export const suggestions = page({
  path: '/search/suggestions',
  summary: 'The suggestions of the search field, as options',
  query,
  ...cached,
  run: async ({ q }, context) => {
    const { currencies, banks, others } = await searchAll(q, context)
    const options = [
      ...currencies.map((symbol) => [symbol, currencyName(symbol)]),
      ...banks.map(({ code, name }) => [name, code]),
      ...others.flatMap(({ pages }) => pages.map(({ suggestion }) => suggestion))
    ]
    return (
      <datalist>
        {options.slice(0, MAX_SUGGESTIONS).map(([value, text]) => (
          <option value={value}>{text}</option>
        ))}
      </datalist>
    )
  }
})

function Links({ id, title, pages, all }: FoundPages) {
  return (
    <Section id={id} title={title}>
      <ul>
        {pages.slice(0, MAX_LINKS).map(({ address, name }) => (
          <li>
            <a href={address}>{name}</a>
          </li>
        ))}
      </ul>
      {pages.length > MAX_LINKS && (
        <p class="small">
          <a href={all.address}>{all.text}</a>
        </p>
      )}
    </Section>
  )
}

const MAX_SERIES = 6

function Currency({ symbol, series, isOnly }: { symbol: string; series: CurrencySource[]; isOnly: boolean }) {
  const shown = isOnly ? series : series.slice(0, MAX_SERIES)
  const name = currencyName(symbol)
  const other = symbol === 'USD' ? 'EUR' : 'USD'
  return (
    <Section
      id={symbol}
      title={
        <>
          <a href={currencyAddress(symbol)}>{symbol}</a> {name && <span class="name">{name}</span>}
        </>
      }
    >
      <p>
        Published by {countOf(new Set(series.map(({ code }) => code)).size, 'source')}. {symbol} to {other}:
      </p>
      <PairLinks pair={{ source: symbol, target: other }} />
      <DataTable
        label={`Sources with ${symbol}`}
        isDense
        isCarded
        rows={shown}
        columns={[
          { head: 'Source', cell: (it) => <a href={`${bankAddress(it.code)}?symbol=${symbol}`}>{it.name}</a> },
          { head: 'Pair', cell: ({ base, quote }) => `${base}/${quote}` },
          { head: 'Since', name: 'since', cell: ({ first_date: first }) => <DateText day={first} /> },
          { head: 'Newest', name: 'newest', cell: ({ last_date: last }) => <DateText day={last} /> }
        ]}
      />
      {shown.length < series.length && (
        <p class="small">
          <a href={`/search?q=${symbol}`}>
            All {series.length} series with {symbol}
          </a>
        </p>
      )}
    </Section>
  )
}

function Banks({ banks, demoDay }: { banks: SourceEntry[]; demoDay?: string }) {
  return (
    <Section id="sources-found" title="Sources">
      <DataTable
        label="Sources found"
        isDense
        isCarded
        rows={banks}
        columns={[
          { head: 'Source', cell: ({ code, name }) => <a href={bankAddress(code)}>{name}</a> },
          { head: 'Country', cell: ({ country }) => countryName(country) },
          { head: 'Currency', cell: ({ home_ccy: home }) => home },
          { head: 'Newest table', name: 'newest table', cell: ({ latest_date: latest }) => <DateText day={latest} /> },
          { head: 'State', cell: (source) => <Freshness source={source} demoDay={demoDay} /> }
        ]}
      />
    </Section>
  )
}

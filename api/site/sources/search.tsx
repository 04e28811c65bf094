import { z } from 'zod'
import { readRulebook } from '../../applicable/rulebook-query.ts'
import { seriesText } from '../../applicable/text-query.ts'
import { ALL } from '../../server/cache.ts'
import type { Context } from '../../server/route.ts'
import { sourcesOfCurrency, type CurrencySource } from '../../sources/overview-query.ts'
import { listSources, type SourceEntry } from '../../sources/sources-query.ts'
import { listSymbols } from '../../sources/symbols-query.ts'
import { currencyAddress, jurisdictionAddress, ruleAddress } from '../kit/addresses.ts'
import { DateText, Freshness, Notice, ScrollingTable } from '../kit/components.tsx'
import { countOfSources, countryName, currencyName } from '../kit/labels.ts'
import { Layout } from '../kit/layout.tsx'
import { page } from '../kit/page.tsx'
import { ruleName } from '../applicable/rule-name.ts'
import { PairLinks } from '../rates/pair-links.tsx'
import { currenciesNamed, plain, textOf, wordsOf } from '../kit/source-text.ts'

const PAIR = /^([A-Z]{3})[\s/:-]*([A-Z]{3})$/
const MAX_CURRENCIES = 8
const MAX_LINKS = 12
const MAX_SUGGESTIONS = 10

interface Found {
  currencies: string[]
  banks: SourceEntry[]
  places: Array<{ code: string, name: string }>
  rules: Array<{ id: string, name: string }>
}

/** The currencies, sources, jurisdictions and rules with all words of a search. */
async function find (q: string, { database, today }: Context): Promise<Found & { symbols: string[] }> {
  const words = wordsOf(q)
  const [sources, symbols, rulebook] = await Promise.all([listSources(database, today, 'name'), listSymbols(database), readRulebook(database)])
  if (words.length === 0) return { symbols, currencies: [], banks: [], places: [], rules: [] }
  const has = (text: string) => words.every((word) => plain(text).includes(word))
  const names = new Map(rulebook.jurisdictions.map(({ code, name }) => [code, name]))
  return {
    symbols,
    currencies: currenciesNamed(words, symbols).slice(0, MAX_CURRENCIES),
    banks: sources.filter((source) => has(textOf(source))),
    places: rulebook.jurisdictions.filter(({ code, name }) => has(name) || q.trim().toUpperCase() === code),
    rules: rulebook.rules.map((rule) => ({ id: rule.id, name: ruleName(rule, names.get(rule.jurisdiction)!, seriesText(rule)) })).filter(({ id, name }) => has(`${id} ${name}`))
  }
}

const query = { q: z.string().max(80).default('').meta({ description: 'What to search for.', examples: ['franc'] }) }
const cached = { cacheControl: 'public, max-age=60', cache: { of: () => ALL, seconds: 300 } } as const

export const search = page({
  path: '/search',
  summary: 'Currencies by code or name, sources by name or country, countries, rules and pairs',
  query,
  ...cached,
  run: async ({ q }, context) => {
    const { database, today, settings: { demo } } = context
    const { symbols, currencies, banks, places, rules } = await find(q, context)
    const [, source, target] = PAIR.exec(q.trim().toUpperCase()) ?? []
    const isPair = source !== undefined && source !== target && [source, target!].every((symbol) => symbols.includes(symbol))
    const found = await Promise.all(currencies.map(async (symbol) => ({ symbol, series: await sourcesOfCurrency(database, symbol) })))
    const isEmpty = banks.length + found.length + places.length + rules.length === 0
    return (
      <Layout title={q === '' ? 'Search' : `Search: ${q}`} current="/search" search={q} description="Search for a currency, a bank, a country, a rule or a pair.">
        <h1>Search</h1>
        {q === '' && <p class="lead">Enter a currency (CHF, franc), a pair (EUR/USD), a bank, a country or a rule (VAT in Poland) above.</p>}
        {isPair && <><h2>{source} to {target}</h2><PairLinks pair={{ source, target: target! }} /></>}
        {q !== '' && !isPair && isEmpty && <Notice kind="warning" title={`Nothing found for ${q}`}><p>No currency, source, country or rule is named like this. <a href="/banks">See all sources</a></p></Notice>}
        {found.map(({ symbol, series }) => <Currency symbol={symbol} series={series} isOnly={found.length === 1} />)}
        {banks.length > 0 && <Banks banks={banks} demoDay={demo && today} />}
        <Links id="places" title="The law of a country" links={places.map(({ code, name }) => [jurisdictionAddress(code), name])} />
        <Links id="rules" title="Rules" links={rules.map(({ id, name }) => [ruleAddress(id), name])} />
      </Layout>
    )
  }
})

export const suggestions = page({
  path: '/search/suggestions',
  summary: 'What the search field suggests while somebody types, as options',
  query,
  ...cached,
  run: async ({ q }, context) => {
    const { currencies, banks, places, rules } = await find(q, context)
    const options = [
      ...currencies.map((symbol) => [symbol, currencyName(symbol)]), ...banks.map(({ code, name }) => [name, code]),
      ...places.map(({ name }) => [name, 'rules']), ...rules.map(({ id, name }) => [id, name])
    ]
    return <datalist>{options.slice(0, MAX_SUGGESTIONS).map(([value, text]) => <option value={value}>{text}</option>)}</datalist>
  }
})

function Links ({ id, title, links }: { id: string, title: string, links: Array<[address: string, text: string]> }) {
  if (links.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>{links.slice(0, MAX_LINKS).map(([address, text]) => <li><a href={address}>{text}</a></li>)}</ul>
      {links.length > MAX_LINKS && <p class="small"><a href="/applicable/rules">All rules</a></p>}
    </section>
  )
}

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
      <ScrollingTable label={`Sources with ${symbol}`} isDense isCarded>
        <thead><tr><th scope="col">Source</th><th scope="col">Pair</th><th scope="col">Since</th><th scope="col">Newest</th></tr></thead>
        <tbody>
          {shown.map(({ code, name, base, quote, first_date: first, last_date: last }) => (
            <tr><th scope="row"><a href={`/banks/${code}?symbol=${symbol}`}>{name}</a></th><td>{base}/{quote}</td><td data-name="since"><DateText day={first} /></td><td data-name="newest"><DateText day={last} /></td></tr>
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
      <ScrollingTable label="Sources found" isDense isCarded>
        <thead><tr><th scope="col">Source</th><th scope="col">Country</th><th scope="col">Currency</th><th scope="col">Newest table</th><th scope="col">State</th></tr></thead>
        <tbody>
          {banks.map((source) => (
            <tr>
              <th scope="row"><a href={`/banks/${source.code}`}>{source.name}</a></th>
              <td>{countryName(source.country)}</td>
              <td>{source.home_ccy}</td>
              <td data-name="newest table"><DateText day={source.latest_date} /></td>
              <td><Freshness source={source} demoDay={demoDay} /></td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </section>
  )
}

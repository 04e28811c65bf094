import { z } from 'zod'
import * as parameters from '../../contract/parameters.ts'
import type { Pair } from '../../contract/parameters.ts'
import { ALL } from '../../server/cache.ts'
import type { Context } from '../../server/route.ts'
import type { Bank } from '../../rates/bank-query.ts'
import { compareBanks } from '../../rates/comparison-query.ts'
import { listSourceStates } from '../../operations/operations-query.ts'
import { recentRates, storedExtent, type Extent, type RecentRates } from '../../sources/overview-query.ts'
import { listSources, type SourceEntry } from '../../sources/sources-query.ts'
import { listSymbols } from '../../sources/symbols-query.ts'
import { findTable, type BankTable } from '../../rates/tables-query.ts'
import { DateText, Freshness, Notice, SelectField } from '../kit/components.tsx'
import { ConversionResult, convert, ConverterForm, type ConversionRequest } from './converter.tsx'
import { figureAddress } from '../kit/addresses.ts'
import { rounded } from '../kit/figures.ts'
import { captionOf, countOfSources } from '../kit/labels.ts'
import { Layout } from '../kit/layout.tsx'
import { page } from '../kit/page.tsx'
import { PairLinks } from './pair-links.tsx'
import { RatesTable } from './rates-table.tsx'
import { Sparkline } from './sparkline.tsx'

const TREND_DAYS = 60
const CURRENCY = /^[A-Z]{3}$/

const typed = z.string().max(60)

export const home = page({
  path: '/',
  summary: 'Introduction, the newest table of a source, and a converter',
  query: {
    bank: parameters.bank.optional(),
    amount: typed.optional().meta({ description: 'The amount to convert.', examples: ['100.00'] }),
    source: typed.optional().meta({ description: 'The currency of the amount.', examples: ['EUR'] }),
    on: typed.optional().meta({ description: 'A date; the newest rate on or before it is used.', examples: ['2026-11-20'] }),
    target: typed.optional().meta({ description: 'The currency to convert it into.', examples: ['USD'] })
  },
  failures: [404],
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL },
  run: async (query, context) => {
    const { database, today } = context
    const [sources, symbols] = await Promise.all([listSources(database, today), listSymbols(database)])
    const banks = sources.filter(({ latest_date: latest }) => latest !== null)
    const chosen = query.bank ?? (banks.find(({ code }) => code === 'ecb') ?? banks[0])?.code
    if (chosen === undefined) return <Empty failed={await countFailed(context)} />
    const { bank, table } = await findTable(database, { bank: chosen, on: 'infinity' })
    const request = requestOf(query, chosen, banks.find(({ code }) => code === chosen)?.home_ccy ?? 'EUR')
    const pair = { source: request.source, target: request.target }
    const [extent, recent, rates] = await Promise.all([
      storedExtent(database),
      table ? recentRates(database, chosen, table.rateDate, TREND_DAYS) : [],
      dailyRates(pair, context)
    ])
    const choice = banks.find(({ code }) => code === chosen)
    const outcome = await convert(request, context)
    const options = banks.map(({ code, name }) => ({ value: code, text: name }))
    return (
      <Layout title="Ratebook" current="/" scripts={['copy.js']} description="Official exchange rates as central banks and other authorities publish them, each traceable to its document.">
        {context.demo && <Notice kind="warning"><p>{context.demo.notice}</p></Notice>}
        <div class="opening">
          <section>
            <h1>Official exchange rates, exactly as published</h1>
            <p class="lead">
              Central banks, treasuries, tax and customs authorities each publish their own rates, and they differ. Ratebook keeps every table digit for digit
              and traces each figure to the document that printed it.
            </p>
            <Glance extent={extent} />
            <Live pair={pair} bank={bank} trend={trendOf(recent, pair)} rates={rates} date={table?.rateDate} />
          </section>
          <section class="card" aria-labelledby="converter">
            <h2 id="converter">Convert at an official rate</h2>
            <ConverterForm request={request} errors={outcome.errors} banks={options} symbols={symbols} />
            <ConversionResult request={request} outcome={outcome} bank={bank} isStale={choice?.stale ?? false} />
          </section>
        </div>
        <NewestTable bank={bank} table={table} choice={choice} options={options} recent={recent} demoDay={context.demo && today} />
        <Developers origin={context.origin} bank={chosen} />
      </Layout>
    )
  }
})

/** The daily middle and reference rates of a pair at the sources that have a recent one, ascending. */
async function dailyRates (pair: Pair, { database, today }: Context): Promise<string[]> {
  if (!CURRENCY.test(pair.source) || !CURRENCY.test(pair.target) || pair.source === pair.target) return []
  const { banks } = await compareBanks(database, { ...pair, type: 'comparable', today })
  return banks.objects<{ rate: string }>().map(({ rate }) => String(rate)).sort((one, other) => Number(one) - Number(other))
}

interface NewestTableProps {
  bank: Bank
  table?: BankTable
  choice?: SourceEntry
  options: Array<{ value: string, text: string }>
  recent: RecentRates[]
  demoDay?: string
}

function NewestTable ({ bank, table, choice, options, recent, demoDay }: NewestTableProps) {
  return (
    <section aria-labelledby="table">
      <h2 id="table">{bank.name}</h2>
      <form class="row" method="get" action="/#table">
        <SelectField label="Source" name="bank" id="table-bank" value={bank.code} options={options} />
        <button class="plain">Show table</button>
      </form>
      {table
        ? (
            <>
              <p>Newest table: <DateText day={table.rateDate} /> {choice && <Freshness source={choice} demoDay={demoDay} />} <a href={`/banks/${bank.code}`}>History, calendar and documents</a></p>
              <RatesTable rates={table.rates} bank={bank.code} date={table.rateDate} caption={captionOf(bank, table.rateDate)} recent={recent} />
            </>
          )
        : <p>This source has no table yet.</p>}
    </section>
  )
}

function Glance ({ extent: { sources, tables, first_date: first } }: { extent: Extent }) {
  return (
    <dl class="glance">
      <div><dt>Publishers</dt><dd><a href="/banks">{sources.toLocaleString('en')}</a></dd></div>
      <div><dt>Tables</dt><dd>{tables.toLocaleString('en')}</dd></div>
      {first !== null && <div><dt>Since</dt><dd>{first.slice(0, 4)}</dd></div>}
    </dl>
  )
}

interface LiveProps {
  pair: Pair
  bank: Bank
  /** The published rates of the last weeks; empty if the source does not print the pair. */
  trend: string[]
  /** The rates of the pair at the sources that have a recent one. */
  rates: string[]
  date?: string
}

/** The newest rate of a pair with its line, and how far the sources are apart. */
function Live ({ pair: { source, target }, bank, trend, rates, date }: LiveProps) {
  const value = trend.at(-1)
  if (value === undefined || date === undefined) return null
  const at = (part: number) => rates[Math.round((rates.length - 1) * part)]!
  const apart = (Number(at(0.75)) / Number(at(0.25)) - 1) * 10_000
  return (
    <div class="live">
      <p><span class="quiet small">1 {source} at {bank.code}, <DateText day={date} /></span><br /><strong><a class="figure-link" href={figureAddress({ bank: bank.code, base: source, quote: target, date })}>{value}</a></strong> {target}</p>
      <Sparkline values={trend} width={160} />
      {rates.length > 1 && (
        <p class="small">
          {countOfSources(rates.length)} with daily rates: half of them lie between {rounded(at(0.25))} and {rounded(at(0.75))}, {apart.toFixed(0)} basis points apart.
        </p>
      )}
      <PairLinks pair={{ source, target }} />
    </div>
  )
}

function trendOf (recent: RecentRates[], { source, target }: Pair): string[] {
  return recent.find(({ base, quote }) => base === source && quote === target)?.values ?? []
}

function Developers ({ origin, bank }: { origin: string, bank: string }) {
  return (
    <section aria-labelledby="developers">
      <h2 id="developers">For programs</h2>
      <p>The newest tables need no key. <a href="/register">Register</a> for a key and the history, or read the <a href="/docs">documentation</a>.</p>
      <pre class="sheet" tabIndex={0}><code id="curl">{`curl '${origin}/api/open/central-bank/${bank}'`}</code></pre>
      <p><button type="button" class="plain small" data-copies="curl" hidden>Copy</button></p>
    </section>
  )
}

function requestOf (typed: { amount?: string, source?: string, target?: string, on?: string }, bank: string, home: string): ConversionRequest {
  const { amount = '100', source = home, target = home === 'USD' ? 'EUR' : 'USD' } = typed
  return { bank, on: typed.on?.trim() || undefined, amount: amount.trim(), source: source.trim().toUpperCase(), target: target.trim().toUpperCase() }
}

/** The number of sources, and of those whose last run failed. */
async function countFailed ({ database, today }: Context): Promise<{ runs: number, failed: number }> {
  const states = (await listSourceStates(database, today)).filter(({ last_status: status }) => status !== null && status !== 'running')
  return { runs: states.length, failed: states.filter(({ last_status: status }) => status === 'failed').length }
}

function Empty ({ failed: { runs, failed } }: { failed: { runs: number, failed: number } }) {
  return (
    <Layout title="Ratebook" current="/">
      <h1>Official exchange rates, exactly as published</h1>
      <p class="lead">Nothing has been collected yet. The first table appears here as soon as a source delivers it.</p>
      {failed > 0 && (
        <Notice kind="warning" title={`${failed} of ${runs} runs failed`}>
          <p>Can this machine reach the publishers? <a href="/status">The state of each source</a> says more. <code>npm run demo</code> needs no network.</p>
        </Notice>
      )}
    </Layout>
  )
}

import { z } from 'zod'
import * as parameters from '../contract/parameters.ts'
import type { Pair } from '../contract/parameters.ts'
import { METHODOLOGY } from '../contract/texts.ts'
import { ALL } from '../http/cache.ts'
import type { Context } from '../http/route.ts'
import { compareBanks, type PrintedStats } from '../queries/comparison.ts'
import { listCommonPairs } from '../queries/pair.ts'
import { listSymbols } from '../queries/symbols.ts'
import { figureAddress } from './addresses.ts'
import { Badge, DateText, Notice, ScrollingTable, TextField } from './components.tsx'
import { Currencies } from './converter.tsx'
import { DotPlot, shortened } from './dot-plot.tsx'
import { countOfSources, currencyName, labelOf } from './labels.ts'
import { Layout } from './layout.tsx'
import { page } from './page.tsx'

interface Compared {
  code: string
  name: string
  rate: string
  rate_date: string
  rate_type: string
  derived: boolean
  method: string
  stale: boolean
}

const SHOWN_PAIRS = 12
const CURRENCY = /^[A-Z]{3}$/

const typed = z.string().trim().max(20).toUpperCase()
const query = {
  source: typed.optional().meta({ description: 'The currency that is priced: the rate is for one unit of it.', examples: ['EUR'] }),
  target: typed.optional().meta({ description: 'The currency in which the rate is expressed.', examples: ['USD'] })
}

export const compare = page({
  path: '/compare',
  summary: 'The form to choose a pair to compare, with common pairs',
  query,
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL },
  run: async ({ source, target }, context) => {
    return source === undefined && target === undefined ? choose(context) : comparisonOf({ source: source ?? '', target: target ?? '' }, context)
  }
})

export const comparison = page({
  path: '/compare/:source/:target',
  summary: 'One pair at every source that has it, with statistics',
  params: { source: parameters.source, target: parameters.target },
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL },
  run: (pair, context) => comparisonOf(pair, context)
})

async function choose ({ database }: Context) {
  const [symbols, pairs] = await Promise.all([listSymbols(database), listCommonPairs(database, SHOWN_PAIRS)])
  return (
    <Layout title="Compare" current="/compare" description="One currency pair across all sources.">
      <h1>Compare sources</h1>
      <p class="lead">Several authorities publish rates for the same pair, and they rarely agree to the last digit. Choose a pair to compare them.</p>
      <PairForm symbols={symbols} />
      {pairs.length > 0 && <h2>Common pairs</h2>}
      <ul class="pairs">
        {pairs.map(({ source, target, banks }) => (
          <li><a class="card" href={`/compare/${source}/${target}`}><strong>{source} / {target}</strong> <span class="small quiet">published by {countOfSources(banks)}</span></a></li>
        ))}
      </ul>
    </Layout>
  )
}

function PairForm ({ pair, symbols, errors = {} }: { pair?: Pair, symbols: string[], errors?: Partial<Pair> }) {
  return (
    <form class="row" method="get" action="/compare">
      <TextField label="One unit of" name="source" value={pair?.source} error={errors.source} list="currencies" autocomplete="off" maxLength={3} required />
      <TextField label="In" name="target" value={pair?.target} error={errors.target} list="currencies" autocomplete="off" maxLength={3} required />
      <Currencies symbols={symbols} />
      <button>Compare</button>
    </form>
  )
}

function errorsOf ({ source, target }: Pair): Partial<Pair> {
  return {
    ...(!CURRENCY.test(source) && { source: 'Enter a three-letter code, such as EUR' }),
    ...(!CURRENCY.test(target) && { target: 'Enter a three-letter code, such as USD' }),
    ...(source === target && CURRENCY.test(source) && { target: 'Enter a different currency' })
  }
}

async function comparisonOf (pair: Pair, { database, today }: Context) {
  const { source, target } = pair
  const errors = errorsOf(pair)
  const isValid = Object.keys(errors).length === 0
  const [symbols, comparison] = await Promise.all([listSymbols(database), isValid ? compareBanks(database, { source, target, today }) : undefined])
  const banks = comparison?.banks.objects<Compared>().sort((one, other) => Number(one.rate) - Number(other.rate)) ?? []
  const stats = comparison?.printed
  const fresh = banks.filter(({ stale }) => !stale)
  const stale = banks.filter((bank) => bank.stale)
  return (
    <Layout title={isValid ? `${source} to ${target}` : 'Compare'} current="/compare" description={`The rate from ${source} to ${target} at every source that has it.`}>
      <p class="eyebrow"><a href="/compare">Compare</a></p>
      <h1>{isValid ? `${source} to ${target}` : 'Compare sources'}</h1>
      {isValid && <p class="lead">One {currencyName(source) ?? source} in {currencyName(target) ?? target}, at every source that has the pair. <a href={`/compare/${target}/${source}`}>Reverse the pair</a></p>}
      <PairForm pair={pair} symbols={symbols} errors={errors} />
      {isValid && banks.length === 0 && <Notice kind="warning" title={`No source has ${source} to ${target}`}><p>No source publishes it in either direction, or both currencies against its home currency.</p></Notice>}
      {fresh.length > 0 && (
        <section aria-labelledby="fresh">
          <h2 id="fresh">Up to date</h2>
          <Statistics stats={stats!} sources={fresh.length} />
          <Plot pair={pair} banks={fresh} median={stats!.median} />
          <Banks banks={fresh} source={source} caption={`${source} to ${target} at ${countOfSources(fresh.length)}, lowest first`} target={target} />
        </section>
      )}
      {stale.length > 0 && (
        <section aria-labelledby="stale">
          <h2 id="stale">Older than 30 days</h2>
          <p>The newest rates of these sources are too old to compare, so the statistics exclude them.</p>
          <Plot pair={pair} banks={stale} />
          <Banks banks={stale} source={source} caption={`${source} to ${target} at ${countOfSources(stale.length)} with an old rate`} target={target} />
        </section>
      )}
      {banks.length > 0 && <p class="small quiet">{METHODOLOGY}</p>}
    </Layout>
  )
}

function Statistics ({ stats: { min, median, max, spread }, sources }: { stats: PrintedStats, sources: number }) {
  return (
    <dl class="facts statistics">
      <div><dt>Lowest</dt><dd class="figure">{min}</dd></div>
      <div><dt>Median</dt><dd class="figure">{median}</dd></div>
      <div><dt>Highest</dt><dd class="figure">{max}</dd></div>
      <div><dt>Spread, basis points</dt><dd class="figure">{spread}</dd></div>
      <div><dt>Sources</dt><dd class="figure">{sources}</dd></div>
    </dl>
  )
}

function Plot ({ pair: { source, target }, banks, median }: { pair: Pair, banks: Compared[], median?: string }) {
  const label = `${source} to ${target} at ${countOfSources(banks.length)}, from ${shortened(banks[0]!.rate)} to ${shortened(banks.at(-1)!.rate)}; the table below has every figure`
  const dots = banks.map(({ code, name, rate, rate_date: date, derived }) => ({ name: code, title: `${name}, ${date}: ${rate}`, value: rate, isDerived: derived }))
  return (
    <figure class="chart">
      <DotPlot dots={dots} median={median} label={label} />
      <figcaption class="small">Filled: published by the source. Hollow: calculated from its published rates.</figcaption>
    </figure>
  )
}

function Banks ({ banks, caption, source, target }: { banks: Compared[], caption: string, source: string, target: string }) {
  return (
    <ScrollingTable label={caption}>
      <caption><span>{caption}</span></caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col" class="number">{target}</th>
          <th scope="col">Date</th>
          <th scope="col">Type</th>
          <th scope="col">Method</th>
        </tr>
      </thead>
      <tbody>
        {banks.map(({ code, name, rate, rate_date: date, rate_type: type, derived, method }) => (
          <tr>
            <th scope="row"><a href={`/banks/${code}`}>{name}</a> <span class="name">{code}</span></th>
            <td class="number"><a class="figure-link" href={figureAddress({ bank: code, base: source, quote: target, date, type })}>{rate}</a></td>
            <td><DateText day={date} /></td>
            <td>{labelOf(type)}</td>
            <td><Badge kind={derived ? 'derived' : 'good'}>{method}</Badge></td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

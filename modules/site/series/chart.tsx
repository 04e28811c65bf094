import { z } from 'zod'
import { notFound, asOfClause } from '../../../api/contract/errors.ts'
import type { Pair } from '../../../api/contract/parameters.ts'
import { currencyNotes } from '../../../api/sources/currencies-query.ts'
import { listSymbols } from '../../../api/sources/symbols-query.ts'
import { figureAddress } from '../../pages/kit/addresses.ts'
import {
  beginOf,
  chartBanks,
  chartParams,
  differencesOf,
  isOpenRange,
  mode,
  range,
  RANGES,
  readSeries,
  spreadOf,
  type BankSeries,
  type Range
} from './chart-data.ts'
import { ChartSources, offeredSources, sourcesFor } from './chart-sources.tsx'
import { AsOf, asOfQuery } from '../../pages/kit/as-of.tsx'
import { DateText, Notice, Section, TextField } from '../../pages/kit/components.tsx'
import { CopyButton, CopyFigures, type CopiedFigures } from '../../pages/kit/copy-as.tsx'
import { CurrencyNotes } from '../sources/currency.tsx'
import { readCurrency } from '../../pages/kit/search-text.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { DerivationBadge, LineChart } from '../../pages/kit/chart/line-chart.tsx'
import { PairLinks } from '../rates/pair-links.tsx'
import { hasHistory, PlanNotice } from '../../pages/kit/plan-needed.tsx'
import { privatePage, seeOther, privateAnswer } from '../../pages/kit/private.ts'
import { DataTable, type Column } from '../../pages/kit/tables.tsx'

const MAX_ROWS = 400
const MAX_PAGE = 5000 // rows of an answer in JSON

/** The address of the chart of a pair at some sources. */
export function chartAddress(banks: string[], { source, target }: Pair, ending = ''): string {
  return `/chart/${banks.join(',')}/${source}-${target}${ending}`
}

export const chartPage = privatePage({
  path: '/chart/:banks/:pair',
  summary:
    'A pair at one or several sources over time, and how far they are apart. Ranges beyond a year need an account with the history',
  params: chartParams,
  query: { range: range.default('1y'), mode, ...asOfQuery },
  run: async ({ banks: codes, pair, range, mode, as_of: asOf }, context) => {
    const [{ banks, latest }, offered] = await Promise.all([chartBanks(context, codes), offeredSources(context, pair)])
    const isClosed = !isOpenRange(range) && !hasHistory(context)
    const window = { from: beginOf(range, latest), to: latest }
    const kept = { ...(mode === 'difference' && { mode }), ...(asOf && { as_of: asOf }) }
    const query = new URLSearchParams(kept)
    const series = isClosed ? [] : await readSeries(context, banks, pair, { ...window, asOf })
    const notes = await currencyNotes(context.database, [pair.source, pair.target], window.from, latest)
    const title = `${pair.source} to ${pair.target}`
    return privateAnswer(
      <Layout
        title={`${title}: chart`}
        current="/chart"
        scripts={['chart.js', 'copy.js']}
        description={`${title} at ${banks.map(({ name }) => name).join(', ')} over time.`}
      >
        <h1>{title}</h1>
        <ChartForm codes={codes} pair={pair} range={range} />
        <ChartSources
          chosen={banks}
          offered={offered}
          addressOf={(others) => `${chartAddress(others, pair)}?${new URLSearchParams({ range, ...kept })}`}
        />
        <Ranges address={`${chartAddress(codes, pair)}${query.size > 0 ? `?${query}` : ''}`} chosen={range} />
        {codes.length > 1 && !isClosed && (
          <Modes
            chosen={mode}
            first={codes[0]!}
            addressOf={(it) =>
              `${chartAddress(codes, pair)}?${new URLSearchParams({ range, mode: it, ...(asOf && { as_of: asOf }) })}`
            }
          />
        )}
        {isClosed ? (
          <PlanNotice
            what="The full history needs"
            page={`${chartAddress(codes, pair)}?range=${range}`}
            context={context}
          >
            Everybody can see up to a year.
          </PlanNotice>
        ) : (
          <Charts series={series} pair={pair} latest={latest} mode={mode} asOf={asOf} />
        )}
        {!isClosed && (
          <Pictures
            address={chartAddress(codes, pair)}
            query={new URLSearchParams({ ...(isOpenRange(range) ? window : { range }), ...kept })}
          />
        )}
        <AsOf page={chartAddress(codes, pair)} asOf={asOf} keep={{ range, ...(mode === 'difference' && { mode }) }} />
        {!isClosed && <CurrencyNotes notes={notes} />}
        <PairLinks pair={pair} page="chart" banks={codes} />
        {!isClosed && <CopyFigures figures={copiedChart({ series, pair, range, window, origin: context.origin })} />}
        {!isClosed && <Embed address={`${context.origin}${chartAddress(codes, pair)}`} title={title} />}
      </Layout>
    )
  }
})

function ChartForm({ codes, pair, range }: { codes: string[]; pair: Pair; range: Range }) {
  return (
    <form class="row" method="get" action="/chart">
      <TextField label="One unit of" name="source" value={pair.source} autocomplete="off" maxLength={60} required />
      <TextField label="In" name="target" value={pair.target} autocomplete="off" maxLength={60} required />
      <input type="hidden" name="banks" value={codes.join()} />
      <input type="hidden" name="range" value={range} />
      <button class="plain">Draw</button>
    </form>
  )
}

interface RangesProps {
  /** The page with the chart. */
  address: string
  chosen: string
  names?: readonly string[]
  /** The page with the chart of the other ranges. */
  beyond?: string
}

/** Links to the ranges of a chart. */
export function Ranges({ address, chosen, names = Object.keys(RANGES), beyond }: RangesProps) {
  const others = beyond === undefined ? [] : Object.keys(RANGES).filter((name) => !names.includes(name))
  const link = (page: string, name: string) => (
    <a
      href={`${page}${page.includes('?') ? '&' : '?'}range=${name}`}
      aria-current={name === chosen ? 'true' : undefined}
    >
      {name === 'max' ? 'Max' : name.toUpperCase()}
    </a>
  )
  return (
    <nav class="ranges" aria-label="Range of the chart">
      {names.map((name) => link(address, name))}
      {others.map((name) => link(beyond!, name))}
    </nav>
  )
}

/** Links to draw the rates, or the differences to the first source. */
function Modes({ chosen, first, addressOf }: { chosen: string; first: string; addressOf: (mode: string) => string }) {
  const modes = { rates: 'Rates', difference: `Difference to ${first} in basis points` }
  return (
    <nav class="ranges" aria-label="Values of the chart">
      {Object.entries(modes).map(([mode, text]) => (
        <a href={addressOf(mode)} aria-current={mode === chosen ? 'true' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  )
}

/** Links to pictures of the chart. */
function Pictures({ address, query }: { address: string; query: URLSearchParams }) {
  return (
    <p class="small">
      This chart as a picture: <a href={`${address}.svg?${query}`}>SVG</a>
    </p>
  )
}

interface ChartsProps {
  series: BankSeries[]
  pair: Pair
  latest: string
  mode: 'rates' | 'difference'
  asOf?: string
}

/** The rates of some sources over time, and the differences between them. */
export function Charts({ series, pair: { source, target }, latest, mode, asOf }: ChartsProps) {
  const found = series.filter(({ points }) => points.length > 0)
  if (found.length === 0) {
    return (
      <Notice
        kind="warning"
        title={`None of these sources has ${source} to ${target} in this range${asOfClause(asOf)}`}
      />
    )
  }
  const from = found.map(({ points }) => points[0]!.date).sort()[0]!
  const isDifference = mode === 'difference' && series[0]!.points.length > 0
  const lines = (isDifference ? differencesOf(series) : series).map(({ bank, points, derivation }) => ({
    name: bank.code,
    points,
    derivation
  }))
  const spread = isDifference ? [] : spreadOf(found.map(({ points }) => points))
  const address =
    series.length === 1
      ? (date: string) => figureAddress({ bank: found[0]!.bank.code, base: source, quote: target, date })
      : undefined
  const caption = isDifference
    ? `${source} to ${target}: how far each source is from ${series[0]!.bank.name}, in basis points`
    : `One ${source} in ${target}`
  return (
    <>
      <figure class="chart">
        <figcaption>
          {caption}
          {found.some(({ derivation }) => derivation) && '; calculated rates are rounded to six significant digits'}
        </figcaption>
        <LineChart series={lines} from={from} to={latest} unit={isDifference ? 'bp' : target} addressOf={address} />
      </figure>
      {spread.length > 0 && (
        <figure class="chart">
          <figcaption>How far they are apart, in basis points, on days that at least two of them have</figcaption>
          <LineChart series={[{ name: 'spread', points: spread }]} from={from} to={latest} unit="bp" />
        </figure>
      )}
      <Figures series={series} pair={{ source, target }} />
    </>
  )
}

function Figures({ series, pair: { source, target } }: { series: BankSeries[]; pair: Pair }) {
  const { dates, valueOn } = byDate(series)
  return (
    <details>
      <summary>
        {dates.length > MAX_ROWS
          ? `Show the newest ${MAX_ROWS} figures as a table`
          : `Show the figures as a table (${dates.length})`}
      </summary>
      <DataTable
        label="Figures"
        id="figures"
        caption={`One ${source} in ${target}`}
        rows={dates.slice(0, MAX_ROWS)}
        columns={[
          { head: 'Date', cell: (date) => <DateText day={date} /> },
          ...series.map(({ bank: { code }, derivation }): Column<string> => ({
            head: (
              <>
                {code} <DerivationBadge of={derivation} />
              </>
            ),
            class: 'number',
            cell: (date) =>
              valueOn(code, date) !== undefined && (
                <a class="figure-link" href={figureAddress({ bank: code, base: source, quote: target, date })}>
                  {valueOn(code, date)}
                </a>
              )
          }))
        ]}
      />
    </details>
  )
}

interface CopiedChart {
  series: BankSeries[]
  pair: Pair
  range: Range
  window: { from: string; to: string }
  origin: string
}

/** The copy options of a chart. The figures are included only if there are few. */
function copiedChart({ series, pair: { source, target }, range, window, origin }: CopiedChart): CopiedFigures {
  const codes = series.map(({ bank }) => bank.code)
  const { dates, valueOn } = byDate(series)
  const endpoint = `/api/v1/official/series?${new URLSearchParams({ pairs: `${source}/${target}`, banks: codes.join(), ...window, shape: 'wide' })}`
  return {
    origin,
    page: `${chartAddress(codes, { source, target })}?range=${range}`,
    // JSON is returned in pages, CSV as a whole.
    endpoint: dates.length * series.length > MAX_PAGE ? `${endpoint}&format=csv` : endpoint,
    file: endpoint,
    rows:
      dates.length > MAX_ROWS
        ? undefined
        : [['date', ...codes], ...dates.map((date) => [date, ...codes.map((code) => valueOn(code, date) ?? '')])],
    citation: `One ${source} in ${target} at ${series.map(({ bank }) => bank.name).join(', ')}, ${dates.at(-1) ?? window.from} to ${window.to}`
  }
}

/** The figures of several sources by date, newest first. */
function byDate(series: BankSeries[]): {
  dates: string[]
  valueOn: (code: string, date: string) => string | undefined
} {
  const values = new Map(
    series.map(({ bank, points }) => [bank.code, new Map(points.map(({ date, value }) => [date, value]))])
  )
  return {
    dates: [...new Set(series.flatMap(({ points }) => points.map(({ date }) => date)))].sort().reverse(),
    valueOn: (code, date) => values.get(code)?.get(date)
  }
}

function Embed({ address, title }: { address: string; title: string }) {
  return (
    <Section id="embed" title="Embed">
      <p>
        Without <code>from</code> the picture shows the year up to the newest table, which anybody may see, and is drawn
        again when a new table arrives. <code>from</code> and <code>to</code> choose a window within that year;{' '}
        <code>range</code> is 1m, 3m, 6m or 1y, and with an account that has the history 5y or max. <code>mode</code>{' '}
        chooses the rates or the difference to the first source; <code>theme</code> is light, dark or, in SVG, auto.
      </p>
      <pre class="sheet" tabIndex={0}>
        <code id="embed-code">{`<img src="${address}.svg?theme=auto" width="960" height="420" alt="${title}">`}</code>
      </pre>
      <p>
        <CopyButton of="embed-code" />
      </p>
    </Section>
  )
}

const typedPair = z.string().trim().max(60)

export const chartForm = privatePage({
  path: '/chart',
  summary: 'Redirects from the form of a chart to the chart; without sources, to that of some sources with the pair',
  query: {
    banks: z
      .string()
      .max(140)
      .default('')
      .meta({ description: 'The codes of the sources, separated by commas.', examples: ['ecb'] }),
    source: typedPair.default('EUR').meta({ description: 'The currency that is priced.', examples: ['EUR'] }),
    target: typedPair.default('USD').meta({ description: 'The currency in which it is priced.', examples: ['USD'] }),
    range: range.default('1y')
  },
  run: async ({ banks, source: from, target: to, range }, context) => {
    const given = banks.split(/[\s,]+/).filter(Boolean)
    const symbols = await listSymbols(context.database)
    if (symbols.length === 0) return privateAnswer(<NothingToDraw />)
    const [source, target] = [from, to].map((it) => readCurrency(it, symbols).code) as [string, string]
    const codes = given.length > 0 ? given : await sourcesFor(context, { source, target })
    if (codes.length === 0) throw notFound(`no source has ${source} to ${target}`)
    return seeOther(
      `${chartAddress(codes.map(encodeURIComponent), { source: encodeURIComponent(source), target: encodeURIComponent(target) })}?range=${range}`
    )
  }
})

/** The page of a service without rates. */
function NothingToDraw() {
  return (
    <Layout title="Charts" current="/chart">
      <h1>Charts</h1>
      <p class="lead">
        Nothing has been collected yet. Charts can be drawn as soon as a source delivers its first table:{' '}
        <a href="/status">the state of each source</a>.
      </p>
    </Layout>
  )
}

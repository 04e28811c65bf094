import { z } from 'zod'
import { isPaid } from '../access/plans.ts'
import type { Pair } from '../contract/parameters.ts'
import { figureAddress } from './addresses.ts'
import { beginOf, chartBanks, chartParams, isOpenRange, RANGES, readSeries, spreadOf, type BankSeries, type Range } from './chart-data.ts'
import { DateText, Notice, ScrollingTable, TextField } from './components.tsx'
import { Layout } from './layout.tsx'
import { LineChart } from './line-chart.tsx'
import { privatePage, show } from './private.ts'
import { seriesDownloadAddress } from './series-download.tsx'

const MAX_ROWS = 400
const range = z.enum(Object.keys(RANGES) as [Range, ...Range[]], `expected ${Object.keys(RANGES).join(', ')}`)

/** The address of the chart of a pair at some sources. */
export function chartAddress (banks: string[], { source, target }: Pair, ending = ''): string {
  return `/chart/${banks.join(',')}/${source}-${target}${ending}`
}

export const chartPage = privatePage({
  path: '/chart/:banks/:pair',
  summary: 'A pair at one or several sources over time, and how far they are apart. Ranges beyond a year are for paid plans',
  params: chartParams,
  query: { range: range.default('1y').meta({ description: 'How much of the history is shown.' }) },
  failures: [400, 404],
  run: async ({ banks: codes, pair, range }, context) => {
    const { banks, latest } = await chartBanks(context, codes)
    const isClosed = !isOpenRange(range) && !(context.caller && isPaid(context.caller.plan))
    const series = isClosed ? [] : await readSeries(context, banks, pair, { from: beginOf(range, latest), to: latest })
    const title = `${pair.source} to ${pair.target}`
    return show(
      <Layout title={`${title}: chart`} current="/compare" scripts={['chart.js', 'copy.js']} description={`${title} at ${banks.map(({ name }) => name).join(', ')} over time.`}>
        <h1>{title}</h1>
        <p class="lead">{banks.map(({ code, name }, index) => <>{index > 0 && ', '}<a href={`/banks/${code}`}>{name}</a></>)}</p>
        <ChartForm codes={codes} pair={pair} range={range} />
        <Ranges address={chartAddress(codes, pair)} chosen={range} />
        {isClosed
          ? <Notice kind="quiet" title="The full history is included in the paid plans"><p>{context.caller ? 'Ask the operator of this service for one.' : <><a href={`/login?next=${encodeURIComponent(`${chartAddress(codes, pair)}?range=${range}`)}`}>Log in</a> with an account on such a plan, or choose a range of up to a year.</>}</p></Notice>
          : <Charts series={series} pair={pair} latest={latest} />}
        {!isClosed && <DownloadLink codes={codes} pair={pair} from={beginOf(range, latest)} to={latest} />}
        {!isClosed && <Embed address={`${context.origin}${chartAddress(codes, pair)}`} title={title} />}
      </Layout>
    )
  }
})

function ChartForm ({ codes, pair, range }: { codes: string[], pair: Pair, range: Range }) {
  return (
    <form class="row" method="get" action="/chart">
      <TextField label="One unit of" name="source" value={pair.source} autocomplete="off" maxLength={3} required />
      <TextField label="In" name="target" value={pair.target} autocomplete="off" maxLength={3} required />
      <TextField label="Sources, separated by commas" name="banks" value={codes.join(', ')} autocomplete="off" maxLength={140} />
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
export function Ranges ({ address, chosen, names = Object.keys(RANGES), beyond }: RangesProps) {
  const others = beyond === undefined ? [] : Object.keys(RANGES).filter((name) => !names.includes(name))
  const link = (page: string, name: string) => (
    <a href={`${page}${page.includes('?') ? '&' : '?'}range=${name}`} aria-current={name === chosen ? 'true' : undefined}>{name === 'max' ? 'Max' : name.toUpperCase()}</a>
  )
  return <nav class="ranges" aria-label="Range of the chart">{names.map((name) => link(address, name))}{others.map((name) => link(beyond!, name))}</nav>
}

function Charts ({ series, pair: { source, target }, latest }: { series: BankSeries[], pair: Pair, latest: string }) {
  const found = series.filter(({ points }) => points.length > 0)
  if (found.length === 0) return <Notice kind="warning" title={`None of these sources has ${source} to ${target} in this range`} />
  const from = found.map(({ points }) => points[0]!.date).sort()[0]!
  const spread = spreadOf(found.map(({ points }) => points))
  const address = found.length === 1 ? (date: string) => figureAddress({ bank: found[0]!.bank.code, base: source, quote: target, date }) : undefined
  return (
    <>
      <figure class="chart">
        <figcaption>{`One ${source} in ${target}`}{found.some(({ isDerived }) => isDerived) && ', calculated rates with six significant digits'}</figcaption>
        <LineChart series={found.map(({ bank, points }) => ({ name: bank.code, points }))} from={from} to={latest} unit={target} table="figures" addressOf={address} />
      </figure>
      {spread.length > 0 && (
        <figure class="chart">
          <figcaption>How far they are apart, in basis points, on days that at least two of them have</figcaption>
          <LineChart series={[{ name: 'spread', points: spread }]} from={from} to={latest} unit="bp" />
        </figure>
      )}
      <Figures series={found} pair={{ source, target }} />
    </>
  )
}

function Figures ({ series, pair: { source, target } }: { series: BankSeries[], pair: Pair }) {
  const values = series.map(({ points }) => new Map(points.map(({ date, value }) => [date, value])))
  const dates = [...new Set(series.flatMap(({ points }) => points.map(({ date }) => date)))].sort().reverse()
  return (
    <details>
      <summary>{dates.length > MAX_ROWS ? `Show the newest ${MAX_ROWS} figures as a table` : `Show the figures as a table (${dates.length})`}</summary>
      <ScrollingTable label="Figures" id="figures">
        <caption><span>{`One ${source} in ${target}`}</span></caption>
        <thead><tr><th scope="col">Date</th>{series.map(({ bank }) => <th scope="col" class="number">{bank.code}</th>)}</tr></thead>
        <tbody>
          {dates.slice(0, MAX_ROWS).map((date) => (
            <tr>
              <th scope="row"><DateText day={date} /></th>
              {series.map(({ bank }, index) => {
                const value = values[index]!.get(date)
                return <td class="number">{value === undefined ? '' : <a class="figure-link" href={figureAddress({ bank: bank.code, base: source, quote: target, date })}>{value}</a>}</td>
              })}
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </details>
  )
}

function DownloadLink ({ codes, pair: { source, target }, from, to }: { codes: string[], pair: Pair, from: string, to: string }) {
  return <p><a href={seriesDownloadAddress({ pairs: `${source}/${target}`, banks: codes.join(), from, to, shape: 'wide' })}>Download these figures as a file</a></p>
}

function Embed ({ address, title }: { address: string, title: string }) {
  const path = new URL(address).pathname
  return (
    <section aria-labelledby="embed">
      <h2 id="embed">Embed</h2>
      <p>The picture is drawn again when a new table arrives. <code>theme</code> is light, dark or, in SVG, auto; <code>from</code> and <code>to</code> choose the window.</p>
      <pre class="sheet" tabIndex={0}><code id="embed-code">{`<img src="${address}.svg?theme=auto" width="960" height="420" alt="${title}">`}</code></pre>
      <p><button type="button" class="plain small" data-copies="embed-code" hidden>Copy</button> <a href={`${path}.svg`}>Open as SVG</a> · <a href={`${path}.png`}>Open as PNG</a></p>
    </section>
  )
}

const typedPair = z.string().max(20)

export const chartForm = privatePage({
  path: '/chart',
  summary: 'Leads from the form of a chart to the chart',
  query: { banks: z.string().max(140).default('ecb'), source: typedPair.default('EUR'), target: typedPair.default('USD'), range: range.default('1y') },
  status: 303,
  run: async ({ banks, source, target, range }) => ({ kind: 'bytes', status: 303, body: Buffer.alloc(0), headers: { Location: `${chartAddress(banks.split(/[\s,]+/).filter(Boolean).map(encodeURIComponent), { source: encodeURIComponent(source), target: encodeURIComponent(target) })}?range=${range}` } })
})

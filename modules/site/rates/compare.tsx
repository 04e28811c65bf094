import { z } from 'zod'
import { isOpenDate, OPEN_DAYS } from '../../../api/contract/open-data.ts'
import { dayOf, daysBefore } from '../../../api/contract/dates.ts'
import * as parameters from '../../../api/contract/parameters.ts'
import type { Pair } from '../../../api/contract/parameters.ts'
import { METHODOLOGY } from '../../../api/contract/texts.ts'
import { ALL } from '../../../api/server/cache.ts'
import { readRows } from '../../../api/formats/read.ts'
import type { Context } from '../../../api/server/route.ts'
import { comparedBanks, type RateGroup } from '../../../api/rates/comparison.ts'
import { statisticsOf } from './rates-query.ts'
import { currencyNotes, reasonOf, type CurrencyNote } from '../../../api/sources/currencies-query.ts'
import { comparePairOn } from '../../../api/rates/figure-query.ts'
import { commonPairs } from '../../../api/rates/calls.ts'
import { listSources } from '../../../api/sources/sources-query.ts'
import { listSymbols } from '../../../api/sources/symbols-query.ts'
import { chartBanks, readSeries, spreadOf, type BankSeries } from '../series/chart-data.ts'
import { preferredSources } from '../series/chart-sources.tsx'
import { chartAddress } from '../series/chart.tsx'
import { GroupSection, type Compared, type Group } from './compare-group.tsx'
import { asOfClause } from '../../../api/contract/errors.ts'
import { AsOf, asOfQuery } from '../../pages/kit/as-of.tsx'
import { Breadcrumbs, Currencies, Notice, Section, TextField } from '../../pages/kit/components.tsx'
import { CopyFigures, type CopiedFigures } from '../../pages/kit/copy-as.tsx'
import { pairErrors } from './converter.tsx'
import { CurrencyNotes } from '../sources/currency.tsx'
import { utcText } from '../../../api/contract/instants.ts'
import { countOf, currencyName } from '../../pages/kit/labels.ts'
import { readCurrency } from '../../pages/kit/search-text.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { LineChart } from '../../pages/kit/chart/line-chart.tsx'
import { page } from '../../pages/kit/page.tsx'
import { PairLinks } from './pair-links.tsx'

const SHOWN_PAIRS = 12

/** The sections of a comparison. */
const GROUPS: Array<{ id: RateGroup; title: string }> = [
  { id: 'daily', title: 'Daily middle and reference rates' },
  { id: 'sides', title: 'Buying and selling rates' },
  { id: 'commercial', title: 'Commercial banks' },
  { id: 'periods', title: 'Rates for a week, a month or longer' },
  { id: 'older', title: 'Older daily rates' },
  { id: 'stale', title: 'Older than 30 days' }
]

const typed = z.string().trim().max(60)
const options = {
  on: parameters.date
    .or(z.literal('').transform(() => undefined))
    .optional()
    .meta({
      description: 'A common date: each rate is of the newest table on or before it.',
      examples: ['2026-03-17']
    }),
  ...asOfQuery,
  digits: z.enum(['all']).optional().meta({ description: 'Show calculated rates with all digits.' })
}
const query = {
  ...options,
  source: typed.optional().meta({
    description: 'The currency that is priced: the rate is for one unit of it.',
    examples: ['EUR']
  }),
  target: typed.optional().meta({ description: 'The currency in which the rate is expressed.', examples: ['USD'] })
}

export const compare = page({
  path: '/compare',
  summary: 'The form to choose a pair to compare, with common pairs',
  query,
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL },
  run: async ({ source, target, ...options }, context) => {
    return source === undefined && target === undefined
      ? pairChoice(context)
      : comparisonOf({ source: source ?? '', target: target ?? '' }, options, context)
  }
})

export const comparison = page({
  path: '/compare/:source/:target',
  summary: 'One pair at every source that has it, with statistics',
  params: { source: parameters.source, target: parameters.target },
  query: options,
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL, seconds: 3600 },
  run: ({ source, target, ...options }, context) => comparisonOf({ source, target }, options, context)
})

async function pairChoice({ database }: Context) {
  const [symbols, pairs] = await Promise.all([
    listSymbols(database),
    readRows(commonPairs, database, { most: SHOWN_PAIRS })
  ])
  return (
    <Layout title="Compare" current="/compare" description="One currency pair across all sources.">
      <h1>Compare sources</h1>
      <p class="lead">
        Several authorities publish rates for the same pair, and they rarely agree to the last digit. Choose a pair to
        compare them.
      </p>
      <PairForm symbols={symbols} />
      {pairs.length > 0 && <h2>Common pairs</h2>}
      <ul class="pairs">
        {pairs.objects<Pair & { banks: number }>().map(({ source, target, banks }) => (
          <li>
            <a class="card" href={`/compare/${source}/${target}`}>
              <strong>
                {source} / {target}
              </strong>{' '}
              <span class="small quiet">published by {countOf(banks, 'source')}</span>
            </a>
          </li>
        ))}
      </ul>
    </Layout>
  )
}

function PairForm({
  pair,
  on,
  symbols,
  errors = {}
}: {
  pair?: Pair
  on?: string
  symbols: string[]
  errors?: Errors
}) {
  return (
    <form class="row" method="get" action="/compare">
      <TextField
        label="One unit of"
        name="source"
        value={pair?.source}
        error={errors.source}
        list="currencies"
        autocomplete="off"
        maxLength={60}
        required
      />
      <TextField
        label="In"
        name="target"
        value={pair?.target}
        error={errors.target}
        list="currencies"
        autocomplete="off"
        maxLength={60}
        required
      />
      <TextField label="On (optional)" name="on" type="date" value={on} error={errors.on} />
      <Currencies symbols={symbols} />
      <button>Compare</button>
    </form>
  )
}

interface Options {
  on?: string
  as_of?: string
  digits?: 'all'
}

type Errors = Partial<Record<keyof Pair | 'on', string>>

function errorsOf(pair: Pair, symbols: string[], on: string | undefined, today: string): Errors {
  return {
    ...pairErrors(pair, symbols),
    ...(on !== undefined &&
      (on > today || !isOpenDate(on, today)) && {
        on: `Enter a date within the ${OPEN_DAYS} days up to today; the API has the dates before`
      })
  }
}

/** The rates of a pair at every source, lowest first. */
export async function findRates(
  pair: Pair,
  { on, as_of: asOf }: Options,
  { database, today }: Context
): Promise<Compared[]> {
  const isNewest = on === undefined && asOf === undefined
  const found = isNewest
    ? (await readRows(comparedBanks, database, { ...pair, today })).objects<Compared>()
    : await comparePairOn(database, pair, on ?? today, asOf)
  return found
    .map((bank) => ({ ...bank, rate: String(bank.rate) }))
    .sort((one, other) => Number(one.rate) - Number(other.rate))
}

/** The rates by their groups. */
export async function groupsOf(banks: Compared[], notes: CurrencyNote[], { database }: Context): Promise<Group[]> {
  const groups = GROUPS.map((group) => ({ ...group, members: banks.filter((bank) => bank.group === group.id) }))
  return Promise.all(
    groups
      .filter(({ members }) => members.length > 0)
      .map(async (group) => {
        const stats = await statisticsOf(
          database,
          group.members.map(({ rate }) => rate)
        )
        return {
          ...group,
          stats,
          members: group.members.map((it) => ({
            ...it,
            reason: reasonOf(notes, Number(it.rate), Number(stats.median), it.rate_date)
          }))
        }
      })
  )
}

async function comparisonOf(typed: Pair, options: Options, context: Context) {
  const symbols = await listSymbols(context.database)
  const pair = { source: readCurrency(typed.source, symbols).code, target: readCurrency(typed.target, symbols).code }
  const { source, target } = pair
  const errors = errorsOf(pair, symbols, options.on, dayOf(context.now))
  if (Object.keys(errors).length > 0) {
    return (
      <Layout title="Compare" current="/compare">
        <h1>Compare sources</h1>
        <PairForm pair={pair} on={options.on} symbols={symbols} errors={errors} />
      </Layout>
    )
  }
  const { on, as_of: asOf, digits } = options
  const isNewest = on === undefined && asOf === undefined
  const day = on ?? context.today
  const [banks, sources, notes] = await Promise.all([
    findRates(pair, options, context),
    listSources(context.database, context.today),
    currencyNotes(context.database, [source, target], daysBefore(day, 30), day)
  ])
  const groups = await groupsOf(banks, notes, context)
  const hasTables = sources.some(({ latest_date: latest }) => latest !== null)
  const daily = groups.find(({ id }) => id === 'daily')?.members ?? []
  const preferred = preferredSources(daily, sources)
  return (
    <Layout
      title={`${source} to ${target}`}
      current="/compare"
      scripts={['chart.js', 'copy.js']}
      description={`The rate from ${source} to ${target} at every source that has it.`}
    >
      <Breadcrumbs trail={[['Compare', '/compare']]} />
      <h1>
        {source} to {target}
      </h1>
      <p class="lead">
        One {currencyName(source) ?? source} in {currencyName(target) ?? target},{' '}
        {on === undefined ? 'newest rates' : `rates in force on ${on}`}
        {asOf && `, as known at ${utcText(asOf)}`}. <a href={`/compare/${target}/${source}`}>Reverse the pair</a>
      </p>
      <PairForm pair={pair} on={on} symbols={symbols} />
      <AsOf page={`/compare/${source}/${target}`} asOf={asOf} keep={{ on, digits }} />
      {banks.length > 0 && (
        <PairLinks pair={pair} page="comparison" banks={preferred.length > 0 ? preferred : undefined} />
      )}
      {banks.length === 0 && (
        <Notice
          kind="warning"
          title={hasTables ? `No source has ${source} to ${target}` : 'No table of any source is loaded yet'}
        >
          {hasTables && (
            <p>
              No source publishes it in either direction, or both currencies against its home currency{asOfClause(asOf)}
              .
            </p>
          )}
        </Notice>
      )}
      {isNewest && <CommonDate banks={daily} pair={pair} />}
      {groups.map((group) => (
        <GroupSection group={group} pair={pair} hasAllDigits={digits === 'all'} />
      ))}
      {banks.length > 0 && <CurrencyNotes notes={notes} />}
      {banks.some(({ derived }) => derived) && (
        <p class="small">
          {digits === 'all' ? (
            'Calculated rates are shown with all their digits.'
          ) : (
            <>
              Calculated rates are shown with six significant digits.{' '}
              <a
                href={`/compare/${source}/${target}?${new URLSearchParams({ ...(on && { on }), ...(asOf && { as_of: asOf }), digits: 'all' })}`}
              >
                Show all digits
              </a>
            </>
          )}
        </p>
      )}
      {isNewest && daily.length > 1 && <SpreadOverTime pair={pair} series={await readYear(preferred, pair, context)} />}
      {banks.length > 0 && (
        <CopyFigures figures={copiedRates(banks, pair, { on: isNewest ? undefined : day, asOf }, context.origin)} />
      )}
      {banks.length > 0 && <p class="small quiet">{METHODOLOGY}</p>}
    </Layout>
  )
}

/** The copy options of a comparison. The endpoint has no rates as known at an earlier time. */
function copiedRates(
  banks: Compared[],
  { source, target }: Pair,
  { on, asOf }: { on?: string; asOf?: string },
  origin: string
): CopiedFigures {
  const endpoint =
    asOf === undefined
      ? `/api/v1/central-banks/rates?source=${source}&target=${target}${on === undefined ? '' : `&date=${on}`}`
      : undefined
  const rows = banks.map(({ code, rate_date: date, rate_type: type, rate, method }) => [
    code,
    date,
    source,
    target,
    type,
    rate,
    method
  ])
  return {
    origin,
    page: `/compare/${source}/${target}${on === undefined ? '' : `?on=${on}`}`,
    endpoint,
    file: endpoint,
    rows: [['bank', 'rate_date', 'source', 'target', 'type', 'rate', 'method'], ...rows],
    citation: `${source} to ${target} at ${countOf(banks.length, 'source')}, ${
      on === undefined
        ? `newest rates, up to ${banks
            .map(({ rate_date: date }) => date)
            .sort()
            .at(-1)!}`
        : `rates in force on ${on}`
    }`
  }
}

/** The date that most tables share, if others have another date. */
function CommonDate({ banks, pair: { source, target } }: { banks: Compared[]; pair: Pair }) {
  const counts = new Map<string, number>()
  for (const { rate_date: date } of banks) counts.set(date, (counts.get(date) ?? 0) + 1)
  const [most] = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? 1 : -1))
  if (!most || counts.size === 1) return null
  return (
    <p class="small">
      The newest tables are of different dates.{' '}
      <a href={`/compare/${source}/${target}?on=${most[0]}`}>Compare the rates in force on {most[0]}</a>, the date of{' '}
      {countOf(most[1], 'source')}.
    </p>
  )
}

/** The rates of the year at some sources. */
async function readYear(codes: string[], pair: Pair, context: Context): Promise<BankSeries[]> {
  const { banks, latest } = await chartBanks(context, codes)
  return readSeries(context, banks, pair, { from: daysBefore(latest, OPEN_DAYS), to: latest })
}

function SpreadOverTime({ pair, series }: { pair: Pair; series: BankSeries[] }) {
  const spread = spreadOf(series.map(({ points }) => points))
  const codes = series.map(({ bank }) => bank.code)
  if (spread.length === 0) return null
  return (
    <Section id="spread" title="Spread over time">
      <figure class="chart">
        <figcaption>How far {codes.join(', ')} are apart, in basis points</figcaption>
        <LineChart
          series={[{ name: 'spread', points: spread }]}
          from={spread[0]!.date}
          to={spread.at(-1)!.date}
          unit="bp"
        />
      </figure>
      <p>
        <a href={chartAddress(codes, pair)}>Chart of these sources with their figures</a>
      </p>
    </Section>
  )
}

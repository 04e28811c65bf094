import { DISCLAIMER } from '../../../../api/contract/texts.ts'
import { daysBefore } from '../../../../api/contract/dates.ts'
import { OPEN_DAYS } from '../../../../api/contract/open-data.ts'
import type { SourceEntry } from '../../../../api/sources/sources-query.ts'
import { LineChart, MAX_SERIES } from '../../../pages/kit/chart/line-chart.tsx'
import { DateText, Facts, Section } from '../../../pages/kit/components.tsx'
import { countryName, currencyName, DATED, labelOf } from '../../../pages/kit/labels.ts'
import { DataTable } from '../../../pages/kit/tables.tsx'
import { newestFigures, type PairFigure, type PairHistory } from '../content.ts'
import { knownTerms } from '../terms.ts'
import { pageOf, topOf } from './frame.tsx'

const NEWEST_FIGURES = 10

export const sourcePath = (code: string) => `bank/${code}.html`
export const pairPath = (code: string, pair: string) => `pair/${code}/${pair}.html`
export const historyPath = (code: string, pair: string) => `pair/${code}/${pair}.csv`

/** The whole history of a pair as CSV. */
export function historyOf({ lines }: PairHistory): string {
  return `rate_date,type,value,valid_from,valid_to\r\n${lines}`
}

interface PairNewest extends Pick<PairHistory, 'base' | 'quote'> {
  figures: PairFigure[]
}

/** The figures of the newest date of a pair. */
export function newestOf(pair: PairHistory): PairNewest {
  return { base: pair.base, quote: pair.quote, figures: newestFigures(pair, pair.last, 1) }
}

/** The page of a source: its newest figure of each pair, its terms and its files. */
export function sourcePage(source: SourceEntry, pairs: PairNewest[], years: number[]): string {
  const path = sourcePath(source.code)
  const top = topOf(path)
  const api = `${top}api/v1/central-bank/${source.code}/history`
  const rows = pairs.flatMap(({ base, quote, figures }) => figures.map((figure) => ({ base, quote, ...figure })))
  return pageOf({
    title: source.name,
    description: `The newest exchange rates of ${source.name}, as published.`,
    path,
    children: (
      <>
        <h1>{source.name}</h1>
        <Facts
          facts={[
            ['Newest table', <DateText day={source.latest_date} />],
            ['Country', countryName(source.country)],
            ['Home currency', source.home_ccy],
            ['Rhythm', labelOf(source.cadence)],
            source.publishes !== null && ['Normally out at', source.publishes],
            ['Its dates are', DATED[source.dated]]
          ]}
        />
        <Section id="table" title="Newest figures">
          <DataTable
            label={`Newest figures of ${source.name}`}
            isDense
            isCarded
            rows={rows}
            columns={[
              {
                head: 'Pair',
                cell: ({ base, quote }) => (
                  <a href={top + pairPath(source.code, `${base}-${quote}`)}>{`${base}/${quote}`}</a>
                )
              },
              { head: 'Currency', class: 'wider', cell: (it) => currencyName(foreignOf(it, source.home_ccy)) },
              { head: 'Type', cell: ({ type }) => labelOf(type) },
              { head: 'Rate', class: 'number', cell: ({ value }) => <span class="figure">{value}</span> },
              { head: 'Date', cell: ({ date }) => <DateText day={date} /> }
            ]}
          />
          <p class="small">Each rate is the price of one unit of the first currency of a pair in the second one.</p>
        </Section>
        <Attribution source={source} />
        <Section id="files" title="Files">
          <ul>
            <li>
              <a href={`${top}api/open/central-bank/${source.code}`}>The newest table as JSON</a>
            </li>
            <li>
              All rates of a year as CSV:{' '}
              {years.map((year, index) => [index > 0 && ', ', <a href={`${api}/${year}.csv`}>{year}</a>])}
            </li>
            <li>
              All rates of a year as Parquet: <code>{`parquet/source=${source.code}/year=…/rates.parquet`}</code>
            </li>
          </ul>
        </Section>
      </>
    )
  })
}

function foreignOf({ base, quote }: { base: string; quote: string }, home: string): string {
  return base === home ? quote : base
}

function Attribution({ source }: { source: SourceEntry }) {
  const { name, source_url: url, terms_url: termsUrl, notes } = source
  return (
    <Section id="terms" title="Source and terms">
      <p>
        The figures are those of <a href={url}>{name}</a>. Name it as the source when you pass them on.{' '}
        {knownTerms(source)} {termsUrl !== null && <a href={termsUrl}>Terms of use</a>}
      </p>
      {notes !== null && <p>{notes}</p>}
      <p class="small quiet">{DISCLAIMER}</p>
    </Section>
  )
}

/** The page of a pair at a source: a year as a chart, the newest figures, and the whole history as a file. */
export function pairPage(source: SourceEntry, pair: PairHistory): string {
  const { base, quote, first, last } = pair
  const path = pairPath(source.code, `${base}-${quote}`)
  const top = topOf(path)
  const from = daysBefore(last, OPEN_DAYS)
  const figures = newestFigures(pair, from, NEWEST_FIGURES * MAX_SERIES)
  const year = figures.filter(({ date }) => date >= from)
  const types = [...new Set(year.map(({ type }) => type))].slice(0, MAX_SERIES)
  const series = types.map((type) => ({ name: labelOf(type), points: year.filter((it) => it.type === type) }))
  const currency = (code: string) => (currencyName(code) === undefined ? code : `${currencyName(code)} (${code})`)
  return pageOf({
    title: `${base}/${quote} of ${source.name}`,
    description: `${base} to ${quote} as published by ${source.name}: a year as a chart, and the whole history as a file.`,
    path,
    script: 'chart.js',
    children: (
      <>
        <h1>{`${base} to ${quote}`}</h1>
        <p class="lead">
          As published by <a href={top + sourcePath(source.code)}>{source.name}</a>: the price of one unit of{' '}
          {currency(base)} in {currency(quote)}.
        </p>
        <Section id="history" title="The last year">
          <LineChart series={series} from={year[0]!.date} to={last} unit={quote} />
          <p>
            <a href={`${base}-${quote}.csv`}>The whole history as CSV</a>, since {first}
          </p>
        </Section>
        <Section id="table" title="Newest figures">
          <DataTable
            label={`Newest figures of ${base}/${quote}`}
            isDense
            isCarded
            rows={figures.slice(-NEWEST_FIGURES * types.length).toReversed()}
            columns={[
              { head: 'Date', cell: ({ date }) => <DateText day={date} /> },
              { head: 'Type', cell: ({ type }) => labelOf(type) },
              { head: 'Rate', class: 'number', cell: ({ value }) => <span class="figure">{value}</span> }
            ]}
          />
        </Section>
        <Attribution source={source} />
      </>
    )
  })
}

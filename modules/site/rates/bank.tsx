import type { ComponentChildren } from 'preact'
import { z } from 'zod'
import { OPEN_DAYS } from '../../../api/contract/open-data.ts'
import { daysBefore } from '../../../api/contract/dates.ts'
import * as parameters from '../../../api/contract/parameters.ts'
import { availableDates } from '../../../api/rates/calls.ts'
import { readRows } from '../../../api/formats/read.ts'
import { COMPOSITE, type Bank } from '../../../api/rates/bank-query.ts'
import { findSeries, findTable } from './rates-query.ts'
import { recentRates } from '../sources/overview-query.ts'
import { dayIn } from '../../../adapters/kit/instants.ts'
import { documentsOfTable } from '../../../api/documents/publications-fields.ts'
import type { Rows } from '../../../api/formats/rows.ts'
import { hasWaitingRows } from '../operations/operations-query.ts'
import { WaitingRows } from './waiting-rows.tsx'
import { arrivalOf, latenessOf, readCalendar, type PublicationTimes } from '../../../api/sources/calendar-query.ts'
import { findSource, type SourceEntry } from '../../../api/sources/sources-query.ts'
import { bankAddress, calendarAddress, feedAddress, figureAddress } from '../../pages/kit/addresses.ts'
import { Calendar, firstDay } from './calendar.tsx'
import { RANGES } from '../series/chart-data.ts'
import { chartAddress, Ranges } from '../series/chart.tsx'
import {
  Breadcrumbs,
  DateText,
  Facts,
  Fold,
  Freshness,
  InstantText,
  Section,
  SelectField
} from '../../pages/kit/components.tsx'
import { CopyFigures, type CopiedFigures } from '../../pages/kit/copy-as.tsx'
import { Documents, type PublishedDocument } from '../../pages/kit/documents.tsx'
import { captionOf, countryName, currencyName, DATED, formatCount, labelOf } from '../../pages/kit/labels.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { LineChart } from '../../pages/kit/chart/line-chart.tsx'
import { page } from '../../pages/kit/page.tsx'
import { DataTable } from '../../pages/kit/tables.tsx'
import { copiedTable, RatesTable } from './rates-table.tsx'

const CALENDAR_DAYS = 400 // covers the twelve months shown
const TREND_DAYS = 60 // the days of the sparkline beside each figure
const OPEN_RANGES = ['1m', '3m', '6m', '1y'] as const

type OpenRange = (typeof OPEN_RANGES)[number]

const VERIFIED = {
  recording: 'a recorded answer',
  documentation: 'the publisher’s documentation',
  description: 'a public description'
}

interface Point {
  date: string
  base: string
  quote: string
  type: string
  value: string
}

export const bank = page({
  path: '/banks/:bank',
  summary: 'A source: its newest table, a year of one currency, its calendar, and the documents behind the table',
  params: { bank: parameters.bank },
  query: {
    symbol: parameters.symbol.optional(),
    range: z
      .enum(OPEN_RANGES, `expected ${OPEN_RANGES.join(', ')}`)
      .default('1y')
      .meta({ description: 'How much of the year is shown.' })
  },
  cacheControl: 'public, max-age=60',
  cache: { of: (request) => request.bank, seconds: 60 },
  run: async (request, context) => {
    const {
      database,
      today,
      now,
      origin,
      settings: { demo }
    } = context
    const [source, { table }] = await Promise.all([
      findSource(database, request.bank, today),
      findTable(database, { bank: request.bank, today })
    ])
    const demoDay = demo && today
    const feed = feedAddress(context, source.code)
    if (!table) {
      return (
        <Source source={source} demoDay={demoDay} feed={feed}>
          <p>This source has no table yet.</p>
        </Source>
      )
    }

    const { code, home_ccy: home } = source
    const latest = table.rateDate
    const symbols = symbolsOf(table.rates, home)
    const chosen = request.symbol ?? (symbols.includes('USD') ? 'USD' : symbols[0]!)
    const [{ points }, dates, documents, recent, isWaiting, lists] = await Promise.all([
      findSeries(database, { bank: code, symbol: chosen, days: OPEN_DAYS }),
      readRows(availableDates, database, { bank: code, from: firstDay(today), to: today, most: CALENDAR_DAYS }),
      readRows(documentsOfTable, database, { bank: code, date: latest }),
      recentRates(database, code, latest, TREND_DAYS),
      hasWaitingRows(database, code),
      readCalendar(database, { now, bank: code })
    ])
    return (
      <Source source={source} demoDay={demoDay} feed={feed}>
        {isWaiting && <WaitingRows source={code} />}
        <Section id="history" title="One currency over time">
          <form class="row" method="get" action="#history">
            <SelectField
              label="Currency"
              name="symbol"
              value={chosen}
              options={symbols.map((it) => [it, [it, currencyName(it)].filter(Boolean).join(' · ')])}
            />
            <button class="plain">Show</button>
          </form>
          <History
            bank={source}
            symbol={chosen}
            points={since(daysBefore(latest, RANGES[request.range]), points).objects<Point>()}
            latest={latest}
            range={request.range}
            origin={origin}
          />
        </Section>
        <Section id="table" title="Newest table">
          <RatesTable
            rates={table.rates}
            bank={code}
            date={latest}
            caption={captionOf(source, latest)}
            recent={recent}
          />
          <CopyFigures
            figures={copiedTable({ bank: source, rates: table.rates, date: latest, isNewest: true, origin })}
            prefix="table"
          />
          <p class="small">
            <a href={`/account?${new URLSearchParams({ bank: code, from: '', to: '' })}#history`}>
              Download all {formatCount(source.days_of_history)} tables as a file
            </a>
            , within your plan
          </p>
        </Section>
        <Section id="calendar" title="Calendar">
          {lists.map((times, at) => (
            <Publications times={times} file={at === 0 ? calendarAddress(context, code) : undefined} />
          ))}
          <p>
            The last twelve months. Days with a table are filled and link to it; the number next to each month is its
            number of tables.
          </p>
          <Fold summary="Show the calendar">
            <Calendar bank={code} dates={dates.cells.map(([date]) => date as string)} today={today} />
          </Fold>
        </Section>
        <Section id="documents" title="Documents behind the table">
          <p>Ratebook stores each document byte for byte, with its hash.</p>
          <Documents documents={documents.objects<PublishedDocument>()} />
        </Section>
      </Source>
    )
  }
})

/** When the next table of a list is expected, what was missed, and how late the tables were. */
function Publications({ times, file }: { times: PublicationTimes; file?: string }) {
  const { next_date: next, next_at: at, clock, timezone, missed } = times
  const list = times.series === null ? '' : `, ${times.cadence} list`
  const arrival = arrivalOf(times)
  const late = latenessOf(times)
  return (
    <Facts
      facts={[
        [
          `Next table${list}`,
          next === null ? (
            'none is expected'
          ) : (
            <>
              <DateText day={next} />, expected <InstantText instant={at!} hasZone />
              {timezone !== 'UTC' && ` (${localTime(at!, clock, timezone)})`}
              {file && (
                <>
                  {' '}
                  · <a href={file}>Calendar file</a>
                </>
              )}
            </>
          )
        ],
        late !== undefined && [`Late${list}`, late],
        [
          `Missed in 90 days${list}`,
          missed === null ? 'not known before five tables have arrived' : missedDays(missed)
        ],
        arrival !== undefined && [`Arrival in 90 days${list}`, arrival]
      ]}
    />
  )
}

/** The time of day in a zone, with the day if it differs from that in UTC. */
function localTime(instant: string, clock: string, timezone: string): string {
  const day = dayIn(instant, timezone)
  return `${instant.startsWith(day) ? '' : `${day} `}${clock} in ${timezone}`
}

const MOST_DAYS = 10

function missedDays(days: string[]): ComponentChildren {
  if (days.length === 0) return 'none'
  if (days.length <= MOST_DAYS) return days.map((day, at) => [at > 0 && ', ', <DateText day={day} />])
  return (
    <>
      {days.length} tables from <DateText day={days[0]!} /> to <DateText day={days.at(-1)!} />
    </>
  )
}

function Source({
  source,
  demoDay,
  feed,
  children
}: {
  source: SourceEntry
  demoDay?: string
  feed?: string
  children: ComponentChildren
}) {
  const { code, name, latest_date: latest, source_url: url, terms_url: terms, rate_types: types } = source
  const {
    country,
    home_ccy: home,
    kind,
    cadence,
    days_of_history: dates,
    dated,
    publishes,
    notes,
    terms: reuse,
    verified
  } = source
  return (
    <Layout
      title={name}
      current="/banks"
      scripts={['chart.js', 'copy.js']}
      feed={feed}
      description={`${name} (${code}): the newest table of official exchange rates, history and documents.`}
    >
      <Breadcrumbs trail={[['Sources', '/banks']]} />
      <h1>{name}</h1>
      <p>
        <Freshness source={source} demoDay={demoDay} />{' '}
        {code === COMPOSITE ? (
          'Calculated by Ratebook from the rates of the other sources.'
        ) : (
          <a href={url} rel="noopener">
            Publisher’s page
          </a>
        )}
        {terms && (
          <>
            {' '}
            ·{' '}
            <a href={terms} rel="noopener">
              Terms of use
            </a>
          </>
        )}
        {reuse && <> · {reuse}</>}
        {feed && (
          <>
            {' '}
            · <a href={feed}>Atom feed</a>
          </>
        )}
      </p>
      {notes && <p>{notes}</p>}
      <Facts
        facts={[
          ['Newest table', <DateText day={latest} />],
          ['Tables stored', dates],
          ['Country', countryName(country)],
          ['Home currency', home],
          ['Kind', labelOf(kind)],
          ['Cadence', cadence],
          publishes !== null && ['Published at', `${publishes}, local time`],
          ['Meaning of dates', DATED[dated]],
          verified !== null && ['Verified against', VERIFIED[verified]],
          ['Rate types', types.map(labelOf).join(', ')],
          ['Code', <code>{code}</code>]
        ]}
      />
      {children}
    </Layout>
  )
}

interface HistoryProps {
  bank: Bank
  symbol: string
  points: Point[]
  latest: string
  range: OpenRange
  origin: string
}

function History({ bank, symbol, points, latest, range, origin }: HistoryProps) {
  const address = `${bankAddress(bank.code)}?symbol=${symbol}`
  if (points.length === 0) {
    return (
      <>
        <Ranges address={address} chosen={range} names={OPEN_RANGES} />
        <p>
          {bank.name} published no {symbol} rate in this range, which ends with its newest table, of{' '}
          <DateText day={latest} />.
        </p>
      </>
    )
  }
  const { base, quote, type } = points[0]!
  const title = `One ${base} in ${quote}, ${labelOf(type)}`
  const chart = chartAddress([bank.code], { source: base, target: quote })
  const addressOf = (date: string) => figureAddress({ bank: bank.code, base, quote, date, type })
  return (
    <>
      <Ranges address={address} chosen={range} names={OPEN_RANGES} beyond={chart} />
      <figure class="chart">
        <figcaption>{title}</figcaption>
        <LineChart
          series={[{ name: `${base}/${quote}`, points }]}
          from={points[0]!.date}
          to={latest}
          unit={quote}
          addressOf={addressOf}
        />
      </figure>
      <details>
        <summary>Show the figures as a table ({points.length})</summary>
        <DataTable
          label={title}
          id="figures"
          caption={title}
          rows={points.toReversed()}
          columns={[
            { head: 'Date', cell: ({ date }) => <DateText day={date} /> },
            {
              head: quote,
              class: 'number',
              cell: ({ date, value }) => (
                <a class="figure-link" href={addressOf(date)}>
                  {value}
                </a>
              )
            }
          ]}
        />
      </details>
      <CopyFigures
        figures={copiedHistory({ bank, symbol, points, latest, origin, page: `${address}&range=${range}` })}
        prefix="history"
      />
      <p class="small">
        <a href={chart}>Several sources in one chart, and pictures to embed</a>
      </p>
    </>
  )
}

function copiedHistory({
  bank: { code, name },
  symbol,
  points,
  latest,
  origin,
  page
}: Omit<HistoryProps, 'range'> & { page: string }): CopiedFigures {
  const { date: from, base, quote, type } = points[0]!
  const endpoint = `/api/v1/central-bank/${code}/history?symbol=${symbol}&from=${from}&to=${latest}`
  const rows = points.map(({ date, value }) => [code, date, base, quote, type, value])
  return {
    origin,
    page,
    endpoint,
    file: endpoint,
    rows: [['bank', 'rate_date', 'base', 'quote', 'type', 'value'], ...rows],
    citation: `${name}: one ${base} in ${quote}, ${labelOf(type)}, ${from} to ${latest}`
  }
}

/** The currencies of a table by code, without the home currency, which is part of nearly every pair. */
function symbolsOf(rates: Rows, home: string): string[] {
  const all = [...new Set(rates.cells.flatMap(([base, quote]) => [base as string, quote as string]))].sort()
  return all.filter((symbol) => symbol !== home)
}

function since(day: string, points: Rows): Rows {
  return points.where('date', (date) => (date as string) >= day)
}

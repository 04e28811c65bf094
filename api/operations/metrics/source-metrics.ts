import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../../../sql/database.ts'
import { DAY_MS } from '../../contract/dates.ts'
import {
  listFeedStates,
  listRunTotals,
  listSourceHealth,
  type FeedState,
  type RunTotals,
  type SourceHealth
} from '../operations-query.ts'

interface Measure<Of> {
  name: string
  help: string
  /** Undefined if there is no value. */
  value: (of: Of, today: string) => number | undefined
}

const ageOf = ({ latest_date: latest }: SourceHealth, today: string) =>
  latest === null ? undefined : (Date.parse(today) - Date.parse(latest)) / DAY_MS
const secondsOf = (instant: string | null) => (instant === null ? undefined : Date.parse(instant) / 1000)

const OF_SOURCES: Array<Measure<SourceHealth>> = [
  { name: 'ratebook_source_age_days', help: 'Days since the date of the newest table of a source.', value: ageOf },
  {
    name: 'ratebook_source_overdue',
    help: '1 while the newest table of a source is older than its rhythm explains, or there is none.',
    value: ({ overdue }) => (overdue ? 1 : 0)
  },
  {
    name: 'ratebook_source_missed_tables',
    help: 'Tables that a source should have published since its newest one, by its rhythm.',
    value: ({ missed }) => missed ?? undefined
  },
  {
    name: 'ratebook_source_last_success_timestamp_seconds',
    help: 'The time of the last successful run of a source.',
    value: ({ last_success: success }) => secondsOf(success)
  },
  {
    name: 'ratebook_source_failures',
    help: 'Failed runs of a source since its last successful one.',
    value: ({ failures }) => failures
  },
  {
    name: 'ratebook_quarantine_rows',
    help: 'Rows of a source that wait in quarantine for a decision.',
    value: ({ in_quarantine: waiting }) => waiting
  }
]

const OF_FEEDS: Array<Measure<FeedState>> = [
  {
    name: 'ratebook_feed_up',
    help: '1 if the last poll of a market feed succeeded.',
    value: ({ last_status: status }) => (status === null ? undefined : Number(status === 'ok'))
  },
  {
    name: 'ratebook_feed_newest_timestamp_seconds',
    help: 'The time of the newest fresh rate of a market feed.',
    value: ({ newest }) => secondsOf(newest)
  }
]

/** The metrics of sources and market feeds, as last read from the database. */
export class SourceMetrics {
  readonly #database: Database
  readonly #runs: Counter
  readonly #rows: Counter
  readonly #up: Gauge
  readonly #info: Gauge
  readonly #sources: Gauge[]
  readonly #feeds: Gauge[]

  constructor(database: Database, registry: Registry) {
    const registers = [registry]
    const gauge = (name: string, help: string, ...labelNames: string[]) =>
      new Gauge({ name, help, labelNames, registers })
    this.#database = database
    this.#runs = new Counter({
      name: 'ratebook_runs_total',
      help: 'Runs of a source by outcome.',
      labelNames: ['source', 'status'],
      registers
    })
    this.#rows = new Counter({
      name: 'ratebook_rows_total',
      help: 'Rows of a source by outcome.',
      labelNames: ['source', 'status'],
      registers
    })
    this.#up = gauge('ratebook_database_up', '1 while the database answers.')
    this.#info = gauge(
      'ratebook_source_info',
      'Always 1: the cadence of a source, by which the others can be grouped.',
      'source',
      'cadence'
    )
    this.#sources = OF_SOURCES.map(({ name, help }) => gauge(name, help, 'source'))
    this.#feeds = OF_FEEDS.map(({ name, help }) => gauge(name, help, 'feed'))
  }

  /** Reads all metrics. Throws if the database does not answer; then only the metric of its state changes. */
  async read(today: string): Promise<void> {
    try {
      const [totals, sources, feeds] = await Promise.all([
        listRunTotals(this.#database),
        listSourceHealth(this.#database, today),
        listFeedStates(this.#database)
      ])
      for (const metric of [this.#runs, this.#rows, this.#info, ...this.#sources, ...this.#feeds]) metric.reset()
      this.#count(totals)
      for (const { code, cadence } of sources) this.#info.set({ source: code, cadence }, 1)
      set(this.#sources, OF_SOURCES, sources, today, ({ code }) => ({ source: code }))
      set(this.#feeds, OF_FEEDS, feeds, today, ({ code }) => ({ feed: code }))
      this.#up.set(1)
    } catch (error) {
      this.#up.set(0)
      throw error
    }
  }

  #count(totals: RunTotals[]): void {
    for (const { source, status, runs, ...rows } of totals) {
      this.#runs.inc({ source, status }, runs)
      for (const [name, count] of Object.entries(rows))
        this.#rows.inc({ source, status: name.slice('rows_'.length) }, count)
    }
  }
}

function set<Of>(
  gauges: Gauge[],
  measures: Array<Measure<Of>>,
  all: Of[],
  today: string,
  labelsOf: (of: Of) => Record<string, string>
): void {
  for (const [index, { value }] of measures.entries()) {
    for (const one of all) {
      const measured = value(one, today)
      if (measured !== undefined) gauges[index]!.set(labelsOf(one), measured)
    }
  }
}

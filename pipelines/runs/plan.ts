import type {
  FindOptions,
  Http,
  Publication,
  PublicationRequest,
  Route,
  Source,
  Window
} from '../../adapters/source.ts'
import type { Database } from '../../sql/database.ts'
import { missingCredential } from '../fetch/credentials.ts'
import type { Pipeline } from './run.ts'
import { backfillWindows, todayIn } from './window.ts'

/**
 * The cost of a backfill of a source. `requests` is an estimate: `learnt` from its earlier backfills, `counted` in a
 * dry walk through its adapter without requests, or `at least` a number if the adapter needs an answer to make its next
 * request. A source without its credential is `skipped`.
 */
export interface Plan {
  source: string
  /** The number of remaining windows, and of all windows. */
  left: number
  windows: number
  requests: number
  basis: 'done' | 'skipped' | 'learnt' | 'counted' | 'at least'
  seconds: number
}

interface Pace {
  source: string
  documents_a_day: number | null
  seconds_a_document: number | null
}

const REQUEST_GAP = 500 // milliseconds between two requests to one host
const SECONDS_PER_ANSWER = 1 // seconds per answer, for a source without earlier runs
const MAX_COUNTED = 100_000
const DAY_MS = 86_400_000
const SKIPPED = { requests: 0, basis: 'skipped', seconds: 0 } as const

/** The plan of each source for a window of its history, without the windows that an earlier backfill finished. */
export async function planBackfill(
  { database, environment }: Pick<Pipeline, 'database' | 'environment'>,
  sources: Source[],
  { from, to }: { from?: string; to?: string }
): Promise<Plan[]> {
  const paces = new Map((await database.write<Pace>('select * from run_speeds()')).map((pace) => [pace.source, pace]))
  const plans: Plan[] = []
  for (const source of sources) {
    const windows = backfillWindows(source, from, to, todayIn(source.timezone))
    const left = await windowsLeft(database, source, windows)
    const estimated = missingCredential(source, environment)
      ? SKIPPED
      : await estimate(source, left, paces.get(source.code))
    plans.push({ source: source.code, left: left.length, windows: windows.length, ...estimated })
  }
  return plans
}

/** The duration in seconds of all backfills with a number of them at a time: at least that of the longest one. */
export function secondsOf(plans: Plan[], concurrency: number): number {
  const seconds = plans.map((plan) => plan.seconds)
  return Math.max(0, ...seconds, seconds.reduce((sum, next) => sum + next, 0) / concurrency)
}

async function windowsLeft(database: Database, source: Source, windows: Window[]): Promise<Window[]> {
  const rows = await database.write<{ done: boolean }>(
    'select is_backfilled($1, from_date, to_date) as done from unnest($2::date[], $3::date[]) with ordinality it ' +
      '(from_date, to_date, place) order by place',
    [source.code, windows.map(({ from }) => from), windows.map(({ to }) => to)]
  )
  return windows.filter((_, index) => !rows[index]!.done)
}

async function estimate(
  source: Source,
  windows: Window[],
  pace: Pace | undefined
): Promise<Pick<Plan, 'requests' | 'basis' | 'seconds'>> {
  const each = pace?.seconds_a_document ?? Math.max(REQUEST_GAP, source.pause ?? 0) / 1000 + SECONDS_PER_ANSWER
  const found = await requestsOf(source, windows, pace)
  return { ...found, seconds: Math.round(found.requests * each) }
}

async function requestsOf(
  source: Source,
  windows: Window[],
  pace: Pace | undefined
): Promise<Pick<Plan, 'requests' | 'basis'>> {
  if (windows.length === 0) return { requests: 0, basis: 'done' }
  if (pace?.documents_a_day) {
    const days = windows.reduce((sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / DAY_MS + 1, 0)
    return { requests: Math.max(1, Math.round(days * pace.documents_a_day)), basis: 'learnt' }
  }
  const counter = new Counter(source.code)
  const isWhole = await walk(source, windows, counter)
  return { requests: Math.max(counter.requests, windows.length), basis: isWhole ? 'counted' : 'at least' }
}

/** False if the adapter stops at an empty answer because it needs the content to make its next request. */
async function walk(source: Source, windows: Window[], http: Counter): Promise<boolean> {
  let [isWhole, documents] = [true, 0]
  for (const window of windows) {
    try {
      documents += await lengthOf(source.fetch(window, http))
    } catch {
      isWhole = false
    }
  }
  return isWhole && documents > 0
}

async function lengthOf(publications: AsyncIterable<Publication>): Promise<number> {
  const iterator = publications[Symbol.asyncIterator]()
  let length = 0
  while (!(await iterator.next()).done) length += 1
  return length
}

/** Counts requests, and answers each with an empty document. */
class Counter implements Http {
  requests = 0
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  get(url: string): Promise<Publication> {
    return this.#answer({ method: 'GET', url, headers: {} })
  }

  post(url: string, { body }: { body: string }): Promise<Publication> {
    return this.#answer({ method: 'POST', url, headers: {}, body })
  }

  find(url: string, _options?: FindOptions): Promise<Publication> {
    return this.get(url)
  }

  firstOf(first: Route): AsyncIterable<Publication> {
    return first()
  }

  session(): Http {
    return this
  }

  credential(name: string): string {
    return `<${name}>`
  }

  #answer(request: PublicationRequest): Promise<Publication> {
    this.requests += 1
    if (this.requests > MAX_COUNTED) return Promise.reject(new Error(`more than ${MAX_COUNTED} requests`))
    return Promise.resolve({ source: this.#source, request, mediaType: '', headers: {}, body: new Uint8Array() })
  }
}

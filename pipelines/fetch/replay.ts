import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Dispatcher } from 'undici'
import { FetchError, type PublicationRequest, type Source, type Window } from '../../adapters/source.ts'

export interface Interaction {
  request: Omit<PublicationRequest, 'headers'> & { headers?: Record<string, string> }
  response: { status: number; headers: Record<string, string | string[]>; bodyFile: string }
}

export interface Recording {
  folder: string
  /** The code of the source to which the answers belong. */
  source: string
  windows: Array<{ from: string; to?: string }>
  interactions: Interaction[]
  /** True if its tables are shortened, so that they have fewer pairs than the source states. */
  cut?: true
}

const INTERACTIONS = 'interactions.json'

/**
 * The recordings of a source below a folder, each of which is replayed separately: `<code>/<case>`, and `<code>` or
 * `<code>_<anything>` if `interactions.json` in that folder names the source, because a code may contain an underscore.
 */
export async function findRecordings(root: string, code: string): Promise<Recording[]> {
  const folders = (await readdir(root))
    .filter((name) => name === code || name.startsWith(`${code}_`))
    .sort()
    .map((name) => join(root, name))
  const cases = existsSync(join(root, code))
    ? (await readdir(join(root, code))).sort().map((name) => join(root, code, name))
    : []
  const recordings = await Promise.all(
    [...folders, ...cases].filter((folder) => existsSync(join(folder, INTERACTIONS))).map(readRecording)
  )
  return recordings.filter(({ source }) => source === code)
}

/** The recording in one folder. Throws if it has no `interactions.json`. */
export async function readRecording(folder: string): Promise<Recording> {
  const {
    source,
    windows = [],
    interactions,
    cut
  } = JSON.parse(await readFile(join(folder, INTERACTIONS), 'utf8')) as Omit<Recording, 'folder'>
  return { folder, source, windows, interactions, cut }
}

/**
 * The windows of a recording, each with its last day as today, or else the given window; a window without an end ends
 * today.
 */
export function windowsOf(recording: Recording, latest: Window): Window[] {
  if (recording.windows.length === 0) return [latest]
  return recording.windows.map(({ from, to = latest.today }) => ({ from, to, today: to }))
}

/** The environment, with the placeholders of recordings for credentials that are not set. */
export function placeholders(
  source: Pick<Source, 'credentials'>,
  environment: Record<string, string | undefined>
): Record<string, string | undefined> {
  return {
    ...environment,
    ...Object.fromEntries(
      (source.credentials ?? []).filter(({ name }) => !environment[name]).map(({ name }) => [name, `<${name}>`])
    )
  }
}

/**
 * Answers from a recording instead of the network. A request gets the answer to the recorded request with the same
 * method, host and path whose query and body are most similar. Among equally similar ones, unused answers come first.
 * Without such a request it fails with `NO_RECORDING`.
 */
export class ReplayDispatcher extends Dispatcher {
  readonly #recording: Recording
  readonly #answered = new Map<string, Interaction>()

  constructor(recording: Recording) {
    super()
    this.#recording = recording
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    void this.#answer(options, handler)
    return true
  }

  override close(): Promise<void> {
    return Promise.resolve()
  }

  override destroy(): Promise<void> {
    return Promise.resolve()
  }

  /** The recorded interactions that were used so far. */
  get answered(): Set<Interaction> {
    return new Set(this.#answered.values())
  }

  /** The recorded request whose answer was returned for a request. */
  recorded({ method, url, body = '' }: PublicationRequest): PublicationRequest | undefined {
    const request = this.#answered.get(keyOf(method, url, body))?.request
    return request && { headers: {}, ...request }
  }

  async #answer(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): Promise<void> {
    const url = `${String(options.origin)}${options.path}`
    const body = typeof options.body === 'string' ? options.body : ''
    try {
      const { response } = this.#find(options.method, url, body)
      const bytes = await readFile(join(this.#recording.folder, response.bodyFile))
      const headers = Object.entries(response.headers).flatMap(([name, value]) =>
        [value].flat().flatMap((line) => [Buffer.from(name), Buffer.from(line)])
      )
      handler.onConnect?.(() => {}) // a recorded answer is complete: nothing can be aborted
      handler.onHeaders?.(response.status, headers, () => {}, '')
      handler.onData?.(bytes)
      handler.onComplete?.([])
    } catch (error) {
      handler.onError?.(error as Error)
    }
  }

  #find(method: string, url: string, body: string): Interaction {
    const found = this.#closest(method, url, body)
    if (!found) throw new FetchError('NO_RECORDING', 'has no recorded answer')
    this.#answered.set(keyOf(method, url, body), found)
    return found
  }

  #closest(method: string, url: string, body: string): Interaction | undefined {
    const used = this.answered
    const wanted = wordsOf(new URL(url).search, body)
    const ranked = this.#recording.interactions
      .filter(({ request }) => request.method === method && samePlace(request.url, url))
      .map((it) => {
        const closeness = similarity(wanted, wordsOf(new URL(it.request.url).search, it.request.body ?? ''))
        return { it, rank: closeness - (used.has(it) ? 1e-6 : 0) }
      })
    return ranked.reduce<(typeof ranked)[number] | undefined>(
      (best, next) => (best && best.rank >= next.rank ? best : next),
      undefined
    )?.it
  }
}

function keyOf(method: string, url: string, body: string): string {
  return `${method} ${new URL(url).href} ${body}`
}

function samePlace(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.host === b.host && decode(a.pathname) === decode(b.pathname)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function wordsOf(query: string, body: string): Set<string> {
  return new Set(
    `${query.replace(/^\?/, '')}&${body}`
      .split(/[&<>\n]/)
      .map((part) => decode(part).trim())
      .filter((part) => part !== '')
  )
}

function similarity(wanted: Set<string>, recorded: Set<string>): number {
  const shared = [...wanted].filter((word) => recorded.has(word)).length
  return shared - (recorded.size - shared) / 1000
}

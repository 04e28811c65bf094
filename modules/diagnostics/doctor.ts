import { Dispatcher } from 'undici'
import { FetchError, LayoutError, type Publication, type Row, type Source } from '../../adapters/source.ts'
import { lastLoaded } from '../../pipelines/load/archive.ts'
import { checkRows } from '../../pipelines/load/check.ts'
import { missingCredential } from '../../pipelines/fetch/credentials.ts'
import { Client } from '../../pipelines/fetch/http.ts'
import { networkFor } from '../../pipelines/fetch/network.ts'
import { proxyFor } from '../../pipelines/fetch/proxies.ts'
import { isAnyReachable, stageOf } from '../../pipelines/fetch/reachability.ts'
import { isRefusal } from '../../pipelines/fetch/refusal.ts'
import type { Pipeline } from '../../pipelines/runs/run.ts'
import { latestWindow, todayIn } from '../../pipelines/runs/window.ts'

/** The party at fault if no new table arrives; `none` if tables arrive. */
export type Fault =
  'none' | 'the operator' | 'our network' | 'the publisher' | 'the publisher’s firewall' | 'the layout' | 'the adapter'

export interface Step {
  step: 'credential' | 'name' | 'connection' | 'tls' | 'answer' | 'media type' | 'size' | 'layout' | 'newest date'
  ok: boolean
  detail: string
}

export interface Diagnosis {
  source: string
  fault: Fault
  /** The fault, in one line. */
  verdict: string
  steps: Step[]
  /** The headings, columns and names of a document with an unexpected layout, with their places. */
  outline?: string[]
}

type Verdict = Pick<Diagnosis, 'fault' | 'verdict' | 'outline'>

const RETRIES = 1
const MAX_OTHERS = 3
const MAX_OUTLINED = 8 * 1024 * 1024 // bytes
const MAX_LABELS = 60

/** Forwards requests and records their hosts. */
class RecordingDispatcher extends Dispatcher {
  readonly origins = new Set<string>()
  readonly #network: Dispatcher

  constructor(network: Dispatcher) {
    super()
    this.#network = network
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.origins.add(String(options.origin))
    return this.#network.dispatch(options, handler)
  }
}

/**
 * Fetches a publisher's newest tables like a run, stores nothing, and reports each step. `others` are addresses of
 * other publishers: if this one cannot be reached, a connection to one of them shows whether the network of this
 * machine works.
 */
export async function examine(pipeline: Pipeline, source: Source, others: string[]): Promise<Diagnosis> {
  const steps: Step[] = []
  const missing = missingCredential(source, pipeline.environment)
  steps.push({ step: 'credential', ok: !missing, detail: missing ?? (source.credentials ? 'set' : 'none needed') })
  if (missing) return { source: source.code, fault: 'the operator', verdict: missing, steps }
  const watcher = new RecordingDispatcher(networkFor(source, pipeline.environment))
  const publications: Publication[] = []
  const failure = await fetchAll(pipeline, source, watcher, publications)
  if (failure instanceof FetchError) {
    return {
      source: source.code,
      ...(await judgeFailure(pipeline, source, failure, [...watcher.origins], others, steps)),
      steps
    }
  }
  reached([...watcher.origins], steps)
  if (failure) return { source: source.code, ...layoutVerdict(failure, steps), steps }
  return { source: source.code, ...(await judgeDocuments(pipeline, source, publications, steps)), steps }
}

async function fetchAll(
  pipeline: Pipeline,
  source: Source,
  dispatcher: Dispatcher,
  publications: Publication[]
): Promise<FetchError | LayoutError | undefined> {
  const { environment, userAgent, signal } = pipeline
  const http = new Client(source, { dispatcher, environment, userAgent, signal, retries: RETRIES }, pipeline.gate)
  try {
    const window = await latestWindow(pipeline.database, source)
    for await (const publication of source.fetch(window, http)) publications.push(publication)
  } catch (error) {
    if (error instanceof FetchError || error instanceof LayoutError) return error
    throw error
  }
}

function reached(origins: string[], steps: Step[]): void {
  const names = origins.map((origin) => new URL(origin).host).join(', ')
  steps.push({ step: 'name', ok: true, detail: names }, { step: 'connection', ok: true, detail: 'open' })
  if (origins.some((origin) => origin.startsWith('https:'))) {
    steps.push({ step: 'tls', ok: true, detail: 'the certificate is trusted' })
  }
}

async function judgeFailure(
  { environment }: Pipeline,
  source: Source,
  error: FetchError,
  origins: string[],
  others: string[],
  steps: Step[]
): Promise<Verdict> {
  const stage = error.code === 'UNREACHABLE' ? stageOf(error) : 'answer'
  steps.push({ step: stage, ok: false, detail: error.message })
  if (stage === 'answer') return answerVerdict(source, error)
  const url = new URL(origins.at(-1) ?? source.sourceUrl)
  if (proxyFor(url, source.code, environment) && stage !== 'tls') {
    return { fault: 'our network', verdict: `the proxy forwards no requests: ${error.message}` }
  }
  if (stage === 'tls') {
    return { fault: 'the publisher', verdict: `its certificate or TLS version is rejected: ${error.message}` }
  }
  if (!(await isAnyReachable(others.slice(0, MAX_OTHERS)))) {
    return { fault: 'our network', verdict: `no publisher can be reached from this machine: ${error.message}` }
  }
  return {
    fault: 'the publisher',
    verdict: `${stage === 'name' ? 'its name does not resolve' : 'its server refuses connections'}: ${error.message}`
  }
}

function answerVerdict(source: Source, error: FetchError): Verdict {
  const { status, message } = error
  if (status === 401 || (status === 403 && source.credentials)) {
    return { fault: 'the operator', verdict: `the publisher rejects the credential: ${message}` }
  }
  if (status !== undefined && [403, 406, 429, 451].includes(status)) {
    return { fault: 'the publisher’s firewall', verdict: `it rejects this client: ${message}` }
  }
  if (status === 404 || status === 410 || error.code === 'REDIRECT') {
    return { fault: 'the layout', verdict: `the document has moved: ${message}` }
  }
  if (status !== undefined && status < 500) {
    return { fault: 'the adapter', verdict: `the publisher rejects the request: ${message}` }
  }
  return {
    fault: 'the publisher',
    verdict: error.code === 'FORBIDDEN' ? message : `its server sends no document: ${message}`
  }
}

function layoutVerdict(error: LayoutError, steps: Step[]): Verdict {
  steps.push({ step: 'layout', ok: false, detail: error.message })
  return {
    fault: 'the layout',
    verdict: `a page that leads to the document has an unexpected layout: ${error.message}`
  }
}

async function judgeDocuments(
  pipeline: Pipeline,
  source: Source,
  publications: Publication[],
  steps: Step[]
): Promise<Verdict> {
  if (publications.length === 0) {
    steps.push({ step: 'answer', ok: false, detail: 'no document' })
    return { fault: 'the publisher', verdict: 'it has no document for the latest dates' }
  }
  steps.push({ step: 'answer', ok: true, detail: `${publications.length} documents` })
  const rows: Row[] = []
  for (const publication of publications) {
    const verdict = await judgeDocument(pipeline, source, publication, rows, steps)
    if (verdict) return verdict
  }
  describe(publications.at(-1)!, undefined, steps)
  steps.push({ step: 'layout', ok: true, detail: `${rows.length} rows` })
  return judgeDate(pipeline, source, rows, steps)
}

/** Reads one document into `rows`. Returns its fault; undefined if there is none. */
async function judgeDocument(
  pipeline: Pipeline,
  source: Source,
  publication: Publication,
  rows: Row[],
  steps: Step[]
): Promise<Verdict | undefined> {
  const parsed = await pipeline.parser.parse(source, publication).catch((error: Error) => error)
  if (!(parsed instanceof Error)) {
    const { good, bad } = checkRows(parsed, source, todayIn(source.timezone))
    rows.push(...good)
    if (good.length > 0 || bad.length === 0) return undefined
    describe(publication, undefined, steps)
    steps.push({ step: 'layout', ok: false, detail: `none of the ${bad.length} rows is a valid rate` })
    return { fault: 'the adapter', verdict: `none of the ${bad.length} rows is a valid rate: ${bad[0]!.reason}` }
  }
  const last = (await lastLoaded(pipeline.database, publication))?.publication
  describe(publication, last, steps)
  steps.push({ step: 'layout', ok: false, detail: parsed.message })
  if (publication.body.length === 0) return { fault: 'the publisher', verdict: `${publication.request.url} is empty` }
  if (isRefusal(publication)) {
    return {
      fault: 'the publisher’s firewall',
      verdict: `it answered ${publication.request.url} with an error page and status 200`
    }
  }
  const stillReads =
    last &&
    (await pipeline.parser.parse(source, last).then(
      () => true,
      () => false
    ))
  if (!(parsed instanceof LayoutError) || stillReads === false) {
    return {
      fault: 'the adapter',
      verdict: `${stillReads === false ? 'it fails on the last good document too' : 'it threw an error'}: ${parsed.message}`
    }
  }
  const outline = publication.body.length > MAX_OUTLINED ? undefined : await pipeline.parser.outline(publication)
  return {
    fault: 'the layout',
    verdict: `${publication.request.url}: ${parsed.message}`,
    outline: outline?.labels.slice(0, MAX_LABELS).map(({ place, text }) => `${place}: ${text}`)
  }
}

function describe({ mediaType, body }: Publication, last: Publication | undefined, steps: Step[]): void {
  const isSame = last === undefined || last.mediaType === mediaType
  steps.push({
    step: 'media type',
    ok: isSame,
    detail: isSame ? mediaType : `${mediaType}; the last good document: ${last.mediaType}`
  })
  steps.push({
    step: 'size',
    ok: body.length > 0,
    detail: `${body.length} bytes${last ? `; the last good document: ${last.body.length}` : ''}`
  })
}

async function judgeDate({ database }: Pipeline, source: Source, rows: Row[], steps: Step[]): Promise<Verdict> {
  const newest = rows
    .map(({ date }) => date)
    .sort()
    .at(-1)
  if (newest === undefined) {
    steps.push({ step: 'newest date', ok: false, detail: 'no table' })
    return { fault: 'the publisher', verdict: 'its documents for the latest dates have no table' }
  }
  const [{ late, stored } = { late: null, stored: null }] = await database.write<{
    late: boolean | null
    stored: string | null
  }>('select is_overdue($1, $2, $3) as late, (select latest_date from coverage where source = $1) as stored', [
    source.code,
    newest,
    todayIn(source.timezone)
  ])
  steps.push({
    step: 'newest date',
    ok: late !== true,
    detail: stored === null ? newest : `${newest}; newest stored: ${stored}`
  })
  if (late) {
    return {
      fault: 'the publisher',
      verdict: `its server works, but its newest table is dated ${newest}: a later one is overdue`
    }
  }
  return {
    fault: 'none',
    verdict:
      stored === null || newest > stored
        ? `no fault; the table of ${newest} is not stored yet`
        : `no fault; the newest table is dated ${newest}`
  }
}

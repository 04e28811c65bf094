import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '../../adapters/source.ts'
import { loadRows } from '../../pipelines/load/load.ts'
import { Database } from '../../sql/database.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import { migrate } from '../../sql/migrate.ts'
import { dailyRates, prepareEcb } from '../bench/daily.ts'
import { NODE_FLAGS } from '../child.ts'
import { startNginx, type Proxy } from '../../test/support/nginx.ts'
import { freePort } from '../../test/support/ports.ts'
import { load } from './kills-outcome.ts'
import type { Order } from './strangers/attacker.ts'
import type { Tally } from './strangers/connection.ts'
import { kinds, type Kind } from './strangers/kinds.ts'
import { Probe, type Times } from './strangers/probe.ts'
import { Supervised } from './supervised.ts'

const LOADER = new URL('../../test/support/loader.js', import.meta.url).href
const ALL_DAYS = 7000 // working days from 1999 on
const MAX_ECHO = 50 // milliseconds: where the machine itself takes longer, nothing is said of the server
const MAX_MEMORY = 2048 // megabytes, with what is not collected yet
const LOOK_EVERY = 100
const START = 300_000
const CALM = 40 // milliseconds
const CALM_FOR = 3000

export interface StrangerOptions {
  /** The sources whose fixtures are loaded beside the daily rates. */
  sources: string[]
  /** Working days of daily rates up to November 2025. */
  days: number
  kinds: readonly Kind[]
  connections: number
  /** How long each kind goes on. */
  milliseconds: number
  /** How often a kind is tried while another address waits too long: on a busy machine that may be chance. */
  tries: number
  /** How long another address may wait, in milliseconds. */
  maxWait: number
  /** How long to wait at most until the server has loaded what is seldom needed. */
  warmUp: number
  seed: number
  /** Ends the campaign early, behind the kind that is at work. */
  signal?: AbortSignal
  onFinding?: (finding: Finding) => void
}

/** What a kind of attack did. */
export interface Finding {
  kind: string
  tally: Tally
  health: Times
  echo: Times
  /** The longest turn of the server's event loop in milliseconds, as its metrics say. */
  turn: number
  /** The most memory of the server, in megabytes. */
  memory: number
  /** What must not happen, a line each. */
  faults: string[]
}

/** What runs during a campaign. */
interface Stage {
  /** Of the server itself. */
  port: number
  proxy: Proxy
  server: Supervised
  attacker: ChildProcess
  echo: ChildProcess
  echoPort: number
}

/**
 * Lets a stranger attack a server behind nginx, with the configuration of `deploy/`, in every way, and measures meanwhile how long another address
 * waits for its health. Each kind of attack comes from an address of its own, which no limit knows. `folder` is an empty folder for the data.
 */
export async function strangerCampaign (folder: string, options: StrangerOptions): Promise<{ findings: Finding[], faults: string[] }> {
  const stop = await fill(folder, options)
  const stage = await prepare(folder, options)
  const findings: Finding[] = []
  try {
    for (const kind of options.kinds) {
      const finding = await tryOut(stage, kind, options)
      findings.push(finding)
      options.onFinding?.(finding)
      if (!stage.server.isRunning || options.signal?.aborted) break
    }
  } finally {
    for (const child of [stage.attacker, stage.echo]) child.disconnect()
    await stage.proxy.stop()
    await stage.server.stop()
    await stop()
  }
  return { findings, faults: [...findings.flatMap(({ faults }) => faults), ...stage.server.faults] }
}

/** Fills a database with years of daily rates and the fixtures of some sources. Returns how to stop it. */
async function fill (folder: string, { sources, days }: StrangerOptions): Promise<() => Promise<void>> {
  const embedded = await startEmbedded(folder)
  const database = new Database({ url: embedded.url })
  await migrate(database)
  await loadRows(database, await prepareEcb(database), newest(days))
  await database.write('vacuum analyze')
  await database.close()
  if (sources.length > 0) await load(sources, folder)
  return () => embedded.stop()
}

function newest (days: number): Row[] {
  const rows = dailyRates(ALL_DAYS)
  return rows.slice(-days * rows.length / ALL_DAYS)
}

async function prepare (folder: string, { warmUp }: StrangerOptions): Promise<Stage> {
  const port = await freePort()
  const environment = { PATH: process.env.PATH!, HOME: folder, DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port), TRUST_PROXY: '1' }
  const server = new Supervised('the server', ['serve', '--no-schedule'], environment, { nodeFlags: NODE_FLAGS })
  server.start()
  for (const end = Date.now() + START; !await isReady(port);) {
    if (!server.isRunning || Date.now() > end) throw new Error(`the server did not start: ${server.output}`)
    await sleep(LOOK_EVERY)
  }
  await beCalm(port, warmUp)
  const proxy = await startNginx(join(folder, 'nginx'), port)
  const [attacker, echo] = [start('attacker.ts'), start('echo.ts')]
  const [echoPort] = await once(echo, 'message') as [number]
  return { port, proxy, server, attacker, echo, echoPort }
}

/** Waits until the server has had no long turn for some seconds: what it prepares it begins a moment after it is ready. */
async function beCalm (port: number, atMost: number): Promise<void> {
  const started = Date.now()
  for (let since = started; Date.now() < Math.min(since + CALM_FOR, started + atMost);) {
    await sleep(5 * LOOK_EVERY)
    if (await longestTurn(port) > CALM) since = Date.now()
  }
}

function start (module: string): ChildProcess {
  return fork(new URL(`strangers/${module}`, import.meta.url), { execArgv: ['--import', LOADER] })
}

function isReady (port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok, () => false)
}

/** The best of some tries. */
async function tryOut (stage: Stage, kind: Kind, options: StrangerOptions): Promise<Finding> {
  let best = await measure(stage, kind, 0, options)
  for (let number = 1; number < options.tries && best.health.worst > options.maxWait && stage.server.isRunning; number++) {
    const finding = await measure(stage, kind, number, options)
    if (finding.health.worst < best.health.worst) best = finding
  }
  return best
}

async function measure ({ port, proxy, server, attacker, echoPort }: Stage, kind: Kind, number: number, { connections, milliseconds, seed, maxWait }: StrangerOptions): Promise<Finding> {
  const [health, echo] = [new Probe(proxy.port), new Probe(echoPort)]
  let memory = 0
  const looking = setInterval(() => { memory = Math.max(memory, memoryOf(server)) }, LOOK_EVERY)
  const order: Order = { port: proxy.port, localAddress: addressOf(kind, number), kind: kind.name, connections, milliseconds, seed }
  attacker.send(order)
  const [tally] = await once(attacker, 'message') as [Tally]
  const [healthTimes, echoTimes] = await Promise.all([health.stop(), echo.stop()])
  clearInterval(looking)
  memory = Math.max(memory, memoryOf(server))
  const measured = { kind: kind.name, tally, health: healthTimes, echo: echoTimes, turn: await longestTurn(port), memory }
  return { ...measured, faults: faultsOf({ ...measured, lost: health.lost }, server, maxWait) }
}

/** An address of the loopback for each try of a kind: on Linux all of 127.0.0.0/8 is there. */
function addressOf (kind: Kind, number: number): string {
  const place = kinds.indexOf(kind)
  return `127.${1 + number}.${Math.floor(place / 200)}.${2 + place % 200}`
}

function faultsOf ({ kind, health, echo, memory, lost }: Omit<Finding, 'faults'> & { lost: number }, server: Supervised, maxWait: number): string[] {
  return [
    ...health.worst > maxWait && echo.worst < MAX_ECHO ? [`${kind}: another address waited ${health.worst.toFixed(0)} ms`] : [],
    ...lost > 0 ? [`${kind}: another address got no answer ${lost} times`] : [],
    ...memory > MAX_MEMORY ? [`${kind}: the server took ${memory.toFixed(0)} MB`] : [],
    ...server.isRunning ? [] : [`${kind}: the server ended`]
  ]
}

/** The longest turn of the server's event loop since this was asked for last, in milliseconds. */
async function longestTurn (port: number): Promise<number> {
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`).then((response) => response.text(), () => '')
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1] ?? NaN) * 1000
}

function memoryOf ({ pid }: Supervised): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0 // it has ended
  }
}

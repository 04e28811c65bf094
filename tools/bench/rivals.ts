import { request } from 'undici'
import type { Database } from '../../sql/database.ts'
import { countCpu } from './cpu.ts'
import { hammer } from './hammer.ts'
import { inTurns, median, medianRatio, type Finding } from './measure.ts'
import type { BenchOptions } from './options.ts'
import type { Server } from './server.ts'

const ROUNDS = 7

/** What an address answers now. Throws unless it is 200. */
export async function answerOf (address: string, headers: Record<string, string>): Promise<{ body: string, type: string }> {
  const { statusCode, headers: { 'content-type': type }, body } = await request(address, { headers })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${address}: ${statusCode} ${text}`)
  return { body: text, type: String(type) }
}

/** A server to compare with another. */
export interface Comparison {
  what: string
  ours: Server
  against: Server
  /** The share of the other's answers a second, and of its thrift with CPU time, that ours should reach. */
  aim?: number
}

export interface Rivals {
  path: string
  headers: Record<string, string>
  /** The database of all of the servers. */
  database: Database
  comparisons: Comparison[]
}

export interface Result {
  /** Answers a second. */
  rate: number
  /** Microseconds of CPU time a request. */
  cost: number
}

/** Requests a second and CPU time a request of each server against another, under the same load in turns. */
export async function compareServers ({ path, headers, database, comparisons }: Rivals, { rounds = ROUNDS, seconds, connections }: BenchOptions): Promise<Finding[]> {
  const servers = [...new Set(comparisons.flatMap(({ ours, against }) => [against, ours]))]
  const results = await inTurns(rounds, servers.map((server) => async (): Promise<Result> => {
    const used = await countCpu([server], [database])
    const { answers, seconds: took } = await hammer({ address: server.address, path, headers, connections, seconds })
    // A noisy machine changes the time of an answer much more than its CPU time.
    return { rate: answers / took, cost: await used() * 1000 / answers }
  }))
  return comparisons.flatMap(({ what, ours, against, aim }) => findingsOf(what, results[servers.indexOf(ours)]!, results[servers.indexOf(against)]!, aim))
}

/** Two findings: the answers a second of both, and the CPU time that a request takes. */
export function findingsOf (what: string, ours: Result[], against: Result[], aim?: number): Finding[] {
  const [ourRates, theirRates, ourCosts, theirCosts] = [ours.map(({ rate }) => rate), against.map(({ rate }) => rate), ours.map(({ cost }) => cost), against.map(({ cost }) => cost)]
  const aimed = aim === undefined ? '' : `≥ ${aim}`
  const perSecond = (rates: number[]) => `${median(rates).toFixed(0)}/s`
  const perRequest = (costs: number[]) => `${median(costs).toFixed(1)} µs`
  return [
    { what, ours: perSecond(ourRates), against: perSecond(theirRates), ratio: medianRatio(ourRates, theirRates).toFixed(2), aim: aimed },
    { what: `${what}: CPU time a request`, ours: perRequest(ourCosts), against: perRequest(theirCosts), ratio: medianRatio(theirCosts, ourCosts).toFixed(2), aim: aimed }
  ]
}

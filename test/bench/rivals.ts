import { request } from 'undici'
import { hammer } from './hammer.ts'
import { inTurns, median, medianRatio, type Finding } from './measure.ts'
import type { BenchOptions } from './options.ts'
import type { Server } from './server.ts'

export const CONNECTIONS = 32
const ROUNDS = 7

/** What an address answers now. Throws unless it is 200. */
export async function answerOf (address: string, headers: Record<string, string>): Promise<{ body: string, type: string }> {
  const { statusCode, headers: { 'content-type': type }, body } = await request(address, { headers })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${address}: ${statusCode} ${text}`)
  return { body: text, type: String(type) }
}

export interface Rivals {
  path: string
  headers: Record<string, string>
  bare: Server
  /** The servers to compare with the bare one, each with what is measured of it. */
  ours: Array<{ what: string, server: Server, aim?: number }>
}

/** Requests a second and CPU time a request of each server against the bare one, under the same load in turns. */
export async function compareServers ({ path, headers, bare, ours }: Rivals, { rounds = ROUNDS, seconds }: BenchOptions): Promise<Finding[]> {
  const servers = [bare, ...ours.map(({ server }) => server)]
  const cost = servers.map((): number[] => [])
  const rates = await inTurns(rounds, servers.map(({ address, cpu }, index) => async () => {
    const before = await cpu()
    const { answers, seconds: took } = await hammer({ address, path, headers, connections: CONNECTIONS, seconds })
    // A noisy machine changes the time of an answer, and hardly its CPU time.
    cost[index]!.push((await cpu() - before) * 1000 / answers)
    return answers / took
  }))
  return ours.flatMap(({ what, aim }, index) => [
    {
      what,
      ours: `${median(rates[index + 1]!).toFixed(0)}/s`,
      against: `${median(rates[0]!).toFixed(0)}/s`,
      ratio: medianRatio(rates[index + 1]!, rates[0]!).toFixed(2),
      aim: aim === undefined ? '' : `≥ ${aim}`
    },
    {
      what: `${what}: CPU time a request`,
      ours: `${median(cost[index + 1]!).toFixed(1)} µs`,
      against: `${median(cost[0]!).toFixed(1)} µs`,
      ratio: medianRatio(cost[0]!, cost[index + 1]!).toFixed(2),
      aim: ''
    }
  ])
}

/** The units and requests of a benchmark's key. */
export const UNLIMITED = 1e9

/** How much a run measures. Small values check that the benchmarks run; their figures then mean little. */
export interface BenchOptions {
  /** A PostgreSQL server to create databases on; an embedded one in `folder` if it is not set. */
  server?: string
  folder: string
  /** Rounds of each measurement, if not as many as the benchmark has by itself. */
  rounds?: number
  /** Seconds of load in a round. */
  seconds: number
  /** Connections that send requests. */
  connections: number
  /** Working days of daily rates. */
  days: number
  /** How many processes are compared with one. */
  processes: number
  /** Banks in each database of `rows`. */
  banks: number
  /** Millions of rows of each database size. */
  rows: number[]
}

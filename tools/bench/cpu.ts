import { readFileSync } from 'node:fs'
import type { Database } from '../../sql/database.ts'

const NANOSECONDS = 1e6 // per millisecond

/**
 * Counts the CPU time of a process and of the connections to a database until the returned function is called, in
 * milliseconds. `cpu` returns the time of the process so far.
 * The connections count only on Linux, and only if the database server runs on this machine.
 */
export async function countCpu(
  cpu: () => number | Promise<number>,
  database: Database
): Promise<() => Promise<number>> {
  const [before, earlier] = [await cpu(), await connectionTimes(database)]
  return async () => {
    const connections = [...(await connectionTimes(database))].reduce(
      (sum, [pid, time]) => sum + time - (earlier.get(pid) ?? 0),
      0
    )
    return (await cpu()) - before + connections
  }
}

async function connectionTimes(database: Database): Promise<Map<number, number>> {
  const rows = await database.read<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  )
  return new Map(rows.map(({ pid }) => [pid, timeOf(pid)]))
}

function timeOf(pid: number): number {
  try {
    if (!readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')) return 0
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / NANOSECONDS
  } catch {
    return 0 // not on Linux, or the connection has ended
  }
}

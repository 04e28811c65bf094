import { readFileSync } from 'node:fs'
import type { Database } from '../../sql/database.ts'

const NANOSECONDS = 1e6 // of a millisecond

/** A process that says how much CPU time it has used so far, in milliseconds. */
export interface Process {
  cpu: () => Promise<number>
}

/**
 * Counts the CPU time of processes and of the connections to databases from now until the returned function is called. In milliseconds; the
 * connections count on Linux alone, and only if their servers run on this machine.
 */
export async function countCpu (processes: Process[], databases: Database[]): Promise<() => Promise<number>> {
  const [before, earlier] = [await timeOfAll(processes), await connectionTimes(databases)]
  return async () => {
    const connections = [...await connectionTimes(databases)].reduce((sum, [pid, time]) => sum + time - (earlier.get(pid) ?? 0), 0)
    return await timeOfAll(processes) - before + connections
  }
}

/** This process. */
export const itself: Process = {
  cpu: async () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}

async function timeOfAll (processes: Process[]): Promise<number> {
  return (await Promise.all(processes.map(({ cpu }) => cpu()))).reduce((sum, time) => sum + time, 0)
}

async function connectionTimes (databases: Database[]): Promise<Map<number, number>> {
  const rows = await Promise.all(databases.map((database) => database.read<{ pid: number }>('select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')))
  return new Map(rows.flat().map(({ pid }) => [pid, timeOf(pid)]))
}

function timeOf (pid: number): number {
  try {
    if (!readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')) return 0
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / NANOSECONDS
  } catch {
    return 0 // another system, or a connection that has ended
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a campaign has while it runs. */
export interface Scene {
  /** A folder of its own, removed afterwards. */
  folder: string
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** Writes a line. */
  write: (line: string) => void
  /** Writes faults, a line each, because of which the process ends with 1. */
  report: (faults: string[]) => void
}

/** Runs a campaign from the command line. `stamp` comes before each line. */
export async function inFolder (name: string, campaign: (scene: Scene) => Promise<void>, stamp = () => ''): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `ratebook-${name}-`))
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  const write = (line: string) => process.stdout.write(`${stamp()}${line}\n`)
  const report = (faults: string[]) => {
    for (const fault of faults) write(`FAULT ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  }
  try {
    await campaign({ folder, signal: stopping.signal, write, report })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

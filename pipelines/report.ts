import { SingleBar } from 'cli-progress'
import type { Outcome } from './run.ts'

/** Where long work says how far it is: a bar on a terminal, a line an outcome elsewhere. */
export interface Report {
  step: (label: string) => void
  outcome: (outcome: Outcome) => void
  end: () => void
}

/** One line that says what a run of a source brought, or which publisher failed and how. */
export function lineOf ({ source, status, error, publications, new: added, changed, unchanged, quarantined }: Outcome): string {
  if (status === 'skipped' || status === 'busy') return `${source}: ${status}, ${error}`
  const counts = `${publications} publications, ${added} new, ${changed} changed, ${unchanged} unchanged, ${quarantined} quarantined`
  return status === 'ok' ? `${source}: ${counts}` : `${source}: failed: ${error} (${counts})`
}

export function startReport (total: number, output: NodeJS.WriteStream = process.stdout): Report {
  if (!output.isTTY) return { step: noop, outcome: (outcome) => output.write(`${lineOf(outcome)}\n`), end: noop }
  const failures: string[] = []
  const bar = new SingleBar({ format: '{bar} {value}/{total} {label}', barsize: 30, stream: output, hideCursor: true, clearOnComplete: true })
  bar.start(total, 0, { label: '' })
  return {
    step: (label) => bar.update({ label }),
    outcome: (outcome) => {
      bar.increment(1, { label: outcome.source })
      if (outcome.status !== 'ok') failures.push(lineOf(outcome))
    },
    end: () => {
      bar.stop()
      for (const line of failures) output.write(`${line}\n`)
    }
  }
}

/** Rows as a table of aligned columns under their names. */
export function tableOf (rows: Array<Record<string, unknown>>, columns = Object.keys(rows[0] ?? {})): string {
  const cells = [columns, ...rows.map((row) => columns.map((column) => row[column] === null || row[column] === undefined ? '' : String(row[column])))]
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]!.length)))
  return cells.map((line) => line.map((cell, index) => cell.padEnd(widths[index]!)).join('  ').trimEnd()).join('\n')
}

function noop () {}

import { SingleBar } from 'cli-progress'
import type { Outcome } from './run.ts'

const QUIET = 10_000

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

/** A report on so many sources. Where there is no terminal, a line also says every now and then how far a long one is. */
export function startReport (total: number, output: NodeJS.WriteStream = process.stdout): Report {
  return output.isTTY ? barReport(total, output) : lineReport(output)
}

function lineReport (output: NodeJS.WriteStream): Report {
  let written = Date.now()
  const write = (line: string) => {
    written = Date.now()
    output.write(`${line}\n`)
  }
  return {
    step: (label) => { if (Date.now() - written > QUIET) write(label) },
    outcome: (outcome) => write(lineOf(outcome)),
    end: noop
  }
}

function barReport (total: number, output: NodeJS.WriteStream): Report {
  const outcomes: Outcome[] = []
  const bar = new SingleBar({ format: '{bar} {value}/{total} {label}', barsize: 30, stream: output, hideCursor: true, clearOnComplete: true })
  bar.start(total, 0, { label: '' })
  return {
    step: (label) => bar.update({ label }),
    outcome: (outcome) => {
      outcomes.push(outcome)
      bar.increment(1, { label: outcome.source })
    },
    end: () => {
      bar.stop()
      for (const outcome of outcomes) if (outcome.status !== 'ok') output.write(`${lineOf(outcome)}\n`)
      const sum = (count: 'new' | 'changed' | 'unchanged' | 'quarantined') => `${outcomes.reduce((total, outcome) => total + outcome[count], 0)} ${count}`
      output.write(`${outcomes.length} sources: ${sum('new')}, ${sum('changed')}, ${sum('unchanged')}, ${sum('quarantined')}\n`)
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

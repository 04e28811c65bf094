import { SingleBar } from 'cli-progress'
import type { Outcome } from '../pipelines/run.ts'

const LINE_INTERVAL = 10_000 // milliseconds without output after which a step is worth a line

/** Reports the progress of long work: as a bar on a terminal, elsewhere as a line for each outcome. */
export interface Progress {
  step: (label: string) => void
  outcome: (outcome: Outcome) => void
  end: () => void
}

/** Starts a report on `total` runs. Without a terminal, a step is a line of its own only after ten seconds of silence. */
export function startProgress (total: number, output: NodeJS.WriteStream = process.stdout): Progress {
  return output.isTTY ? barProgress(total, output) : lineProgress(output)
}

/** One line: what a run of a source stored, or why it failed or did not start. */
function lineOf ({ source, status, error, publications, new: added, changed, unchanged, quarantined }: Outcome): string {
  if (status === 'skipped' || status === 'busy') return `${source}: ${status}, ${error}`
  const counts = `${publications} publications, ${added} new, ${changed} changed, ${unchanged} unchanged, ${quarantined} quarantined`
  return status === 'ok' ? `${source}: ${counts}` : `${source}: failed: ${error} (${counts})`
}

function lineProgress (output: NodeJS.WriteStream): Progress {
  let written = Date.now()
  const write = (line: string) => {
    written = Date.now()
    output.write(`${line}\n`)
  }
  return {
    step: (label) => { if (Date.now() - written > LINE_INTERVAL) write(label) },
    outcome: (outcome) => write(lineOf(outcome)),
    end: () => {}
  }
}

function barProgress (total: number, output: NodeJS.WriteStream): Progress {
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

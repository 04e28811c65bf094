import type { Outcome } from '../pipelines/runs/run.ts'

const LINE_INTERVAL = 10_000 // a step is printed after this many milliseconds without output
const COUNT_INTERVAL = 5_000
const BAR_WIDTH = 30

/** Reports the progress of long work: as a bar on a terminal, elsewhere as a line for each outcome. */
interface Progress {
  /** `done` counts steps; by default it is the number of outcomes. */
  step: (label: string, done?: number) => void
  outcome: (outcome: Outcome) => void
  end: () => void
}

/** Starts a report on `total` steps. Without a terminal, a step is printed only after ten seconds without output. */
export function startProgress(total: number, output: NodeJS.WriteStream = process.stdout): Progress {
  return output.isTTY ? barProgress(total, output) : lineProgress(output)
}

/**
 * Counts outcomes on a terminal, with at most one line every five seconds. Prints nothing elsewhere, where the log has
 * each run.
 */
export function startCount(total: number, output: NodeJS.WriteStream = process.stdout): (outcome: Outcome) => void {
  const count = startLines(total, 'fetched', output)
  return () => {
    if (output.isTTY) count()
  }
}

/** Counts sources, with at most one line every five seconds. */
export function startLines(total: number, verb: string, output: NodeJS.WriteStream = process.stdout): () => void {
  let [done, written] = [0, Date.now()]
  return () => {
    done += 1
    if (done < total && Date.now() - written < COUNT_INTERVAL) return
    written = Date.now()
    output.write(`${verb} ${done} of ${total} sources\n`)
  }
}

/** One line with the number of rows that a run stored, or the reason why it failed or did not start. */
function lineOf({ source, status, error, publications, new: added, changed, unchanged, quarantined }: Outcome): string {
  if (status === 'skipped' || status === 'busy') return `${source}: ${status}, ${error}`
  const counts = `${publications} publications, ${added} new, ${changed} changed, ${unchanged} unchanged, ${quarantined} quarantined`
  return status === 'ok' ? `${source}: ${counts}` : `${source}: failed: ${error} (${counts})`
}

function lineProgress(output: NodeJS.WriteStream): Progress {
  let written = Date.now()
  const write = (line: string) => {
    written = Date.now()
    output.write(`${line}\n`)
  }
  return {
    step: (label) => {
      if (Date.now() - written > LINE_INTERVAL) write(label)
    },
    outcome: (outcome) => write(lineOf(outcome)),
    end: () => {}
  }
}

function barProgress(total: number, output: NodeJS.WriteStream): Progress {
  const outcomes: Outcome[] = []
  const draw = (label: string, done = outcomes.length) => {
    const filled = Math.round(BAR_WIDTH * Math.min(1, done / total))
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
    output.cursorTo(0)
    output.write(`${bar} ${done}/${total} ${label}`.slice(0, output.columns - 1))
    output.clearLine(1)
  }
  draw('')
  return {
    step: draw,
    outcome: (outcome) => {
      outcomes.push(outcome)
      draw(outcome.source)
    },
    end: () => {
      output.cursorTo(0)
      output.clearLine(1)
      for (const outcome of outcomes) if (outcome.status !== 'ok') output.write(`${lineOf(outcome)}\n`)
      const sum = (count: 'new' | 'changed' | 'unchanged' | 'quarantined') =>
        `${outcomes.reduce((total, outcome) => total + outcome[count], 0)} ${count}`
      output.write(
        `${outcomes.length} sources: ${sum('new')}, ${sum('changed')}, ${sum('unchanged')}, ${sum('quarantined')}\n`
      )
    }
  }
}

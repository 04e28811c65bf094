import { describe, expect, it, vi } from 'vitest'
import { startCount, startLines, startProgress } from '../../cli/progress.ts'
import type { Outcome } from '../../pipelines/runs/run.ts'

const outcome = (source: string, rest: Partial<Outcome> = {}): Outcome => ({
  source,
  status: 'ok',
  publications: 2,
  new: 7,
  changed: 1,
  unchanged: 0,
  quarantined: 0,
  skippedItems: {},
  ...rest
})
const FAILED: Partial<Outcome> = {
  status: 'failed',
  publications: 0,
  new: 0,
  changed: 0,
  error: 'GET https://example.com/ answered 500'
}

/** A stream that records its output, as a terminal or not. */
function outputOf(isTTY: boolean) {
  const written: string[] = []
  const stream = {
    isTTY,
    columns: 60,
    write: (text: string) => void written.push(text),
    cursorTo: () => void written.push('\r'),
    clearLine: () => {}
  }
  return { stream: stream as unknown as NodeJS.WriteStream, written }
}

describe('without a terminal', () => {
  it('writes a line for each outcome, and for a step only after ten seconds without output', () => {
    vi.useFakeTimers({ now: 0 })
    const { stream, written } = outputOf(false)
    const progress = startProgress(2, stream)
    progress.step('bnr 1/3')
    vi.setSystemTime(10_001)
    progress.step('bnr 2/3')
    progress.outcome(outcome('bnr'))
    progress.outcome(outcome('ecb', FAILED))
    progress.outcome(outcome('boi', { status: 'skipped', error: 'BOI_KEY is not set' }))
    progress.end()
    vi.useRealTimers()
    expect(written).toEqual([
      'bnr 2/3\n',
      'bnr: 2 publications, 7 new, 1 changed, 0 unchanged, 0 quarantined\n',
      'ecb: failed: GET https://example.com/ answered 500 (0 publications, 0 new, 0 changed, 0 unchanged, 0 ' +
        'quarantined)\n',
      'boi: skipped, BOI_KEY is not set\n'
    ])
  })
})

describe('on a terminal', () => {
  it('draws a bar in one line, and finally prints the failures and the totals', () => {
    const { stream, written } = outputOf(true)
    const progress = startProgress(2, stream)
    progress.step('bnr 1/3')
    progress.outcome(outcome('bnr'))
    progress.outcome(outcome('ecb', FAILED))
    progress.end()
    const bar = (filled: number) => '█'.repeat(filled) + '░'.repeat(30 - filled)
    expect(written.join('').split('\r').slice(1)).toEqual([
      `${bar(0)} 0/2 `,
      `${bar(0)} 0/2 bnr 1/3`,
      `${bar(15)} 1/2 bnr`,
      `${bar(30)} 2/2 ecb`,
      'ecb: failed: GET https://example.com/ answered 500 (0 publications, 0 new, 0 changed, 0 unchanged, 0 ' +
        'quarantined)\n2 sources: 7 new, 1 changed, 0 unchanged, 0 quarantined\n'
    ])
  })

  it('truncates the line to the width', () => {
    const { stream, written } = outputOf(true)
    startProgress(1, stream).step('a long label that does not fit into the width of this terminal')
    expect(written.filter((text) => text.length > 59)).toEqual([])
  })
})

describe('a count', () => {
  it('prints at most one line in five seconds on a terminal, and one at the end', () => {
    vi.useFakeTimers({ now: 0 })
    const { stream, written } = outputOf(true)
    const count = startCount(4, stream)
    count(outcome('bnr'))
    vi.setSystemTime(5_001)
    count(outcome('boi'))
    count(outcome('cnb'))
    count(outcome('ecb', FAILED))
    vi.useRealTimers()
    expect(written).toEqual(['fetched 2 of 4 sources\n', 'fetched 4 of 4 sources\n'])
  })

  it('prints nothing without a terminal', () => {
    const { stream, written } = outputOf(false)
    startCount(1, stream)(outcome('bnr'))
    expect(written).toEqual([])
  })

  it('also prints its lines without a terminal for a demo', () => {
    const { stream, written } = outputOf(false)
    const count = startLines(2, 'loaded', stream)
    count()
    count()
    expect(written).toEqual(['loaded 2 of 2 sources\n'])
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../random.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import { Line, type Tally, type Way } from './line.ts'

/** What an attacker is told to do. */
export interface Order extends Way {
  /** The name of the kind. */
  kind: string
  connections: number
  /** How long at least. It goes on until something comes of it that is expected, but not beyond the patience. */
  milliseconds: number
  patience: number
  seed: number
}

const PAUSE = 5 // before a new connection in place of one that the server has closed

async function attack (order: Order): Promise<Tally> {
  const kind = kinds.find(({ name }) => name === order.kind)!
  const [tally, lines] = [{} as Tally, new Set<Line>()]
  let isOver = false
  const stranger = async (number: number) => {
    const random = randomFrom(order.seed * 1000 + number)
    while (!isOver) {
      const line = new Line(order, tally)
      lines.add(line)
      await line.opened()
      if (line.isOpen) await kind.attack(line, random)
      else await sleep(PAUSE)
      lines.delete(line)
      if (!line.isOpen) await sleep(PAUSE)
      line.leave()
    }
  }
  const strangers = Array.from({ length: order.connections * (kind.times ?? 1) }, (_, number) => stranger(number))
  await timeFor(order, kind, () => ({ ...tally, open: lines.size }))
  isOver = true
  for (const line of lines) line.finish()
  await Promise.all(strangers)
  return tally
}

async function timeFor ({ milliseconds, patience }: Order, { expects }: Kind, tally: () => Tally): Promise<void> {
  const started = Date.now()
  await sleep(milliseconds)
  while (Date.now() - started < patience && !expects.some((it) => tally()[it])) await sleep(20)
}

process.on('message', async (order: Order) => { process.send!(await attack(order)) })
process.once('disconnect', () => process.exit())

import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../random.ts'
import { Connection, type Tally, type Way } from './connection.ts'
import { kinds } from './kinds.ts'

/** What an attacker is told to do. */
export interface Order extends Way {
  /** The name of the kind. */
  kind: string
  connections: number
  milliseconds: number
  seed: number
}

const PAUSE = 5 // milliseconds before a new connection in place of one that the server has closed

async function attack (order: Order): Promise<Tally> {
  const kind = kinds.find(({ name }) => name === order.kind)!
  const [tally, open] = [{} as Tally, new Set<Connection>()]
  let isOver = false
  const stranger = async (number: number) => {
    const random = randomFrom(order.seed * 1000 + number)
    while (!isOver) {
      const connection = new Connection(order, tally)
      open.add(connection)
      await connection.opened()
      await kind.attack(connection, random)
      if (!connection.isOpen) await sleep(PAUSE)
      connection.leave()
      open.delete(connection)
    }
  }
  const strangers = Array.from({ length: order.connections * (kind.times ?? 1) }, (_, number) => stranger(number))
  await sleep(order.milliseconds)
  isOver = true
  if (open.size > 0) tally.open = open.size
  for (const connection of open) connection.leave()
  await Promise.all(strangers)
  return tally
}

process.on('message', async (order: Order) => { process.send!(await attack(order)) })
process.once('disconnect', () => process.exit())

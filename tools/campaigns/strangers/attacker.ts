import { setTimeout as sleep } from 'node:timers/promises'
import { replyToParent } from '../../child.ts'
import { randomFrom } from '../../random.ts'
import { ATTACKS } from './attacks.ts'
import { Connection, type Tally } from './connection.ts'

/** An attack for the attacker to carry out. */
export interface Order {
  name: string
  port: number
  localAddress: string
  connections: number
  milliseconds: number
  seed: number
}

const PAUSE = 5 // milliseconds before a new connection replaces one that the server closed

replyToParent(async ({ name, port, localAddress, connections, milliseconds, seed }: Order): Promise<Tally> => {
  const { run, times = 1 } = ATTACKS.find((it) => it.name === name)!
  const [tally, open] = [{} as Tally, new Set<Connection>()]
  let isOver = false
  const clients = Array.from({ length: connections * times }, async (_, number) => {
    const random = randomFrom(seed * 1000 + number)
    while (!isOver) {
      const connection = new Connection(port, localAddress, tally)
      open.add(connection)
      await run(connection, random)
      if (!connection.isOpen) await sleep(PAUSE)
      connection.leave()
      open.delete(connection)
    }
  })
  await sleep(milliseconds)
  isOver = true
  if (open.size > 0) tally.open = open.size
  for (const connection of open) connection.leave()
  await Promise.all(clients)
  return tally
})

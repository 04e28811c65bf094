import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { replyToParent } from '../../child.ts'
import { randomFrom, type Random } from '../../random.ts'
import { ATTACKS, type Attack } from './attacks.ts'

/** An attack for the attacker to carry out. */
export interface Order {
  name: string
  port: number
  localAddress: string
  connections: number
  milliseconds: number
  seed: number
}

/** The number of answers by status, of connections that the server closed, and of those open at the end. */
export type Tally = Record<string, number>

const PAUSE = 5 // milliseconds before a new connection replaces one that the server closed

replyToParent(async ({ name, connections, milliseconds, seed, ...target }: Order): Promise<Tally> => {
  const attack = ATTACKS.find((it) => it.name === name)!
  const [tally, over] = [{} as Tally, new AbortController()]
  const clients = Array.from({ length: connections * (attack.times ?? 1) }, async (_, number) => {
    const random = randomFrom(seed * 1000 + number)
    while (!over.signal.aborted) await attackOnce(attack, target, random, tally, over.signal)
  })
  await sleep(milliseconds)
  over.abort()
  await Promise.all(clients)
  return tally
})

/** Attacks over one connection, until it is closed or the time is over. */
async function attackOnce(
  { make, then, piece = '', pause = 0 }: Attack,
  target: Pick<Order, 'port' | 'localAddress'>,
  random: Random,
  tally: Tally,
  over: AbortSignal
): Promise<void> {
  const count = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1
  }
  const closed = new AbortController()
  const signal = AbortSignal.any([closed.signal, over])
  const socket = connect({ host: '127.0.0.1', noDelay: true, ...target })
    .on('error', () => {}) // `close` follows
    .on('data', (chunk: Buffer) => {
      for (const [, status] of chunk.toString('latin1').matchAll(/^HTTP\/1\.[01] (\d{3})/gm)) count(status!)
    })
    .once('close', () => closed.abort())
  const event = (name: string) => once(socket, name, { signal }).catch(() => {})
  const send = async (data: string | Buffer) => {
    if (!signal.aborted && socket.writable && !socket.write(data)) {
      await event('drain')
    }
  }
  const wait = () => sleep(pause, undefined, { signal }).catch(() => {})
  if (then === 'abort') socket.pause()
  do {
    const answered = event('data')
    await send(make(random))
    if (then === 'repeat') await answered
  } while (then === 'repeat' && !signal.aborted)
  if (then === 'wait' && !signal.aborted) await event('close')
  if (then === 'abort') await wait()
  for (; then === 'drip' && !signal.aborted; await wait()) await send(piece)
  if (closed.signal.aborted) count('closed')
  else if (over.aborted) count('open')
  socket.destroy()
  if (closed.signal.aborted && !over.aborted) await sleep(PAUSE)
}

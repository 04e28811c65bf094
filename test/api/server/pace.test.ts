import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { superviseReader } from '../../../api/server/endpoint.ts'

const CHUNK = Buffer.alloc(64 * 1024)
const CHUNKS = 1000 // more than the operating system keeps for a reader
const SOON = { interval: 10 }

interface Supervised {
  response: ServerResponse
  /** The answer, of which its reader has taken nothing yet. */
  answer: IncomingMessage
  ending: Promise<'whole' | 'broken off'>
  close: () => void
}

beforeEach(() => { vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }) })
afterEach(() => { vi.useRealTimers() })

/** An answer of many chunks under supervision, each made after `before`. */
async function supervised (before = async (_chunk: number) => {}): Promise<Supervised> {
  async function * chunks () {
    for (let count = 0; count < CHUNKS; count++) {
      await before(count)
      yield CHUNK
    }
  }
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sent = request({ port: (server.address() as AddressInfo).port, agent: false }).end()
  const [, response] = await once(server, 'request') as [unknown, ServerResponse]
  response.flushHeaders()
  const ending = pipeline(Readable.from(chunks()), response).finally(superviseReader(response)).then(() => 'whole' as const, () => 'broken off' as const)
  const [answer] = await once(sent, 'response') as [IncomingMessage]
  return { response, answer, ending, close: () => server.close() }
}

it('breaks off an answer that nobody takes', async () => {
  const { answer, ending, close } = await supervised()
  answer.on('error', () => {})
  let end: string | undefined
  void ending.then((it) => { end = it })
  await expect.poll(() => {
    vi.advanceTimersByTime(30_000)
    return end
  }, SOON).toBe('broken off')
  answer.destroy()
  close()
})

it('leaves one alone whose reader has taken all that there is', async () => {
  let resume = () => {}
  const pause = new Promise<void>((resolve) => { resume = resolve })
  const { response, answer, ending, close } = await supervised((chunk) => chunk < 10 ? Promise.resolve() : pause)
  let size = 0
  answer.on('data', (chunk: Buffer) => { size += chunk.length })
  await expect.poll(() => [size, response.writableLength], SOON).toEqual([10 * CHUNK.length, 0])
  vi.advanceTimersByTime(300_000)
  resume()
  expect(await ending).toBe('whole')
  await once(answer, 'end')
  expect(size).toBe(CHUNKS * CHUNK.length)
  close()
})

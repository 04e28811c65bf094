import { request, type Dispatcher } from 'undici'
import { collect } from '../fetch/collect.ts'

const TIMEOUT = 10_000
const MAX_READ = 64 * 1024

/** Posts bytes to a service that the operator chose, and returns its status and answer. Throws if the answer is late or too long. Redirections are not followed. */
export async function send (dispatcher: Dispatcher, url: string, { type, body }: { type: string, body: Buffer }): Promise<{ status: number, bytes: Buffer }> {
  const headers = { 'content-type': type, 'user-agent': 'Ratebook' }
  const { statusCode: status, body: answer } = await request(url, { method: 'POST', headers, body, dispatcher, signal: AbortSignal.timeout(TIMEOUT) })
  return { status, bytes: await collect(answer, MAX_READ, () => new Error(`it answers more than ${MAX_READ} bytes`)) }
}

import { request, type Dispatcher } from 'undici'

const TIMEOUT = 10_000
const MAX_READ = 64 * 1024

/** Posts bytes to a service that the operator chose, and returns its status and answer. Throws where it answers too late or too much. Redirections are not followed. */
export async function send (dispatcher: Dispatcher, url: string, { type, body }: { type: string, body: Buffer }): Promise<{ status: number, bytes: Buffer }> {
  const headers = { 'content-type': type, 'user-agent': 'Ratebook' }
  const { statusCode: status, body: answer } = await request(url, { method: 'POST', headers, body, dispatcher, signal: AbortSignal.timeout(TIMEOUT) })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_READ) throw new Error(`it answers more than ${MAX_READ} bytes`)
    chunks.push(chunk)
  }
  return { status, bytes: Buffer.concat(chunks) }
}

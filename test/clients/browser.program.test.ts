import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { addDays } from '../../adapters/kit/dates.ts'
import type * as Client from '../../clients/typescript/src/index.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { identity, startService, type Service } from '../support/service.ts'
import { withTool } from '../support/tools.ts'
import { buildClient } from './build.ts'

const { describe, it } = withTool('chromium')

const DAYS = 5001 // one more than the maximum of a page
const RATES = Array.from({ length: DAYS }, (_, at) => ({
  date: addDays('2010-01-01', at),
  base: 'EUR',
  quote: 'USD',
  type: 'reference',
  value: '1.10'
}))

const folder = mkdtempSync(join(tmpdir(), 'ratebook-client-'))
const hosts: Server[] = []
let browser: TestBrowser
let service: Service
let named: string
let other: string

const PAGE = `<!doctype html><link rel="icon" href="data:,">
<script type="module">import * as client from '/dist/index.js'; globalThis.client = client</script>`

/** Starts another origin, with the built client at /dist/ and a page that loads it elsewhere. */
async function startHost(): Promise<string> {
  const host = createServer(({ url = '' }, response) =>
    url.startsWith('/dist/')
      ? response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(join(folder, url)))
      : response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE)
  )
  host.listen(0, '127.0.0.1')
  hosts.push(host)
  await once(host, 'listening')
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}`
}

beforeAll(async () => {
  buildClient(folder)
  named = await startHost()
  other = await startHost()
  service = await startService([identity('alpha', 'EUR')], { alpha: RATES }, { settings: { corsOrigins: [named] } })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  for (const host of hosts) host.close()
  rmSync(folder, { recursive: true })
})

/** The client's results on a page of an origin. */
async function readFrom(origin: string) {
  const { page, close } = await browser.visit(origin)
  const read = await page.evaluate(
    async ({ url, key }) => {
      const { Ratebook } = (globalThis as unknown as { client: typeof Client }).client
      const ratebook = new Ratebook({ url, key, figure: String, retries: 0 })
      const failureOf = (error: unknown) => {
        const { name, status, code } = error as Partial<Client.RatebookError>
        return { name, status, code }
      }
      const historyOf = async () => {
        const values: string[] = []
        for await (const { value } of ratebook.history('alpha', 'USD', { from: '2010-01-01' })) values.push(value)
        return [values.length, values.at(-1)]
      }
      return {
        open: (await new Ratebook({ url, figure: String }).openRate('alpha', 'EUR', 'USD')).rate,
        rate: await ratebook.rate('alpha', 'EUR', 'USD').then(({ rate }) => rate, failureOf),
        history: await historyOf().catch(failureOf),
        unknown: await ratebook.latest('nowhere').catch(failureOf)
      }
    },
    { url: service.address, key: service.keys.enterprise }
  )
  await close()
  return read
}

describe('the client for TypeScript in a browser', () => {
  it('reads rates, follows pages and throws errors with their code on pages of allowed origins', async () => {
    expect(await readFrom(named)).toEqual({
      open: '1.10',
      rate: '1.10',
      history: [DAYS, '1.10'],
      unknown: { name: 'RatebookError', status: 404, code: 'unknown_source' }
    })
  })

  it('reads only open rates on pages of other origins', async () => {
    const refused = expect.objectContaining({ name: 'TypeError' }) as unknown
    expect(await readFrom(other)).toEqual({ open: '1.10', rate: refused, history: refused, unknown: refused })
  })
})

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateOwnRules } from '../../modules/applicable/register.ts'
import { identity, startService, type Service } from '../support/service.ts'

const QUESTION = { jurisdiction: 'DE', purpose: 'vat', source: 'USD', date: '2026-03-03' }

let service: Service
beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR')], {})
  await updateOwnRules(service.database)
})
afterAll(() => service.stop())

async function ask(headers: Record<string, string>) {
  const client = new Client({ name: 'test', version: '1' })
  const address = new URL(`${service.address}/api/mcp`)
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
  const answer = await client.callTool({ name: 'applicable_rate', arguments: QUESTION })
  await client.close()
  return answer
}

it("includes the module's tool for laws among those of the module for language models", async () => {
  const answer = await ask({ Authorization: `Bearer ${service.keys.business}` })
  expect(answer.structuredContent).toMatchObject({ jurisdiction: 'DE', purpose: 'vat', status: 'no_data' })
})

it('answers a request about a law without a key with an error that names the header to send', async () => {
  expect(await ask({})).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Authorization: Bearer KEY') }]
  })
})

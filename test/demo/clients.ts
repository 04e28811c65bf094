import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { describeApi } from '../../api/openapi/document.ts'
import { createRatebook, rateOf } from '../../examples/typescript/client.ts'
import { typesOf } from '../../examples/typescript/generate.ts'
import { withTool } from '../support/tools.ts'
import { demo } from './started.ts'
import { testEndpoints } from '../support/modules.ts'

const endpoints = await testEndpoints()

const PYTHON = new URL('../../examples/python/', import.meta.url)
const FOLDER = new URL('../../examples/typescript/', import.meta.url)
const TSX = new URL('../../node_modules/.bin/tsx', import.meta.url).pathname
const SHOWN = /```text\n(.*)\n```/.exec(readFileSync(new URL('README.md', FOLDER), 'utf8'))![1]!

describe('the client for TypeScript', () => {
  it('has the current types of the endpoints (vitest -u updates them)', async () => {
    await expect(await typesOf(describeApi(endpoints, 'http://localhost:8080'))).toMatchFileSnapshot(new URL('schema.d.ts', FOLDER).pathname)
  })

  it('returns a rate and throws the message of an error', async () => {
    const ratebook = createRatebook(demo.address, demo.key)
    expect(await rateOf(ratebook, 'ecb', 'USD', 'GBP')).toBe(SHOWN)
    await expect(rateOf(ratebook, 'ecb', 'USD', 'XAU')).rejects.toThrow('does not publish the pair')
    await expect(rateOf(createRatebook(demo.address, 'rb_unknown_unknown_unknown'), 'ecb', 'USD', 'GBP')).rejects.toThrow('API key')
  })

  it('prints the output that its README shows', async () => {
    const env = { PATH: process.env.PATH, RATEBOOK_URL: demo.address, RATEBOOK_KEY: demo.key }
    const { stdout } = await promisify(execFile)(TSX, [new URL('main.ts', FOLDER).pathname, 'ecb', 'USD', 'GBP'], { env })
    expect(stdout.trim()).toBe(SHOWN)
  })

  it('does not compile with an unknown parameter', () => {
    const ratebook = createRatebook(demo.address, demo.key)
    const wrong = () => ratebook.GET('/api/open/central-bank/{bank}', {
      // @ts-expect-error the path has a bank
      params: { path: { source: 'ecb' } }
    })
    expect(wrong).toBeTypeOf('function')
  })
})

withTool('python3').describe('the client for Python', () => {
  const python = async (...words: string[]) => {
    const env = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: fileURLToPath(PYTHON), RATEBOOK_URL: demo.address, RATEBOOK_KEY: demo.key }
    return (await promisify(execFile)('python3', words, { env })).stdout.trim()
  }
  const inPython = (...lines: string[]) => python('-c', ['import os', 'from ratebook import Ratebook, RatebookError', 'it = Ratebook(os.environ["RATEBOOK_URL"], os.environ["RATEBOOK_KEY"])', ...lines].join('\n'))

  it('prints the output that its README shows', async () => {
    expect(/```text\n(.*)\n```/.exec(readFileSync(new URL('README.md', PYTHON), 'utf8'))![1]).toBe(SHOWN)
    expect(await python(fileURLToPath(new URL('main.py', PYTHON)), 'ecb', 'USD', 'GBP')).toBe(SHOWN)
  })

  it('keeps every digit', async () => {
    const file = await fetch(`${demo.address}/api/v1/central-bank/ecb/history?symbol=USD&from=1999-01-01&format=csv&bom=0`, { headers: { Authorization: `Bearer ${demo.key}` } })
    const [names, ...rows] = (await file.text()).trim().split('\n').map((line) => line.trim().split(','))
    const read = await inPython('for row in it.history("ecb", symbol="USD", from_="1999-01-01"): print(row["rate_date"], row["value"])')
    expect(read.split('\n')).toEqual(rows.map((row) => `${row[names!.indexOf('rate_date')]} ${row[names!.indexOf('value')]}`))
  })

  it('follows the pages of a history, but never sends the key to another server', async () => {
    const server = createServer((request, response) => {
      const page = Number(new URL(request.url!, 'http://localhost').searchParams.get('page') ?? 1)
      const next = page < 3 ? `?page=${page + 1}` : 'http://127.0.0.1.example.org/next'
      response.writeHead(200, { 'Content-Type': 'application/json', 'Link': `<${next}>; rel="next"` }).end(`{"rates": [{"value": ${page}.10}]}`)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { port } = server.address() as AddressInfo
      const lines = await inPython(`it.base_url = "http://127.0.0.1:${port}"`, 'try:', '  for row in it.history("ecb"): print(row["value"])', 'except ValueError as error: print(error)')
      expect(lines).toBe('1.10\n2.10\n3.10\nthe next page is on another server, which must not get the key: http://127.0.0.1.example.org/next')
    } finally {
      server.close()
    }
  })

  it('raises the message and the code of an error', async () => {
    expect(await inPython('try: it.rate("ecb", "USD", "XAU")', 'except RatebookError as error: print(error.status, error.code, error)')).toMatch(/^404 \w+ .*does not publish the pair/)
  })
})

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeApi } from '../api/openapi/document.ts'
import { endpoints } from '../api/endpoints.ts'
import { createRatebook, rateOf } from '../examples/typescript/client.ts'
import { typesOf } from '../examples/typescript/generate.ts'
import { startFilledService, type FilledService } from './api/filled.ts'

const FOLDER = new URL('../examples/typescript/', import.meta.url)
const TSX = new URL('../node_modules/.bin/tsx', import.meta.url).pathname
const SHOWN = /```text\n(.*)\n```/.exec(readFileSync(new URL('README.md', FOLDER), 'utf8'))![1]!

let service: FilledService

beforeAll(async () => {
  service = await startFilledService()
})
afterAll(() => service?.stop())

describe('the client for TypeScript', () => {
  it('has the current types of the endpoints (vitest -u updates them)', async () => {
    await expect(await typesOf(describeApi(endpoints, 'http://localhost:8080'))).toMatchFileSnapshot(new URL('schema.d.ts', FOLDER).pathname)
  })

  it('gets a rate, and the message of an error', async () => {
    const ratebook = createRatebook(service.address, service.key)
    expect(await rateOf(ratebook, 'ecb', 'USD', 'GBP')).toBe(SHOWN)
    await expect(rateOf(ratebook, 'ecb', 'USD', 'XAU')).rejects.toThrow('does not publish the pair')
    await expect(rateOf(createRatebook(service.address, 'rb_unknown_unknown_unknown'), 'ecb', 'USD', 'GBP')).rejects.toThrow('API key')
  })

  it('runs as its page says', async () => {
    const env = { PATH: process.env.PATH, RATEBOOK_URL: service.address, RATEBOOK_KEY: service.key }
    const { stdout } = await promisify(execFile)(TSX, [new URL('main.ts', FOLDER).pathname, 'ecb', 'USD', 'GBP'], { env })
    expect(stdout.trim()).toBe(SHOWN)
  })

  it('does not compile with an unknown parameter', () => {
    const ratebook = createRatebook(service.address, service.key)
    const wrong = () => ratebook.GET('/api/open/central-bank/{bank}', {
      // @ts-expect-error the path has a bank
      params: { path: { source: 'ecb' } }
    })
    expect(wrong).toBeTypeOf('function')
  })
})

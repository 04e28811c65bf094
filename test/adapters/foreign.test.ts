import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readCounted } from '../../adapters/kit/left-out.ts'
import { loadSource } from '../../adapters/registry.ts'
import type { Publication } from '../../adapters/source.ts'
import { checkRows } from '../../pipelines/load/check.ts'

// Real documents that others kept, and answers to other requests than the adapters', which are not part of the project: the test runs where they lie beside the checkout.
const SHARED = new URL('../../../shared/', import.meta.url).pathname

interface Expectation {
  /** Rows that the pipeline takes, and those that it puts aside. */
  good: number
  bad?: number
  url?: string
  /** Some of the rows. */
  has?: string[]
  /** Currencies that it must not have. */
  not?: string[]
}

const DOCUMENTS: Record<string, Expectation> = {
}

async function read (path: string, url = ''): Promise<Awaited<ReturnType<typeof readCounted>> & ReturnType<typeof checkRows>> {
  const [, code = '', file = ''] = /(\w+)\/([^/]+)$/.exec(path)!
  const source = await loadSource(code)
  const publication: Publication = {
    source: code, request: { method: 'GET', url, headers: {} }, mediaType: file.endsWith('.html') ? 'text/html' : '', headers: {}, body: new Uint8Array(readFileSync(SHARED + path))
  }
  const counted = await readCounted(() => source.parse(publication))
  return { ...counted, ...checkRows(counted.rows, source, '2026-12-31') }
}

it.skipIf(!existsSync(SHARED))('reads the documents of other times and requests', async () => {
  for (const [path, { good, bad = 0, url, has = [], not = [] }] of Object.entries(DOCUMENTS)) {
    const result = await read(path, url)
    expect([result.good.length, result.bad.length], path).toEqual([good, bad])
    expect(result.rows.map(({ date, base, quote, type, value }) => [date, base, quote, type, value].join(' ')), path).toEqual(expect.arrayContaining(has))
    expect(result.rows.filter(({ base, quote }) => not.includes(base) || not.includes(quote)), path).toEqual([])
  }
}, 60_000)

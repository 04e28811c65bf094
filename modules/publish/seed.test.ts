import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { runHere } from '../../test/cli/run.ts'

const FIXTURES = fileURLToPath(new URL('../../fixtures/demo/', import.meta.url))

let folder: string
let seed: string
let key: string
const instances: TestDatabase[] = []

/** An empty instance with a function that runs commands on it. */
async function instance(extra: Record<string, string> = {}) {
  const it = await testDatabase()
  instances.push(it)
  const data = mkdtempSync(join(folder, 'data-'))
  return {
    ...it,
    ratebook: (...args: string[]) =>
      runHere(args, {
        PATH: process.env.PATH!,
        HOME: data,
        DATABASE_URL: it.url,
        DATA_DIR: data,
        ...extra
      })
  }
}

const ratesOf = ({ database }: TestDatabase) =>
  database.read(
    "select source, date, base, quote, type, value from rates where source in ('boc', 'norges') order by 1, 2, 3, 4, 5"
  )

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ratebook-seed-'))
  seed = join(folder, 'seed.zip')
  const giver = await instance({ SHARE_SOURCES: 'boc,norges' })
  await giver.ratebook('ingest', 'boc', 'norges', 'nbp', '--replay', FIXTURES)
  const { code, stdout, stderr } = await giver.ratebook('seed', '--write', seed)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/seed\.zip has 2 documents\n$/)
  key = /\S+\/log\+[0-9a-f]{8}\+\S+/.exec((await giver.ratebook('signing-key', 'show')).stdout)![0]
})

afterAll(async () => {
  for (const it of instances) await it.drop()
  rmSync(folder, { recursive: true })
})

it('fills an empty instance with the rates of shared sources, from a URL', async () => {
  const server = createServer((_request, response) => response.end(readFileSync(seed))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const taker = await instance()
    const { code, stderr } = await taker.ratebook(
      'seed',
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/seed.zip`,
      '--key',
      key
    )
    expect([code, stderr]).toEqual([0, ''])
    expect(await ratesOf(taker)).toEqual(await ratesOf(instances[0]!))
  } finally {
    server.close()
  }
})

it('fills an empty instance from a file, even after a kill, but not an instance that has documents of publishers', async () => {
  const taker = await instance()
  const { code, stdout, stderr } = await taker.ratebook('seed', seed, '--key', key)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^2 documents of 2 sources, .* in the signed log \S+ of \d+ entries$/m)
  expect(stdout).toMatch(/this instance has the documents of 2, and 2 gave the same rows/)
  const again = await taker.ratebook('seed', seed) // as after a kill
  expect([again.code, again.stderr]).toEqual([0, ''])
  expect(await ratesOf(taker)).toEqual(await ratesOf(instances[0]!))
  await taker.ratebook('ingest', 'nbp', '--replay', FIXTURES)
  const late = await taker.ratebook('seed', seed)
  expect([late.code, late.stderr]).toEqual([
    1,
    expect.stringContaining('has documents of publishers: use "ratebook mirror" to load the missing ones')
  ])
})

it('refuses a seed signed by another log, and reads no document of it', async () => {
  const taker = await instance()
  await taker.ratebook('signing-key', 'show')
  const other = /\S+\/log\+[0-9a-f]{8}\+\S+/.exec((await taker.ratebook('signing-key', 'show')).stdout)![0]
  const { code, stderr } = await taker.ratebook('seed', seed, '--key', other)
  expect([code, stderr]).toEqual([1, expect.stringContaining('no trusted key has signed the checkpoint')])
  expect(await ratesOf(taker)).toEqual([])
})

it('refuses a seed with a changed byte', async () => {
  const taker = await instance()
  const bytes = readFileSync(seed)
  bytes[bytes.indexOf('documents/') + 100]! ^= 1
  writeFileSync(join(folder, 'changed.zip'), bytes)
  const { code } = await taker.ratebook('seed', join(folder, 'changed.zip'))
  expect(code).toBe(1)
  expect((await ratesOf(taker)).length).toBeLessThan((await ratesOf(instances[0]!)).length)
})

it('refuses to write a seed unless SHARE_SOURCES is set', async () => {
  const { ratebook } = await instance()
  const { code, stderr } = await ratebook('seed', '--write', join(folder, 'none.zip'))
  expect([code, stderr]).toEqual([1, expect.stringContaining('SHARE_SOURCES is not set')])
})

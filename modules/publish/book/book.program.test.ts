import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicSet, SigningKeys } from '../../proof/keys.ts'
import { sha256Of } from '../folder.ts'

const BIN = fileURLToPath(new URL('../../../bin/ratebook.js', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../../../fixtures/demo/', import.meta.url))
const REPLAY = ['--replay', FIXTURES, '--at', '2026-03-18T18:00:00Z']
const FIRST = ['--sources', 'boc,ecb,norges,fbil', ...REPLAY]

let parent: string
/** A book that a first run made. */
let made: string

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'ratebook-books-'))
  made = join(parent, 'made')
  await update(made, FIRST)
})
afterAll(async () => {
  expect((await readdir(parent)).filter((name) => /\.(next|lock)/.test(name))).toEqual([])
  await rm(parent, { recursive: true })
})

const environment = (more: NodeJS.ProcessEnv = {}) => ({
  PATH: process.env.PATH!,
  HOME: parent,
  TMPDIR: parent,
  ...more
})

/** Runs the command, and returns what it printed. Throws if it fails. */
async function update(folder: string, args: string[], more?: NodeJS.ProcessEnv): Promise<string> {
  const command = [BIN, 'book', 'update', folder, ...args]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: environment(more) })
  return stdout
}

/** The error of a command that fails. */
async function refusal(folder: string, args: string[] = REPLAY, more?: NodeJS.ProcessEnv): Promise<string> {
  return update(folder, args, more).then(
    () => 'it did not fail',
    ({ stderr }: { stderr: string }) => stderr
  )
}

async function copyOf(book: string, name: string): Promise<string> {
  const folder = join(parent, name)
  await cp(book, folder, { recursive: true })
  return folder
}

/** The SHA-256 of each file. */
function filesIn(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile())
  const paths = entries.map((it) => join(it.parentPath, it.name)).toSorted()
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length), sha256Of(readFileSync(path))]))
}

describe('equal input', () => {
  it('gives equal bytes', async () => {
    const again = join(parent, 'again')
    const printed = await update(again, FIRST)
    expect(filesIn(again)).toEqual(filesIn(made))
    expect(printed).toContain('--with includes them): fbil\n')
    expect(printed).toContain('the log is not signed, because SIGNING_KEY_FILE is not set')
  })

  it('changes only the runs of a book that has it', async () => {
    const folder = await copyOf(made, 'same')
    await update(folder, REPLAY)
    const [before, after] = [filesIn(made), filesIn(folder)]
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(Object.keys(after).filter((path) => after[path] !== before[path])).toEqual([
      '/book.json',
      '/state/files.tsv',
      '/state/runs/boc.tsv',
      '/state/runs/ecb.tsv',
      '/state/runs/norges.tsv'
    ])
  })
})

/** A program that runs the command, and its output. */
function started(folder: string) {
  const child = spawn(process.execPath, [BIN, 'book', 'update', folder, ...REPLAY], { env: environment() })
  const run = { child, printed: '', ended: once(child, 'exit') }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      run.printed += String(chunk)
    })
  }
  return run
}

const servers = () =>
  readdirSync(parent)
    .filter((name) => name.startsWith('ratebook-book-'))
    .map((name) => join(parent, name, 'postgres/postmaster.pid'))
    .filter((file) => existsSync(file))

describe('a stopped run', () => {
  const MOMENTS: Array<[string, (folder: string, printed: string) => boolean]> = [
    ['copies the folder', (folder) => existsSync(`${folder}.next`)],
    ['starts its database', () => servers().length > 0],
    ['has loaded rates', (_, printed) => printed.includes('norges: ')],
    ['writes the state', (folder) => isNewer(`${folder}.next/state/runs/norges.tsv`, folder)]
  ]
  function isNewer(path: string, folder: string): boolean {
    const before = join(folder, 'state/runs/norges.tsv')
    return existsSync(path) && sha256Of(readFileSync(path)) !== sha256Of(readFileSync(before))
  }

  it.each(MOMENTS)('leaves the folder unchanged and no server after SIGTERM while it %s', async (name, isThere) => {
    const folder = await copyOf(made, `term ${name}`)
    const run = started(folder)
    await expect.poll(() => isThere(folder, run.printed), { interval: 5 }).toBe(true)
    run.child.kill('SIGTERM')
    expect(await run.ended).toEqual([1, null])
    expect(run.printed).toContain('ratebook: stopped by SIGTERM')
    expect(filesIn(folder)).toEqual(filesIn(made))
    expect(readdirSync(parent).filter((it) => /\.(next|lock)$/.test(it))).toEqual([])
    await expect.poll(servers).toEqual([]) // initdb may still be at work
  })

  it.each(MOMENTS.slice(2))(
    'leaves the folder unchanged for the next run after SIGKILL while it %s',
    async (name, isThere) => {
      const folder = await copyOf(made, `kill ${name}`)
      const run = started(folder)
      await expect.poll(() => isThere(folder, run.printed), { interval: 5 }).toBe(true)
      run.child.kill('SIGKILL')
      await run.ended
      expect(filesIn(folder)).toEqual(filesIn(made))
      await update(folder, REPLAY)
      expect(Object.keys(filesIn(folder))).toEqual(Object.keys(filesIn(made)))
      expect(readdirSync(parent).filter((it) => /\.(next|lock)$/.test(it))).toEqual([])
      await expect.poll(servers).toEqual([]) // initdb may still be at work
    }
  )
})

it('lets one of two concurrent runs proceed; the other reports the lock', async () => {
  const folder = await copyOf(made, 'two')
  const runs = [started(folder), started(folder)]
  const codes = (await Promise.all(runs.map(({ ended }) => ended))).map(([code]) => code as number)
  expect(codes.toSorted()).toEqual([0, 1])
  expect(runs[codes.indexOf(1)]!.printed).toMatch(/^ratebook: process \d+ is updating .*two: wait until it ends/)
})

describe('a fault', () => {
  async function expectRefused(folder: string, message: RegExp, more?: NodeJS.ProcessEnv): Promise<void> {
    const before = filesIn(folder)
    expect(await refusal(folder, REPLAY, more)).toMatch(message)
    expect(filesIn(folder)).toEqual(before)
  }

  it('is a folder that is not a book', async () => {
    const folder = join(parent, 'other')
    await mkdir(folder)
    await writeFile(join(folder, 'notes.txt'), '')
    await expectRefused(folder, /other is not a book: it has notes\.txt but no book\.json/)
  })

  it('is a book of a newer version', async () => {
    const folder = await copyOf(made, 'newer')
    const book = JSON.parse(await readFile(join(folder, 'book.json'), 'utf8')) as object
    await writeFile(join(folder, 'book.json'), JSON.stringify({ ...book, version: '99.0.0' }))
    await expectRefused(folder, /was written by Ratebook 99\.0\.0/)
  })

  it.each([
    ['document', 'documents/boc', /documents\/boc\/.* was changed or cut off: it has \d+ bytes instead of \d+/],
    ['file of the state', 'state/rates/boc', /state\/rates\/boc\/\d+\.tsv was changed or cut off/]
  ])('is a %s that was cut off', async (name, place, message) => {
    const folder = await copyOf(made, `cut ${name}`)
    const [path] = Object.keys(filesIn(join(folder, place)))
    await truncate(join(folder, place, path!), 20)
    await expectRefused(folder, message)
  })

  it('is a document that is missing', async () => {
    const folder = await copyOf(made, 'missing')
    await rm(join(folder, 'documents/boc'), { recursive: true })
    await expectRefused(folder, /is incomplete: documents\/boc\/.* is missing/)
  })

  it('is an unknown source, an instant without a replay, or a replay without a folder', async () => {
    const folder = join(parent, 'none')
    expect(await refusal(folder, ['--sources', 'nowhere', ...REPLAY])).toMatch(/there is no source nowhere/)
    expect(await refusal(folder, ['--at', '2026-03-18T18:00:00Z'])).toMatch(/--at needs --replay/)
    expect(await refusal(folder, ['--replay', join(parent, 'nowhere')])).toMatch(/there is no folder .*nowhere/)
    expect(existsSync(folder)).toBe(false)
  })
})

/** The output of `ratebook verify`. */
async function verify(...args: string[]): Promise<string> {
  return promisify(execFile)(process.execPath, [BIN, 'verify', ...args], { env: environment() }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `failed\n${stdout}${stderr}`
  )
}

describe('a figure of a book', () => {
  const FILE = 'pair/boc/USD-CAD.csv'

  it('is verified from the files alone, on a disk and over HTTP', async () => {
    const said = await verify(join(made, FILE), '--date', '2026-03-17')
    expect(said).toMatch(
      /^2026-03-17 boc USD\/CAD average: 1\.\d+\n✓ Figure[\s\S]*✓ Document[\s\S]*✓ Hash[\s\S]*✓ Log entry/
    )
    expect(said).toContain('– Signature: the log of this book is not signed')
    const server = createServer((request, response) =>
      response.end(readFileSync(join(made, request.url!.slice('/sub/book/'.length))))
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    expect(await verify(`http://127.0.0.1:${port}/sub/book/${FILE}`, '--date', '2026-03-17')).toBe(said)
    server.close()
  })

  it('is refused if it was changed, or is missing', async () => {
    const folder = await copyOf(made, 'forged')
    const change = async (path: string) => {
      const text = await readFile(join(folder, path), 'utf8')
      await writeFile(join(folder, path), text.replace(/(2026-03-17\D+)1\.\d+/, '$19.9999'))
    }
    await change(FILE)
    const said = await verify(join(folder, FILE), '--date', '2026-03-17')
    expect(said).toMatch(/^failed[\s\S]*✗ Figure[\s\S]*✗ Document[\s\S]*NOT that of the publisher/)
    expect(await verify(join(folder, FILE), '--date', '2026-03-14')).toContain('has no figure for 2026-03-14')
  })

  it('is refused if its log, state or document was changed', async () => {
    const said = async (path: string, change: (file: string) => Promise<void>) => {
      const folder = await copyOf(made, `changed ${path.replaceAll('/', ' ')}`)
      const [found = ''] = Object.keys(filesIn(folder)).filter((it) => it.startsWith(`/${path}`))
      await change(join(folder, found))
      return verify(join(folder, FILE), '--date', '2026-03-17')
    }
    const cut = (file: string) => truncate(file, 20)
    const replace = (from: RegExp | string, to: string) => async (file: string) =>
      writeFile(file, (await readFile(file, 'latin1')).replace(from, to), 'latin1')
    expect(await said('documents/boc/', cut)).toMatch(/^failed[\s\S]*documents\/boc\/.* was changed or cut off/)
    const digits = /(\tUSD\tCAD\t\w+\t2026-03-17\t1\.\d+)\d/
    expect(await said('state/rates/boc/2026', replace(digits, '$17'))).toMatch(/^failed[\s\S]*✗ Figure/)
    expect(await said('log/tile/entries/', replace('"boc"', '"bob"'))).toMatch(/^failed[\s\S]*✗ Log entry/)
    expect(await said('book.json', replace(/"version": ".*?"/, '"version": "99.0.0"'))).toContain(
      'was written by Ratebook 99.0.0'
    )
    expect(await said('book.json', rm)).toMatch(/is not a book: it has no book\.json/)
    expect(await said('pair/boc/USD-CAD.csv', rm)).toMatch(/USD-CAD\.csv can't be read/)
  })
})

describe('a signed book', () => {
  async function key(name: string): Promise<string> {
    const file = join(parent, `${name}.json`)
    await mkdir(dirname(file), { recursive: true })
    await new SigningKeys({ file, host: `${name}.example` }).ring()
    return file
  }

  it('is signed by its key, refuses another one, and reports a run without one', async () => {
    const folder = join(parent, 'signed')
    const [own, other] = [await key('own'), await key('other')]
    expect(await update(folder, FIRST, { SIGNING_KEY_FILE: own })).not.toContain('not signed')
    const checkpoint = await readFile(join(folder, 'log/checkpoint'), 'utf8')
    expect(checkpoint).toMatch(/^own\.example\/log\n[\s\S]*\n\n— own\.example\/log /)
    const before = filesIn(folder)
    const message = /the key in SIGNING_KEY_FILE is other\.example.*, but own\.example.* has signed this book/
    expect(await refusal(folder, REPLAY, { SIGNING_KEY_FILE: other })).toMatch(message)
    const nothing = join(parent, 'nothing.json')
    expect(await refusal(folder, REPLAY, { SIGNING_KEY_FILE: nothing })).toContain(
      `there is no signing key at ${nothing}`
    )
    expect(filesIn(folder)).toEqual(before)

    const FILE = join(folder, 'pair/boc/USD-CAD.csv')
    const keys = join(folder, '.well-known/jwks.json')
    expect(await verify(FILE)).toMatch(/✓ Signature: own\.example\/log signed .* which came with the book/)
    const said = await verify(FILE, '--keys', keys)
    expect(said).toMatch(/✓ Signature: own\.example\/log signed the log with the key \S+\n\nthe figure is as published/)
    const wrong = join(parent, 'wrong.jwks')
    await writeFile(wrong, JSON.stringify(publicSet(await new SigningKeys({ file: other }).ring())))
    expect(await verify(FILE, '--keys', wrong)).toMatch(
      /^failed[\s\S]*✓ Document[\s\S]*✗ Signature[\s\S]*but the log does NOT prove/
    )
    await writeFile(wrong, 'no keys')
    expect(await verify(FILE, '--keys', wrong)).toContain('the trusted keys are no JWK Set')
    expect(filesIn(folder)).toEqual(before)

    expect(await update(folder, REPLAY)).toContain('the log is not signed')
    expect(await readFile(join(folder, 'log/checkpoint'), 'utf8')).toBe(`${checkpoint.split('\n\n')[0]}\n\n`)
  })
})

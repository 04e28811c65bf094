import { execFile, spawn, type ExecFileOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runHere } from '../cli/run.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { withSetting } from '../../cli/runtime.ts'

// The steps of deploy/edition in a bare git repository over five replayed days, and a service that reads the same days.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DAYS = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13']
// On the second day a run is killed and a source fails. On the third, one document changes without a new figure, and
// another source has a new layout. On the fourth, the first source corrects its table of the third.
const [, FAILING, CHANGED, CORRECTED] = DAYS as [string, string, string, string, string]
const [KILLED, NEW_LAYOUT] = [FAILING, CHANGED]
const SOURCES = ['bnr', 'cnb', 'nbu']

let parent: string
let service: TestDatabase

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'ratebook-edition-'))
  service = await testDatabase()
})
afterAll(async () => {
  await service.drop()
  await rm(parent, { recursive: true })
})

const fixture = (path: string) => readFileSync(join(ROOT, 'fixtures/demo', path), 'utf8')
const FIRST = '2026-03-01'

/** The answers of each publisher on a day: its tables up to then. */
const DOCUMENTS: Record<string, (day: string) => { url: string; type: string; body: string }> = {
  bnr: (day) => ({
    url: 'https://curs.bnr.ro/files/xml/years/nbrfxrates2026.xml',
    type: 'text/xml',
    body: fixture('bnr/2026.xml')
      .split('\n')
      .filter((line) => {
        const [, date] = /<Cube date="([^"]+)"/.exec(line) ?? []
        return date === undefined || (date >= FIRST && date <= day)
      })
      .join('\n')
  }),
  cnb: (day) => ({
    url: 'https://api.cnb.cz/cnbapi/exrates/daily-year?lang=EN&year=2026',
    type: 'application/json',
    body: `{"rates":[${rowsOf(fixture('cnb/2026.json'), /"validFor":"(.*?)"/, (it) => it, day)}]}`
  }),
  nbu: (day) => ({
    url: `https://bank.gov.ua/NBU_Exchange/exchange_site?start=20260301&end=${day.replaceAll('-', '')}&sort=exchangedate&order=asc&json`,
    type: 'application/json',
    body: `[${rowsOf(fixture('nbu/rates.json'), /"exchangedate":"(.*?)"/, (it) => it.split('.').toReversed().join('-'), day)}]`
  })
}

function rowsOf(text: string, date: RegExp, dayOf: (text: string) => string, last: string): string {
  const rows = text.match(/\{"(?:currencyCode|exchangedate)[^}]*\}/g)!
  const isWanted = (row: string) => dayOf(date.exec(row)![1]!) >= FIRST && dayOf(date.exec(row)![1]!) <= last
  return rows.filter(isWanted).join(',\n')
}

/** Writes the answers of all publishers on a day, and returns the folder. */
async function record(day: string): Promise<string> {
  const folder = join(parent, day)
  for (const code of SOURCES) {
    const { url, type, body } = DOCUMENTS[code]!(day)
    const isFailing = day === FAILING && code === 'cnb'
    let sent = body
    if (day >= CHANGED && code === 'bnr') sent = sent.replace('<Subject>', '<Subject><!-- moved -->')
    // prints a different figure in the second version of a table
    if (day >= CORRECTED && code === 'bnr') {
      const table = new RegExp(`(date="${CHANGED}".*?currency="EUR">5\\.)(\\d)`)
      sent = sent.replace(table, (_, before: string, digit: string) => `${before}${(Number(digit) + 1) % 10}`)
    }
    if (day === NEW_LAYOUT && code === 'nbu') sent = sent.replaceAll('exchangedate', 'date')
    await mkdir(join(folder, code), { recursive: true })
    await writeFile(join(folder, code, 'document'), isFailing ? 'overloaded' : sent)
    await writeFile(
      join(folder, code, 'interactions.json'),
      JSON.stringify({
        source: code,
        windows: [{ from: FIRST, to: day }],
        interactions: [
          {
            request: { method: 'GET', url },
            response: { status: isFailing ? 404 : 200, headers: { 'content-type': type }, bodyFile: 'document' }
          }
        ]
      })
    )
  }
  return folder
}

interface Step {
  name?: string
  run?: string
}

const { jobs } = parse(readFileSync(join(ROOT, 'deploy/edition/github.yml'), 'utf8')) as {
  jobs: { update: { steps: Step[] } }
}
const steps = jobs.update.steps.filter(({ name }) => name?.endsWith(' the book'))

const run = (command: string, args: string[], options: ExecFileOptions) => promisify(execFile)(command, args, options)

async function environmentOf(options: string) {
  const programs = join(parent, 'bin')
  await mkdir(programs, { recursive: true })
  await writeFile(join(programs, 'npx'), `#!/bin/sh\nshift\nexec '${process.execPath}' '${ROOT}bin/ratebook.js' "$@"\n`)
  await chmod(join(programs, 'npx'), 0o755)
  const identity = { GIT_AUTHOR_NAME: 'test', GIT_AUTHOR_EMAIL: 'test@example.org' }
  const committer = { GIT_COMMITTER_NAME: 'test', GIT_COMMITTER_EMAIL: 'test@example.org' }
  const path = `${programs}:${process.env.PATH}`
  return { PATH: path, HOME: parent, TMPDIR: parent, OPTIONS: options, SIGNING_KEY: '', ...identity, ...committer }
}

/** Runs the steps in a new clone, as a workflow does. With `isKilled`, ends the update in the middle. */
async function runSteps(options: string, { isKilled = false } = {}): Promise<void> {
  const clone = join(parent, 'clone')
  await rm(clone, { recursive: true, force: true })
  const env = await environmentOf(options)
  await run('git', ['clone', '--quiet', join(parent, 'origin.git'), clone], { env })
  for (const step of steps) {
    const args = ['-e', '-o', 'pipefail', '-c', step.run!]
    if (isKilled && step.name === 'Update the book') {
      const child = spawn('bash', args, { cwd: clone, env, detached: true, stdio: 'ignore' })
      await expect.poll(() => existsSync(join(clone, 'book.next')), { interval: 5 }).toBe(true)
      process.kill(-child.pid!, 'SIGKILL')
      await once(child, 'exit')
      return
    }
    await run('bash', args, { cwd: clone, env })
  }
}

const book = () => join(parent, 'clone/book')

/** The files of an edition for readers, except those that name times or places of one instance. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile())
  const paths = entries.map((it) => join(it.parentPath, it.name).slice(folder.length + 1)).toSorted()
  const compared = paths.filter((path) => /^(api\/v1|api\/open\/central-bank\/(bnr|cnb|nbu)|pair|bank)/.test(path))
  return Object.fromEntries(compared.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

function statesOf(): Record<string, string> {
  const { sources } = JSON.parse(readFileSync(join(book(), 'status.json'), 'utf8')) as {
    sources: Array<{ code: string; state: string }>
  }
  return Object.fromEntries(sources.map(({ code, state }) => [code, state]))
}

it('makes the edition of a service that read the same days in daily steps', async () => {
  const env = await environmentOf('')
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', 'origin.git'], { cwd: parent, env })
  await run('git', ['clone', '--quiet', 'origin.git', 'first'], { cwd: parent, env })
  await writeFile(join(parent, 'first/README.md'), 'code')
  await run('git', ['add', 'README.md'], { cwd: join(parent, 'first'), env })
  await run('git', ['commit', '--quiet', '--message=code'], { cwd: join(parent, 'first'), env })
  await run('git', ['push', '--quiet', 'origin', 'HEAD:main'], { cwd: join(parent, 'first'), env })

  const states: Record<string, Record<string, string>> = {}
  const settings = { DATABASE_URL: service.url, HOME: parent, PATH: process.env.PATH! }
  for (const day of DAYS) {
    const replay = await record(day)
    const options = `--sources ${SOURCES.join()} --replay ${replay} --at ${day}T18:00:00Z`
    if (day === KILLED) await runSteps(options, { isKilled: true })
    await runSteps(options)
    states[day] = statesOf()
    // One after another, as in a replayed run of a book: a doubt depends on the tables of other sources.
    const atThatTime = { ...settings, DATABASE_URL: withSetting(service.url, 'ratebook.clock_at', `${day}T18:00:00Z`) }
    for (const source of SOURCES) await runHere(['ingest', source, '--replay', replay], atThatTime)
  }
  expect(states[FAILING]).toEqual({ bnr: 'ok', cnb: 'network', nbu: 'ok' })
  expect(states[NEW_LAYOUT]).toEqual({ bnr: 'ok', cnb: 'ok', nbu: 'layout' })
  expect(states[DAYS.at(-1)!]).toEqual({ bnr: 'ok', cnb: 'ok', nbu: 'ok' })

  const published = join(parent, 'published')
  const { code, stderr } = await runHere(['publish', published, '--without', 'composite'], {
    ...settings,
    DATA_DIR: join(parent, 'service')
  })
  expect([code, stderr]).toEqual([0, ''])
  const [ours, theirs] = [filesIn(book()), filesIn(published)]
  const own = Object.keys(ours).filter((path) => !path.includes('/composite'))
  expect(own).toEqual(Object.keys(theirs))
  const changed = own.filter((path) => ours[path] !== theirs[path])
  const linesOf = (path: string, of: Record<string, string>, other: Record<string, string>) =>
    of[path]!.split('\n').filter((line) => !other[path]!.split('\n').includes(line))
  expect(changed.map((path) => [path, linesOf(path, ours, theirs), linesOf(path, theirs, ours)])).toEqual([])
  expect(own.length).toBeGreaterThan(100)

  const { stdout: log } = await run('git', ['log', '--format=%s', 'book'], { cwd: join(parent, 'origin.git'), env })
  expect(String(log).trim().split('\n')).toHaveLength(DAYS.length)
  const revisions = readFileSync(join(book(), 'state/rate_revisions/bnr/2026.tsv'), 'utf8')
  expect(revisions).toContain(`\tEUR\tRON\treference\t${CHANGED}\t`)
})

/** A part of GitHub's interface for issues. */
async function fakeApi(issues: Array<{ number: number; title: string; body: string; state: string }>) {
  const calls: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const { pathname } = new URL(request.url!, 'http://api')
      calls.push(`${request.method} ${pathname} ${request.headers.authorization}`)
      const change = sent === '' ? {} : (JSON.parse(sent) as object)
      if (request.method === 'POST')
        issues.push({ number: issues.length + 1, state: 'open', body: '', title: '', ...change })
      if (request.method === 'PATCH') Object.assign(issues[Number(pathname.split('/').at(-1)) - 1]!, change)
      response.end(JSON.stringify(issues.filter(({ state }) => state === 'open')))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { calls, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('keeps an issue for each failing source, and closes that of one that works again', async () => {
  const programs = join(parent, 'fakes')
  await mkdir(programs)
  await writeFile(join(programs, 'npx'), '#!/bin/sh\necho "$2 $3: the layout"\n')
  await chmod(join(programs, 'npx'), 0o755)
  const status = join(programs, 'status.json')
  const issues = ['bnr', 'cnb'].map((code, at) => ({
    number: at + 1,
    title: `Source ${code} fails`,
    body: 'earlier',
    state: 'open'
  }))
  const { calls, server, url } = await fakeApi(issues)
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    GITHUB_API_URL: url,
    GITHUB_REPOSITORY: 'owner/fork',
    GITHUB_TOKEN: 'token'
  }
  const report = async (failing: string[]) => {
    const fault = { state: 'layout', failing_since: '2026-03-12T18:00:00Z', error: 'expected a rate' }
    const sources = ['bnr', 'cnb', 'nbu'].map((code) => ({ code, error: null, ...(failing.includes(code) && fault) }))
    await writeFile(status, JSON.stringify({ sources }))
    calls.length = 0
    await run(process.execPath, [join(ROOT, 'deploy/edition/report.js'), status], { env })
    return calls.map((call) => call.replace(' Bearer token', ''))
  }
  try {
    expect(await report(['cnb', 'nbu'])).toEqual([
      'GET /repos/owner/fork/issues',
      'PATCH /repos/owner/fork/issues/1',
      'PATCH /repos/owner/fork/issues/2',
      'POST /repos/owner/fork/issues'
    ])
    expect(issues.map(({ title, state }) => `${title} ${state}`)).toEqual([
      'Source bnr fails closed',
      'Source cnb fails open',
      'Source nbu fails open'
    ])
    expect(issues[2]!.body).toMatch(
      /^layout since 2026-03-12T18:00:00Z[\s\S]*expected a rate[\s\S]*doctor nbu: the layout/
    )
    expect(await report(['cnb', 'nbu'])).toEqual(['GET /repos/owner/fork/issues'])
    expect(await report([])).toHaveLength(3)
    expect(issues.map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
  } finally {
    server.close()
  }
})

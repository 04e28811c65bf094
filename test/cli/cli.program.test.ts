import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loadSources } from '../../adapters/registry.ts'
import { setOperator } from '../../api/accounts/users.ts'
import { Database } from '../../sql/database.ts'
import { logIn } from '../support/service.ts'
import { runHere, type Ended } from './run.ts'
import { createDatabase, dropDatabase, withName } from '../support/global.ts'
import { NODE_FLAGS } from '../support/node-flags.ts'

const BIN = fileURLToPath(new URL('../../bin/ratebook.js', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url))

const name = `${inject('template')}_cli`
const other = `${name}_killed`
let url: string
const children: ChildProcess[] = []
const folders: string[] = []

beforeAll(async () => {
  for (const it of [name, other]) await createDatabase(inject('server'), it)
  url = withName(inject('server'), name)
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const it of [name, other]) await dropDatabase(inject('admin'), it)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const environment = (extra: Record<string, string> = {}) => ({
  PATH: process.env.PATH!,
  HOME: process.env.HOME!,
  DATABASE_URL: url,
  STOP_TIMEOUT: '600',
  ...extra
})

const ratebook = (args: string[], extra?: Record<string, string>) => runHere(args, environment(extra))

/** Runs a command as its own process, which takes a second or two to start. */
async function ratebookProcess(args: string[], extra?: Record<string, string>): Promise<Ended> {
  const {
    stdout,
    stderr,
    code = 0
  } = (await promisify(execFile)(process.execPath, [...NODE_FLAGS, BIN, ...args], { env: environment(extra) }).catch(
    (error: Ended) => error
  )) as Ended
  return { stdout, stderr, code }
}

function start(args: string[], extra?: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [...NODE_FLAGS, BIN, ...args], {
    env: environment(extra),
    stdio: ['ignore', 'pipe', 'pipe']
  })
  children.push(child)
  return child
}

/** Waits until the output of a child matches a pattern, and returns it. */
async function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout!) {
    text += String(chunk)
    if (pattern.test(text)) return text
  }
  throw new Error(`it ended without ${pattern}: ${text}`)
}

/** A folder with the recordings of the given sources. */
function replayOf(...codes: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-cli-'))
  folders.push(folder)
  for (const code of codes) symlinkSync(join(FIXTURES, code), join(folder, code))
  return folder
}

it('ends a command without an error if its reader has closed the pipe', async () => {
  const child = start(['--help'])
  child.stdout!.destroy()
  let errors = ''
  child.stderr!.on('data', (bytes: Buffer) => {
    errors += bytes.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  expect([code, errors]).toEqual([0, ''])
})

describe('ingest', () => {
  it('reports the outcome of each source, and the sources without a recording', async () => {
    const { code, stdout } = await ratebook(['ingest', 'bnr', 'ecb', '--replay', replayOf('bnr')])
    expect(code).toBe(0)
    expect(stdout).toContain('bnr: 1 publications, 7 new, 0 changed, 0 unchanged, 0 quarantined')
    expect(stdout).toMatch(/ecb: skipped, no recording in /)
  })

  it('exits with 1 and one line if a source fails', async () => {
    const { code, stdout } = await ratebookProcess([
      'ingest',
      'bnr',
      '--replay',
      FIXTURES,
      '--from',
      '2019-01-01',
      '--to',
      '2019-02-01'
    ])
    expect(code).toBe(1)
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect(stdout).toContain(
      'bnr: failed: GET https://curs.bnr.ro/files/xml/years/nbrfxrates2019.xml has no recorded answer'
    )
  })

  it('loads another source despite a broken recording of one', async () => {
    const folder = replayOf('bnr')
    mkdirSync(join(folder, 'ecb'))
    writeFileSync(join(folder, 'ecb', 'interactions.json'), '{ "interactions": [')
    const { code, stdout } = await ratebook(['ingest', 'ecb', 'bnr', '--replay', folder])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^ecb: failed: /m)
    expect(stdout).toMatch(/^bnr: 1 publications/m)
  })

  it.each([
    [['ingest'], 'name at least one source, or pass --all'],
    [['ingest', 'nowhere'], 'there is no source nowhere'],
    [['ingest', 'bnr', '--replay', 'no/where'], 'there is no folder no/where'],
    [['ingest', 'bnr', '--from', '2026-02-30'], 'expected a calendar date as YYYY-MM-DD'],
    [['ingest', 'bnr', '--from', '2026-02-02', '--to', '2026-02-01'], 'is after --to'],
    [['quarantine', 'release', '999'], "required option '--reason <text>' not specified"],
    [['quarantine', 'release', '999', '--reason', 'seen'], 'row 999 is not waiting in quarantine'],
    [['quarantine', 'undo', '999', '--reason', 'seen'], 'row 999 has no decision to undo'],
    [['keys', 'create', '--plan', 'golden'], 'Allowed choices are free, trial'],
    [['keys', 'disable', '999'], 'there is no active key 999']
  ])('exits %j with 1 and the reason', async (args, message) => {
    const { code, stderr } = await ratebook(args)
    expect(code).toBe(1)
    expect(stderr).toContain(message)
  })

  it('stores the same rows after several kills and restarts', async () => {
    const clean = new Database({ url })
    const killed = new Database({ url: withName(inject('server'), other) })
    const some = (await loadSources()).filter(({ code }, at) => at % 15 === 0 || code === 'bnr').map(({ code }) => code)
    const ingest = ['ingest', ...some, '--replay', FIXTURES]
    expect(await ratebook(ingest)).toMatchObject({ code: 0 })
    const migrated = await ratebook(['migrate'], { DATABASE_URL: killed.url })
    expect(migrated.stdout).toMatch(/^the database is up to date \(rates: .+; documents: .+\)\n$/)
    for (const outcomes of [1, 4, 9]) {
      const child = start(ingest, { DATABASE_URL: killed.url })
      const exited = once(child, 'exit')
      await printed(child, new RegExp(`(.*\\n){${outcomes}}`))
      child.kill('SIGKILL')
      await exited
      const half = await killed.write(
        'select id from publications where loaded_at is null and exists (select from rates where publication_id = ' +
          'publications.id)'
      )
      expect(half).toEqual([])
    }
    expect(await ratebook(ingest, { DATABASE_URL: killed.url })).toMatchObject({ code: 0 })
    const rows = 'select source, base, quote, type, date, value, unit from rates order by 1, 2, 3, 4, 5'
    expect(await killed.write(rows)).toEqual(await clean.write(rows))
    const summaries =
      'select source, days, latest_date, (select count(*) from tables where tables.source = ' +
      'coverage.source) as counted from coverage order by 1'
    expect(await killed.write(summaries)).toEqual(await clean.write(summaries))
    await Promise.all([clean.close(), killed.close()])
  })
})

describe('publish', () => {
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'ratebook-cli-'))
    folders.push(made)
    return made
  }
  const data = folder()
  const publish = (...args: string[]) => ratebook(['publish', ...args], { DATA_DIR: data })
  const writtenIn = (stdout: string) => Number(/; (\d+) written/.exec(stdout)![1])

  beforeAll(() => ratebook(['ingest', 'bnr', 'ecb', 'mnb', 'nbp', 'tcmb', '--replay', FIXTURES]))

  /**
   * The SHA-256 of the files in the manifests of an edition, except the freshness of the sources, which contains the
   * current time.
   */
  function contentOf(edition: string): Record<string, string> {
    const { parts } = JSON.parse(readFileSync(join(edition, 'manifest.json'), 'utf8')) as {
      parts: Array<{ path: string }>
    }
    const lines = parts.flatMap(({ path }) => readFileSync(join(edition, path), 'utf8').trim().split('\n'))
    const files = lines
      .map((line) => JSON.parse(line) as { path: string; sha256: string })
      .filter(({ path }) => path !== 'api/open/central-banks')
    return Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]))
  }

  it('writes the same files after a kill, and leaves no incomplete file', async () => {
    const [whole, killed] = [folder(), folder()]
    const { stdout: first } = await publish(whole)
    // Lines of progress come before, if the run takes long.
    expect(first).toMatch(/^\d+ files with \d\.\d MB; \d+ written, 0 removed$/m)
    const database = new Database({ url })
    await database.transaction(async (client) => {
      // Stops the run after all sources are written and before the manifests name them.
      await client.query('lock table log_nodes in access exclusive mode')
      const child = start(['publish', killed], { DATA_DIR: data })
      const exited = once(child, 'exit')
      await expect
        .poll(() => database.write("select from pg_locks where relation = 'log_nodes'::regclass and not granted"))
        .toHaveLength(1)
      child.kill('SIGKILL')
      expect(await exited).toEqual([null, 'SIGKILL'])
    })
    await database.close()
    expect(JSON.parse(readFileSync(join(killed, 'manifest.json'), 'utf8'))).toMatchObject({ parts: [] })
    expect(readdirSync(killed, { recursive: true }).filter((path) => String(path).endsWith('.tmp'))).toEqual([])
    const { stdout } = await publish(killed)
    expect(writtenIn(stdout)).toBeLessThan(writtenIn(first) / 2) // the files of the sources are kept
    expect(contentOf(killed)).toEqual(contentOf(whole))
    expect(existsSync(join(killed, '.publishing'))).toBe(false)
  })

  it('keeps its options for later runs, and refuses invalid ones', async () => {
    const edition = folder()
    await publish(edition, '--without', 'bnr', '--base-url', 'https://rates.example/')
    expect(JSON.parse(readFileSync(join(edition, 'manifest.json'), 'utf8'))).toMatchObject({
      from_year: null,
      without: ['bnr'],
      base_url: 'https://rates.example'
    })
    expect(
      (
        await ratebook(['publish', edition], {
          DATA_DIR: data,
          PUBLIC_URL: 'https://other.example'
        })
      ).stdout
    ).toMatch(/; 0 written, 0 removed\n$/)
    expect(Object.keys(contentOf(edition)).filter((path) => path.includes('/bnr'))).toEqual([])
    expect(await publish(edition, '--reset', '--from-year', '1999')).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(join(edition, 'manifest.json'), 'utf8'))).toMatchObject({
      from_year: 1999,
      without: [],
      base_url: null
    })
    expect(Object.keys(contentOf(edition))).toContain('api/v1/central-bank/bnr/2026-01-05')
    expect(await publish(edition, '--without', 'composite')).toMatchObject({ code: 0 })
    expect(await publish(edition, '--without', 'bnr,nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no source nowhere')
    })
    expect(await publish(edition, '--from-year', '99')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('expected a year, such as 1999')
    })
    expect(await publish(edition, '--base-url', 'rates.example')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('expected an http or https URL')
    })
    expect(await publish(FIXTURES)).toMatchObject({ code: 1, stderr: expect.stringContaining('contains other files') })
  })
})

it('lists sources with missing credentials, their status, runs and the quarantine', async () => {
  expect((await ratebook(['sources'])).stdout).toMatch(/^banxico .*BANXICO_API_KEY is not set; get it at https:/m)
  expect((await ratebook(['status'])).stdout).toMatch(/^bnr +National Bank of Romania +2026-01-05 +\d+ +true +\d+/m)
  expect((await ratebook(['runs', 'bnr'])).stdout).toMatch(/bnr +replay +ok/)
  expect((await ratebook(['quarantine', 'list'])).stdout).toMatch(
    /^(id +source +date +base +quote|no rows in quarantine$)/m
  )
})

it('compares identities with the last thirty days, as Markdown, in sources check', async () => {
  await ratebook(['ingest', 'bdl', '--replay', replayOf('bdl')])
  const { code, stdout } = await ratebook(['sources', 'check', '--to', '2026-01-06'])
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^Identities of \d+ sources against their last thirty days up to 2026-01-06: \d+ of the \d+ that were not checked/
  )
  expect(stdout).toContain('| bnr | recording | daily | 1 | 7 | reference |  | cadence: daily, but 1 tables |')
  expect(stdout).toContain('| nbp | recording | daily | 0 | 0 |  |  | no table |')

  const database = new Database({ url })
  await database.write(`insert into tables select code, day, (day::date + time '20:30') at time zone 'Europe/Bucharest'
    from (values ('bdl', date '2026-09-06'), ('bnr', '2026-01-04')) it(code, newest), generate_series(newest - 15, newest, '1 day') day`)
  const late = await ratebook(['sources', 'check', '--to', '2026-01-06'])
  const agrees = await ratebook(['sources', 'check', '--to', '2026-09-07'])
  await database.write("delete from tables where added_at < '2026-10-01'")
  await database.close()
  expect(late.stdout).toContain(
    '| bnr | recording | daily | 17 | 7 | reference | 20:30 | hours: arrives at 20:30, not at 13:00 |'
  )
  expect(agrees.stdout).toContain('| bdl | description | daily | 17 | 1 | buy, mid, sell | 20:30 |  |')
  expect(agrees.stdout).toContain(
    "- `adapters/bdl.ts`: `verified: 'recording', // answers of the publisher, " + '2026-09-07`'
  )
})

it('stores the same source URLs with any PUBLIC_URL', async () => {
  const database = new Database({ url })
  const stored = () => database.write('select code, source_url from sources order by code')
  await ratebook(['sources'], { PUBLIC_URL: 'https://rates.example.org' })
  const before = await stored()
  await ratebook(['sources'], { PORT: '3000' })
  expect(await stored()).toEqual(before)
  expect(before).toContainEqual({ code: 'composite', source_url: '/banks/composite' })
  await database.close()
})

it('writes nothing in source check', async () => {
  const { stdout, code } = await ratebook(['source', 'check', 'bnr', '--replay', FIXTURES])
  expect(code).toBe(0)
  expect(stdout).toContain('2026-01-05  HUF   RON    reference  1.3247    100')
  expect(stdout).toContain('nothing differs from what is stored')
})

it('prints a key in keys create; keys list shows only its first characters', async () => {
  const { stdout: key } = await ratebook(['keys', 'create', '--plan', 'business', '--name', 'treasury'])
  expect(key).toMatch(/^rb_[\w-]{32}\n$/)
  const { stdout: list } = await ratebook(['keys', 'list'])
  expect(list).toContain(key.slice(0, 8))
  expect(list).not.toContain(key.trim())
})

it('names an unknown user in the error', async () => {
  expect((await ratebook(['users', 'list'])).stdout).toBe('no users yet\n')
  const { code, stderr } = await ratebookProcess(['users', 'plan', 'nobody@example.org', 'business'])
  expect([code, stderr]).toEqual([1, 'ratebook: there is no user nobody@example.org\n'])
})

it('manages the webhooks of a user', async () => {
  const webhooks = (command: string, ...rest: string[]) => ratebook(['webhooks', command, 'ada@example.org', ...rest])
  expect((await webhooks('list')).stderr).toBe('ratebook: there is no user ada@example.org\n')
  const database = new Database({ url })
  await database.write(
    "insert into users (id, name, email, email_verified, created_at, updated_at) values ('ada', '', " +
      "'ada@example.org', true, now(), now())"
  )
  expect((await ratebook(['users', 'plan', 'ADA@example.org', 'business'])).stdout).toBe(
    'ada@example.org is on the business plan\n'
  )
  expect((await ratebook(['users', 'operator', 'ada@example.org'])).stdout).toBe('ada@example.org is an operator\n')
  expect((await webhooks('list')).stdout).toBe('no webhooks yet\n')
  const [id, secret] = (
    await webhooks('create', 'https://example.org/rates', '--banks', 'BNR,ecb', '--kinds', 'table')
  ).stdout
    .trim()
    .split(' ') as [string, string]
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect((await webhooks('list')).stdout).toContain(`${id}   https://example.org/rates  bnr,ecb  table`)
  expect((await webhooks('deliveries', id)).stdout).toBe('no deliveries yet\n')
  await webhooks('test', id)
  expect((await webhooks('deliveries', id)).stdout).toMatch(/^msg_\d+ +test /m)
  expect((await webhooks('rotate', id)).stdout.trim()).not.toBe(secret)
  await webhooks('disable', id)
  expect((await webhooks('test', id)).stderr).toBe(`ratebook: the account has no enabled webhook ${id}\n`)
  expect((await webhooks('enable', id)).code).toBe(0)
  expect((await webhooks('create', 'http://example.org')).stderr).toContain(
    'url: expected an address that starts with https://'
  )
  expect((await webhooks('create', 'https://example.org', '--banks', 'nobody')).stderr).toContain(
    'there is no source nobody'
  )
  expect((await webhooks('create', 'https://example.org', '--kinds', 'all')).stderr).toContain(
    'expected table, correction, overdue'
  )
  expect((await webhooks('delete', id)).stderr).toContain('pass --yes')
  await webhooks('delete', id, '--yes')
  expect((await webhooks('list')).stdout).toBe('no webhooks yet\n')
  await database.write('delete from users')
  await database.close()
})

it.each([
  ['PORT', '80800', 'PORT must be a port number from 0 to 65535'],
  ['DATABASE_URL', 'mysql://here', 'DATABASE_URL must be postgresql://'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal, error,'],
  ['TRUST_PROXY', 'maybe', 'TRUST_PROXY must be true, false or the number of proxies in front'],
  ['PUBLIC_URL', 'here', 'PUBLIC_URL must be an http'],
  ['SESSION_SECRET', 'short', 'SESSION_SECRET must be at least 32 characters'],
  [
    'SMTP_URL',
    'smtp://127.0.0.1:25',
    'MAIL_FROM must be an e-mail address, and is required with SMTP_URL; PUBLIC_URL must be'
  ],
  ['ALLOWANCE_DEVELOPER', '0', 'ALLOWANCE_DEVELOPER must be a number of units, at least 1']
])('names the invalid setting %s when it serves', async (setting, value, message) => {
  const { code, stderr } = await ratebook(['serve'], { [setting]: value })
  expect(code).toBe(1)
  expect(stderr).toContain(message)
})

it('prints its address and stops cleanly when it serves; a second service on its port exits with the reason', async () => {
  const child = start(['serve', '--no-schedule'], { PORT: '0', HOST: '127.0.0.1' })
  const address = /listens on (http:\S+)/.exec(await printed(child, /listens on/))![1]!
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${address}/api/open/central-bank/bnr`)).json()).toMatchObject({
    bank: 'bnr',
    rate_date: '2026-01-05'
  })
  const second = await ratebookProcess(['serve'], { PORT: new URL(address).port, HOST: '127.0.0.1' })
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('set PORT to another number') })
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})

it('executes the run of an operator while it answers requests, and stops both', async () => {
  const database = new Database({ url })
  const nowhere = 'http://127.0.0.1:9'
  const child = start(['serve', '--no-schedule'], {
    PORT: '0',
    HOST: '127.0.0.1',
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere
  })
  const address = /listens on (http:\S+)/.exec(await printed(child, /listens on/))![1]!
  const { cookie } = await logIn({ address }, 'operator@example.org')
  await setOperator(database, 'operator@example.org')
  const { status } = await fetch(`${address}/status/sources/bnr/run`, {
    method: 'POST',
    headers: { cookie, origin: address },
    redirect: 'manual'
  })
  expect(status).toBe(303)
  await expect
    .poll(() => database.write("select error from runs where kind = 'ingest' and source = 'bnr' and status = 'failed'"))
    .toEqual([{ error: expect.stringContaining('ECONNREFUSED') }])
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  await database.close()
})

it('runs the schedule while it answers requests, and stops both', async () => {
  const database = new Database({ url })
  const nowhere = 'http://127.0.0.1:9'
  const child = start(['serve'], { PORT: '0', HOST: '127.0.0.1', HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere })
  const address = /listens on (http:\S+)/.exec(await printed(child, /listens on/))![1]!
  await expect
    .poll(() =>
      database.write("select from runs where kind = 'schedule' and status = 'failed' and source <> 'composite' limit 1")
    )
    .toHaveLength(1)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect(await database.write("select from runs where status = 'running'")).toEqual([])
  await database.close()
})

it('stops the worker after a newer version upgraded its database, and logs the reason', async () => {
  const database = new Database({ url })
  const nowhere = 'http://127.0.0.1:9'
  const child = start(['worker'], { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere })
  let log = ''
  child.stderr!.on('data', (chunk) => {
    log += String(chunk)
  })
  await printed(child, /runs the schedule/)
  await database.write(
    "insert into schema_scripts (kind, name, sha256, version) values ('migrations', '9999_later', '', '99.0.0')"
  )
  try {
    await expect
      .poll(() => log)
      .toMatch(/Ratebook 99\.0\.0 has upgraded this database [^\n]*nothing is fetched any longer/)
  } finally {
    await database.write("delete from schema_scripts where name = '9999_later'")
  }
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  await database.close()
})

it('warns in doctor if other accounts can enter the folder of the secrets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-cli-'))
  folders.push(folder)
  const examined = () => ratebook(['doctor', 'nowhere'], { DATA_DIR: folder })
  expect((await examined()).stderr).not.toContain('chmod')
  chmodSync(folder, 0o755)
  expect((await examined()).stderr).toContain(`other accounts of this machine can open ${folder}: run chmod 700 on it`)
})

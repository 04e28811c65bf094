import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { isLosslessNumber, parse as parseJson } from 'lossless-json'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { createApp, type App } from '../../api/app.ts'
import { createKey } from '../../api/accounts/keys.ts'
import { createServer, type ApiServer } from '../../api/server/server.ts'
import { anchorOfHeading } from '../../api/site/manual/documents.ts'
import { createProgram } from '../../cli/program.ts'
import { Settings } from '../../cli/settings.ts'
import { HostGate } from '../../pipelines/fetch/gate.ts'
import { makeComposite } from '../../pipelines/composite/composite.ts'
import { forEachSource, ingestSource } from '../../pipelines/runs/ingest.ts'
import { NO_OPERATIONS, settingsOf } from '../support/service.ts'
import { registerRules } from '../../pipelines/runs/rules.ts'
import { COMPOSITE, registerSources } from '../../pipelines/runs/sources.ts'
import { loadRules } from '../../rules/registry.ts'
import { seedOperator, testDatabase, type TestDatabase } from '../support/database.ts'
import { documentedSources } from '../support/documented.ts'
import { fetcher, parser } from '../support/parser.ts'

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

const readme = file('README.md')
const operating = file('docs/operating.md')
const PAGES = ['README.md', ...readdirSync(new URL('../../docs/', import.meta.url)).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]
const sources = await documentedSources()
const program = await createProgram()
const section = (heading: string) => operating.split(/^## /m).find((it) => it.startsWith(heading))!

it('the README has at most 200 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(200)
})

describe('docs/operating.md', () => {
  it('has a row for every setting, with its default', () => {
    const rows = section('Settings').split('\n').filter((line) => line.startsWith('| `')).map((line) => line.split(' | '))
    const shown = new Map(rows.flatMap(([names, value = '']) => [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => [name!, value.replaceAll('`', '')])))
    for (const [name, type] of Object.entries(Settings.shape)) expect([name, shown.get(name)]).toEqual([name, defaultOf(type) ?? expect.any(String)])
  })

  it.each(leavesOf(program))('describes the command $name and its options', ({ name, options }) => {
    const row = section('Commands').split('\n').find((line) => new RegExp(`^\\| \`${name}[ \`]`).test(line))
    expect(row).toBeDefined()
    for (const option of options) expect(row).toContain(option)
  })
})

/** The default of a setting as it is written in an environment. */
function defaultOf (type: z.ZodType): string | undefined {
  const { success, data } = type.safeParse(undefined)
  return success && data !== undefined && !Array.isArray(data) ? String(data) : undefined
}

/** The commands that do something, by their full names, with their long options. */
function leavesOf (command: Command, path: string[] = []): Array<{ name: string, options: string[] }> {
  return command.commands.flatMap((it) => {
    const names = [...path, it.name()]
    return it.commands.length > 0 ? leavesOf(it, names) : [{ name: names.join(' '), options: it.options.map(({ long }) => long!) }]
  })
}

// What differs from one demo to the next.
const VOLATILE = ['id', 'document', 'fetched_at', 'last_fetched_at', 'checked_at', 'api_key', 'expires_at']
const MORE = '…'

const ORIGIN = 'http://localhost:8080'
const DAY = '2026-11-21T12:00:00Z'

interface Example {
  page: string
  line: string
  address: string
  language?: string
  printed?: string
}

/** Every curl line of a page with the answer that is printed below it. */
function readExamples (page: string): Example[] {
  return [...file(page).matchAll(/^```sh\n(curl .*)\n```(?:\n\n```(json|csv|xml|text)\n([^]*?)\n```)?/gm)].map(([, line, language, printed]) => ({ line: line!, address: line!.replace(/.*localhost:8080/, ''), language, printed, page }))
}

// Sessions and keys live by the real time, which the database knows too.
const OF_TODAY = /\/api\/(account|agent|auth)\b/

interface Call {
  path: string
  method: string
  headers: Record<string, string>
  body?: string
  /** Where cookies are kept that the answer sets. */
  jar?: string
  pattern?: string
}

function readCurl (line: string, variables: Record<string, string>): Call {
  const [, command = '', pattern] = /^curl (.*?)(?: \| grep '(.*)')?$/.exec(line)!
  const tokens = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double = '', bare]) => single ?? bare ?? double.replace(/\$([A-Z]+)/g, (_, name: string) => variables[name]!))
  const headers: Record<string, string> = {}
  let path: string | undefined
  let method: string | undefined
  let body: string | undefined
  let jar: string | undefined
  for (let word = tokens.shift(); word !== undefined; word = tokens.shift()) {
    if (word === '-H') {
      const [name, value] = tokens.shift()!.split(': ')
      headers[name!] = value!
    } else if (word === '-o') tokens.shift()
    else if (word === '-X') method = tokens.shift()
    else if (word === '-d') body = tokens.shift()
    else if (word === '-c') jar = tokens.shift()
    else if (word === '-b') headers.cookie = variables[tokens.shift()!]!
    else if (word.startsWith(ORIGIN)) path = word.slice(ORIGIN.length)
    else if (word !== '-s') throw new Error(`the documents have an option that is not known here: ${word}`)
  }
  return { path: path!, method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body, jar, pattern }
}

/** A JSON value whose numbers keep their digits, without what differs from one demo to the next. */
function comparable (value: unknown): unknown {
  if (isLosslessNumber(value)) return `number ${value.value}`
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, VOLATILE.includes(name) ? MORE : comparable(it)]))
}

/** What was answered, with the items and long texts left out that the printed answer leaves out. */
function abridged (answered: unknown, printed: unknown): unknown {
  if (Array.isArray(answered) && Array.isArray(printed)) {
    const place = printed.indexOf(MORE)
    const items = place < 0 ? answered : [...answered.slice(0, place), MORE, ...answered.slice(answered.length - (printed.length - place - 1))]
    return items.map((item, index) => abridged(item, printed[index]))
  }
  if (printed === MORE && typeof answered === 'string') return MORE
  if (typeof answered !== 'object' || answered === null || typeof printed !== 'object' || printed === null) return answered
  return Object.fromEntries(Object.entries(answered).map(([name, it]) => [name, abridged(it, (printed as Record<string, unknown>)[name])]))
}

const lines = (text: string) => text.replace(/^\uFEFF/, '').trim().split(/\r?\n/)

describe('the curl lines of the documents', () => {
  const variables: Record<string, string> = {}
  let test: TestDatabase
  let api: App
  let server: ApiServer
  let address: string

  beforeAll(async () => {
    // The answers say what is stale, which depends on the day.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(DAY) })
    test = await testDatabase()
    await registerSources(test.database, [...sources, COMPOSITE])
    await seedOperator(test.database) // the first account of an installation is its operator; the printed ones are not
    await registerRules(test.database, loadRules())
    const logger = pino({ level: 'silent' })
    const pipeline = { database: test.database, logger, userAgent: 'test', environment: {}, gate: new HostGate(0), fetcher, parser }
    const outcomes = await forEachSource(sources, (source) => ingestSource(pipeline, source, { replay: new URL('../../fixtures/', import.meta.url).pathname }), () => {})
    expect(outcomes.filter(({ status }) => status !== 'ok')).toEqual([])
    await makeComposite(pipeline, { from: '2026-03-06', to: '2026-03-06' })
    variables.KEY = (await createKey(test.database, 'enterprise', 'readme')).key
    api = await createApp({ database: test.database, logger, settings: settingsOf(), operations: NO_OPERATIONS })
    server = createServer(api.app)
    address = await server.listen(0)
  })

  afterAll(async () => {
    await server?.close()
    await api?.close()
    await test?.drop()
    vi.useRealTimers()
  })

  const examples = PAGES.flatMap(readExamples)

  it('all have the same form', () => {
    expect(examples).toHaveLength(PAGES.flatMap((page) => [...file(page).matchAll(/^ *curl /gm)]).length)
  })

  it.each(examples)('$page: $address', async ({ line, language, printed = '' }) => {
    const { path, method, headers, body, jar, pattern } = readCurl(line, variables)
    if (OF_TODAY.test(path)) vi.useRealTimers()
    else vi.useFakeTimers({ toFake: ['Date'], now: new Date(DAY) })
    if (headers.Origin === ORIGIN) headers.Origin = address
    const answer = await fetch(address + path, { method, headers, body })
    if (jar !== undefined) variables[jar] = answer.headers.getSetCookie()[0]!.split(';')[0]!
    if (language === undefined) {
      expect(answer.status).toBe(200)
      return
    }
    const text = (await answer.text()).replaceAll(address, ORIGIN)
    if (language === 'json') {
      const [answered, expected] = [parseJson(text), parseJson(printed)].map(comparable)
      expect(abridged(answered, expected)).toEqual(expected)
      const [publication] = (JSON.parse(text) as { publications?: Array<{ id: number }> }).publications ?? []
      if (publication) variables.ID = String(publication.id)
    } else {
      expect(lines(text).filter((it) => pattern === undefined || it.includes(pattern))).toEqual(lines(printed))
    }
  })
})

describe('the worked example of docs/contributing.md', () => {
  const shown = [...file('docs/contributing.md').matchAll(/^`([\w./-]+)`:\n\n```\w*\n([^]*?)```/gm)].map(([, name, text]) => ({ name: name!, text: text! }))

  it('shows files', () => {
    expect(shown.map(({ name }) => name)).toContain('adapters/bnr.ts')
  })

  it.each(shown)('$name matches the file', ({ name, text }) => {
    expect(text.trim()).toBe(file(name).trim())
  })
})

describe('the links of the documents', () => {
  it.each(PAGES)('%s links only to files and headings that exist', (page) => {
    const base = new URL(`../../${page}`, import.meta.url)
    const links = [...file(page).replace(/^```[^]*?^```/gm, '').matchAll(/\]\((?!https?:|\/)([^)#]*)(?:#([^)]+))?\)/g)]
    const broken = links.filter(([, path, anchor]) => {
      const target = path === '' ? base : new URL(path!, base)
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

function anchorsOf (target: URL): string[] {
  return [...readFileSync(target, 'utf8').replace(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOfHeading(heading!))
}

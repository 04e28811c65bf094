import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { ANSWERS } from '../../api/openapi/answers.ts'
import { describeApi } from '../../api/openapi/document.ts'
import { requestsOf } from '../../modules/site/openapi/requests.ts'
import { DOCUMENT_FILES } from '../../modules/site/manual/documents.ts'
import { endpointsOf } from '../../modules/site/openapi/endpoint.tsx'
import { runHere } from '../cli/run.ts'
import { pathOf } from '../support/tools.ts'
import { printedFor, shortened } from './answers.ts'
import { readCurl } from './curl.ts'
import { outputOf, rowsOf } from './languages.ts'
import { demo } from './started.ts'
import { testEndpoints } from '../support/modules.ts'

const endpoints = await testEndpoints()

const ROOT = new URL('../../', import.meta.url)
const PAGES = ['README.md', ...DOCUMENT_FILES]
const ORIGIN = 'http://localhost:8080'
const LONGEST_ANSWER = 16_000 // longer ones, such as a certificate of a whole table, are not printed
// A curl command or a program, and the output that the page prints for it.
const EXAMPLE =
  /^```(?:sh\n(?=curl )|(ts|python|r|excel|sql)\n(?=(?:(?!\n```)[^])*\n```\n\n```(?:text|csv)\n))([^]*?)\n```(?:\n\n```(json|csv|xml|text)\n([^]*?)\n```)?/gm

const textOf = (page: string) => readFileSync(new URL(page, ROOT), 'utf8')

let reader: string
const variables: Record<string, string> = {}

beforeAll(async () => {
  variables.KEY = demo.key
  const { stdout } = await runHere(['reader', 'create', 'alice'], demo.environment)
  reader = /postgres(?:ql)?:\S+/.exec(stdout)![0]
})

/** Sends a curl command of the documents to the demo and returns the text of its answer. */
async function answerTo(line: string): Promise<string> {
  const { path, method, headers, body, jar, pattern } = readCurl(line, variables)
  if (headers.Origin !== undefined) headers.Origin = demo.address
  const answer = await fetch(demo.address + path, { method, headers, body })
  if (jar !== undefined) variables[jar] = answer.headers.getSetCookie()[0]!.split(';')[0]!
  const text = await answer.text()
  if (text.startsWith('{')) variables.ID = /"publications": ?\[\s*\{ ?"id": ?(\d+)/.exec(text)?.[1] ?? variables.ID!
  return pattern === undefined
    ? text
    : text
        .split('\n')
        .filter((it) => it.includes(pattern))
        .join('\n')
}

/** The output of an example against the demo. Undefined if its language is not installed. */
async function resultOf(language: string | undefined, code: string): Promise<string | undefined> {
  if (language === undefined) return answerTo(code)
  const here = code.replaceAll(ORIGIN, demo.address)
  if (language === 'sql') return rowsOf(reader, here)
  if (language === 'excel') return (await fetch(/"(.*)"/.exec(here)![1]!.replace('KEY', demo.key))).text()
  if (language !== 'ts' && pathOf(language === 'r' ? 'Rscript' : 'python3') === undefined) return undefined
  return outputOf(language, here, demo.key)
}

/** A page with its examples run against the demo and their current output. */
async function recorded(page: string): Promise<string> {
  const text = textOf(page)
  let done = ''
  let end = 0
  for (const { 0: whole, 1: language, 2: code, 3: format, 4: printed, index } of text.matchAll(EXAMPLE)) {
    const result = await resultOf(language, code!)
    const isShown = format !== undefined && result !== undefined
    done +=
      text.slice(end, index) +
      (isShown
        ? whole.slice(0, whole.length - printed!.length - 4) +
          printedFor(result.replaceAll(demo.address, ORIGIN), printed!, format) +
          '\n```'
        : whole)
    end = index + whole.length
  }
  return done + text.slice(end)
}

it('covers every curl line of the documents', () => {
  const known = PAGES.flatMap((page) => [...textOf(page).matchAll(EXAMPLE)]).filter(
    ([, language]) => language === undefined
  )
  expect(known).toHaveLength(PAGES.flatMap((page) => [...textOf(page).matchAll(/^ *curl /gm)]).length)
})

// vitest -u writes the answers of the demo into the documents.
it.each(PAGES)('prints the answers of the demo in %s', async (page) => {
  await expect(await recorded(page)).toMatchFileSnapshot(fileURLToPath(new URL(page, ROOT)))
})

describe('the example requests of the OpenAPI document', () => {
  const operations = endpointsOf(describeApi(endpoints, ORIGIN))
  const answers: Record<string, Record<string, string>> = {}
  let cookie: string

  beforeAll(async () => {
    const login = await fetch(`${demo.address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: demo.address },
      body: JSON.stringify({ email: 'demo@ratebook.example', password: 'printed as published' })
    })
    cookie = login.headers
      .getSetCookie()
      .map((it) => it.split(';')[0])
      .join('; ')
  })

  // Excludes requests that change an account, or need a mail or a peer.
  const asked = operations
    .filter(({ verb, operation }) => verb === 'get' || operation.security.some((way) => 'bearer' in way))
    .filter(({ path }) => !/verify-email|\{id\}|\{sha256\}|sign-out|openapi|v1\/documents$|document$/.test(path))

  it.each(asked)('answers $verb $path', async ({ verb, path, operation }) => {
    const ways = operation.security.flatMap((it) => Object.keys(it))
    for (const { name, target, body, type } of requestsOf(path, operation)) {
      const answer = await fetch(demo.address + target, {
        method: verb.toUpperCase(),
        headers: {
          accept: 'application/json, text/event-stream',
          origin: demo.address,
          ...(ways.includes('bearer')
            ? { authorization: `Bearer ${demo.key}` }
            : ways.includes('session') && { cookie }),
          ...(body === undefined ? {} : { 'content-type': type })
        },
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
      })
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
      expect([target, answer.status, answer.ok ? '' : await answer.text()]).toEqual([target, 200, ''])
      if (!isJson) {
        await answer.body?.cancel()
        continue
      }
      const text = (await answer.text()).replaceAll(demo.address, 'https://rates.example')
      const shown = shortened(text, ANSWERS[operation.operationId]?.[name])
      if (shown.length <= LONGEST_ANSWER) {
        answers[operation.operationId] = { ...answers[operation.operationId], [name]: shown }
      }
    }
  })

  // vitest -u writes the answers.
  it('get the answers that the reference prints', async () => {
    await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot(
      fileURLToPath(new URL('api/openapi/answers.json', ROOT))
    )
  })
})

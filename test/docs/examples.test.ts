import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runHere } from '../cli/run.ts'
import { startDemo, type RunningDemo } from '../support/demo.ts'
import { pathOf } from '../support/tools.ts'
import { printedFor } from './answers.ts'
import { readCurl } from './curl.ts'
import { outputOf, rowsOf } from './languages.ts'

const ROOT = new URL('../../', import.meta.url)
const PAGES = ['README.md', ...readdirSync(new URL('docs/', ROOT)).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]
const ORIGIN = 'http://localhost:8080'
// A request, or an example in a language, and what is printed for it.
const EXAMPLE = /^```(?:sh\n(?=curl )|(ts|python|r|excel|sql)\n(?=(?:(?!\n```)[^])*\n```\n\n```(?:text|csv)\n))([^]*?)\n```(?:\n\n```(json|csv|xml|text)\n([^]*?)\n```)?/gm

const textOf = (page: string) => readFileSync(new URL(page, ROOT), 'utf8')

let demo: RunningDemo
let reader: string
const variables: Record<string, string> = {}

beforeAll(async () => {
  demo = await startDemo()
  variables.KEY = demo.key
  const { stdout } = await runHere(['reader', 'create', 'alice'], demo.environment)
  reader = /postgres(?:ql)?:\S+/.exec(stdout)![0]
})

afterAll(() => demo?.stop())

/** What the demo answers to a command line of the documents. */
async function answerTo (line: string): Promise<string> {
  const { path, method, headers, body, jar, pattern } = readCurl(line, variables)
  if (headers.Origin !== undefined) headers.Origin = demo.address
  const answer = await fetch(demo.address + path, { method, headers, body })
  if (jar !== undefined) variables[jar] = answer.headers.getSetCookie()[0]!.split(';')[0]!
  const text = await answer.text()
  if (text.startsWith('{')) variables.ID = /"publications": ?\[\s*\{ ?"id": ?(\d+)/.exec(text)?.[1] ?? variables.ID!
  return pattern === undefined ? text : text.split('\n').filter((it) => it.includes(pattern)).join('\n')
}

/** What an example gives against the demo. Undefined where its language is not installed here. */
async function resultOf (language: string | undefined, code: string): Promise<string | undefined> {
  if (language === undefined) return answerTo(code)
  const here = code.replaceAll(ORIGIN, demo.address)
  if (language === 'sql') return rowsOf(reader, here)
  if (language === 'excel') return (await fetch(/"(.*)"/.exec(here)![1]!.replace('KEY', demo.key))).text()
  if (language !== 'ts' && pathOf(language === 'r' ? 'Rscript' : 'python3') === undefined) return undefined
  return outputOf(language, here, demo.key)
}

/** A page with what the demo answers to its examples. */
async function recorded (page: string): Promise<string> {
  const text = textOf(page)
  let done = ''
  let end = 0
  for (const { 0: whole, 1: language, 2: code, 3: format, 4: printed, index } of text.matchAll(EXAMPLE)) {
    const result = await resultOf(language, code!)
    const isShown = format !== undefined && result !== undefined
    done += text.slice(end, index) + (isShown ? whole.slice(0, whole.length - printed!.length - 4) + printedFor(result.replaceAll(demo.address, ORIGIN), printed!, format) + '\n```' : whole)
    end = index + whole.length
  }
  return done + text.slice(end)
}

it('knows every curl line', () => {
  const known = PAGES.flatMap((page) => [...textOf(page).matchAll(EXAMPLE)]).filter(([, language]) => language === undefined)
  expect(known).toHaveLength(PAGES.flatMap((page) => [...textOf(page).matchAll(/^ *curl /gm)]).length)
})

// vitest -u writes the answers of the demo into the documents.
it.each(PAGES)('the demo answers what %s prints', async (page) => {
  await expect(await recorded(page)).toMatchFileSnapshot(fileURLToPath(new URL(page, ROOT)))
})

import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase, dropDatabase, withName } from '../support/global.ts'

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))
const NOT_COPIED = new Set(['node_modules', '.git', '.built', 'data', 'coverage'])
const CODE = 'xyz_bank'

const database = `${inject('template')}_scaffold`
let copy: string
let before: Map<string, number>

interface Ended {
  code: number
  output: string
}

/** Runs a program in the copy. */
async function run(program: string, ...args: string[]): Promise<Ended> {
  const env = {
    PATH: process.env.PATH!,
    HOME: process.env.HOME!,
    DATABASE_URL: withName(inject('server'), database),
    NO_COLOR: '1',
    VITEST_MAX_WORKERS: '1' // further workers would load the same modules again
  }
  const {
    stdout,
    stderr,
    code = 0
  } = (await promisify(execFile)(program, args, { cwd: copy, env }).catch((error: unknown) => error)) as {
    stdout: string
    stderr: string
    code?: number
  }
  return { code, output: stdout + stderr }
}

const ratebook = (...args: string[]) => run(process.execPath, 'bin/ratebook.js', ...args)
const testsOf = (pattern: string, ...files: string[]) =>
  run('npx', 'vitest', 'run', '--project', 'adapters', ...files, '-t', pattern)

/** The files of the copy with their modification times. */
function files(): Map<string, number> {
  const names = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^(node_modules|\.built)/.test(name) && statSync(join(copy, name)).isFile()
  )
  return new Map(names.map((name) => [name, statSync(join(copy, name)).mtimeMs]))
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')))
}

beforeAll(async () => {
  await createDatabase(inject('server'), database)
  copy = mkdtempSync(join(tmpdir(), 'ratebook-copy-'))
  cpSync(PROJECT, copy, {
    recursive: true,
    preserveTimestamps: true,
    filter: (from) => !NOT_COPIED.has(basename(from))
  })
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'))
  before = files()
})

afterAll(async () => {
  rmSync(copy, { recursive: true, force: true })
  await dropDatabase(inject('admin'), database)
})

describe('a new source, in a copy of the project', () => {
  it('is refused under a reserved code; other commands still work', async () => {
    expect(await ratebook('source', 'new', 'composite')).toMatchObject({
      code: 1,
      output: expect.stringContaining("composite can't be the code of a source")
    })
    expect(await ratebook('sources')).toMatchObject({ code: 0 })
  })

  it('starts with an adapter and a fixture, which fail only the test of the identity', async () => {
    expect(await ratebook('source', 'new', CODE)).toEqual({
      code: 0,
      output:
        [
          `adapters/${CODE}.ts`,
          ...['interactions.json', 'rates.csv', 'changed.csv', 'expected.csv'].map(
            (file) => `fixtures/${CODE}/main/${file}`
          )
        ].join('\n') + '\n'
    })
    expect(await ratebook('source', 'new', CODE)).toMatchObject({
      code: 1,
      output: expect.stringContaining('already exists')
    })
    const { code, output } = await testsOf(CODE, 'registry.test.ts', 'fixtures.test.ts') // the other tests run below
    expect(code).toBe(1)
    expect(output).toMatch(/Tests .*1 failed/)
    expect(output).toMatch(/FAIL.* has a completed identity/)
  })

  it('changes only the files that docs/contributing.md names', async () => {
    edit(`adapters/${CODE}.ts`, (text) =>
      text
        .replaceAll('publisher.example', 'bank.test')
        .replace('Central Bank of Somewhere', 'Bank of Xyz')
        .replace(/ {2}(terms|notes): .*\n/g, '')
    )
    edit(`fixtures/${CODE}/main/interactions.json`, (text) => text.replaceAll('publisher.example', 'bank.test'))
    edit('CHANGELOG.md', (text) => `${text}\n- \`${CODE}\`, Bank of Xyz: reference; since 2000-01-01; daily.\n`)
    expect(await run('npm', 'run', '-s', 'sources')).toMatchObject({ code: 0 })
    expect(readFileSync(join(copy, 'docs/sources.md'), 'utf8')).toContain(
      `| \`${CODE}\` | [Bank of Xyz](https://bank.test/rates) |`
    )

    const changed = [...files()].filter(([name, time]) => before.get(name) !== time).map(([name]) => name)
    expect(changed.filter((name) => !name.startsWith(`fixtures/${CODE}/`)).sort()).toEqual([
      'CHANGELOG.md',
      'README.md',
      `adapters/${CODE}.ts`,
      'docs/sources.md'
    ])
  })

  it('passes its tests and the linter with the commands of docs/contributing.md', async () => {
    expect(await testsOf(`${CODE}|docs/sources.md|README`)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Tests .*\d+ passed/)
    })
    expect(await run('npx', 'eslint', `adapters/${CODE}.ts`)).toMatchObject({ code: 0 })
  })

  it('is checked against its fixture without differences', async () => {
    const { code, output } = await ratebook('source', 'check', CODE, '--replay', 'fixtures')
    expect(output).toContain('2026-01-05  USD   XDR    reference  1.2500  1')
    expect(output).toContain(
      'publications: 1, rows: 2 (2026-01-05 to 2026-01-06), refused: 0\nevery figure is read or left out by name\nnone of these rows is stored yet'
    )
    expect(output).not.toContain('difference')
    expect(code).toBe(0)
  })
})

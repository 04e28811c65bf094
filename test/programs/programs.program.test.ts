import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../support/service.ts'
import { isInstalled, onlyIf } from '../support/tools.ts'
import { FIGURES, LEDGER_PAIRS, writeFiles } from './files.ts'
import { countCells, notations, page, requests, valuations } from './page.ts'
import { linesOf, readingsOf } from './readings.ts'
import { NOTATIONS, PROGRAMS, VALUATIONS, type Program } from './table.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'ratebook-programs-'))
let service: Service
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  service = await writeFiles(folder)
  await cp(new URL('lines', import.meta.url), folder, { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  environment = {
    ...process.env,
    HOME: folder,
    LC_ALL: 'C.UTF-8',
    DATABASE_URL: service.url,
    RATEBOOK: service.address,
    KEY: service.keys.developer
  }
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

/** Runs a line, and returns its output, followed by its errors. */
function run({ run: command = ['bash', '-c'] }: Program, line: string): Promise<string> {
  const [program = 'bash', ...given] = [...command, line]
  return new Promise((resolve) => {
    const options = { cwd: folder, env: environment, timeout: 300_000 }
    execFile(program, given, options, (_error, output, errors) => resolve(`${output}\n${errors}`))
  })
}

function isThere({ needs }: Program): boolean {
  if ('package' in needs) return isInstalled(join(root, 'node_modules', needs.package))
  if ('executables' in needs) return needs.executables.every(isInstalled)
  const names = needs.ofR.map((it) => `"${it}"`).join(', ')
  return isInstalled('Rscript') && spawnSync('Rscript', ['-e', `find.package(c(${names}))`]).status === 0
}

for (const program of PROGRAMS) {
  const { name, install, isLarge } = program
  const reason = isLarge && `it is too large for CI; ${install} and run this file`
  const tests = onlyIf(isThere(program), name, install, reason)
  const behaviours = [...VALUATIONS, ...NOTATIONS].filter((it) => it.program === name).flatMap(({ cells }) => cells)
  tests.describe(name, () => {
    for (const { subject, line, printed } of behaviours)
      it(`gives the result on the page with ${subject}`, async () => {
        expect(await run(program, line)).toContain(printed)
      })

    it.each(program.cells)('reads $file: $verdict', async ({ file, line, verdict, printed, isWhole }) => {
      const output = await run(program, line)
      if (isWhole)
        return expect(withoutTimes(output.trim())).toBe(withoutTimes(await readFile(join(folder, file), 'utf8')))
      const expected = linesOf(
        /hledger|ledger|beancount/.test(file)
          ? FIGURES.filter(({ base, quote }) => LEDGER_PAIRS.includes(`${base}/${quote}`))
          : FIGURES
      )
      if (printed !== undefined) expect(output).toContain(printed)
      else expect(linesOf(readingsOf(output)), output).toEqual(expected)
      if (verdict === 'wrong' || verdict === 'not read') expect(linesOf(readingsOf(output))).not.toEqual(expected)
    })
  })
}

/** An SDMX message without its preparation times. */
function withoutTimes(message: string): string {
  return message.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|RB\d+T\d+Z/g, '').trim()
}

describe('the page', () => {
  it('has the lines that are tested here', async () => {
    const text = await readFile(join(root, 'docs/programs.md'), 'utf8')
    expect(text).toContain(page())
    expect(text).toContain(requests())
    expect(text).toContain(valuations())
    expect(text).toContain(notations())
  })

  it('has at least 120 of them', () => {
    expect(Object.values(countCells()).reduce((sum, it) => sum + it)).toBeGreaterThanOrEqual(120)
  })
})

import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['adapters', 'api', 'cli', 'modules', 'pipelines', 'sql', 'tools/scaffold']

let checkout: string

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'ratebook-checkout-'))
  for (const folder of FOLDERS) mkdirSync(join(checkout, folder), { recursive: true })
  cpSync(join(PROJECT, 'bin/build.js'), join(checkout, 'bin/build.js'))
  cpSync(join(PROJECT, 'bin/ratebook.js'), join(checkout, 'bin/ratebook.js'))
  symlinkSync(join(PROJECT, 'node_modules'), join(checkout, 'node_modules'))
  write('package.json', '{ "type": "module" }')
  write('bin/ratebook.ts', `import { greet } from '../cli/greet.tsx'\n\nconsole.log(await greet())\n`)
  write(
    'cli/greet.tsx',
    `import { readFileSync } from 'node:fs'
    import { word } from './word.ts'
    export async function greet (): Promise<string> {
      const { type } = <b>bold</b>
      const { mark } = await import('./mark.ts')
      return String(type) + word + readFileSync(new URL('../sql/a.sql', import.meta.url), 'utf8') + mark
    }`
  )
  write('cli/word.ts', "export const word: string = ' one '")
  write('cli/mark.ts', "export const mark: string = '!'")
  write('sql/a.sql', 'select')
})
afterAll(() => rmSync(checkout, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(checkout, file)), { recursive: true })
  writeFileSync(join(checkout, file), text)
}

const run = () =>
  execFileSync(process.execPath, ['bin/ratebook.js'], { cwd: checkout, encoding: 'utf8', stdio: 'pipe' })

it('runs the current TypeScript of a checkout', () => {
  expect(run()).toBe('b one select!\n')
  write('cli/word.ts', "export const word: string = ' two '")
  utimesSync(join(checkout, 'cli/word.ts'), 0, 0) // as if an older version of the file had been restored
  write('sql/a.sql', 'update')
  expect(run()).toBe('b two update!\n')
})

it('excludes a removed file from the program', () => {
  write('adapters/gone.ts', 'export default 1')
  run()
  expect(existsSync(join(checkout, '.built/adapters/gone.js'))).toBe(true)
  rmSync(join(checkout, 'adapters/gone.ts'))
  run()
  expect(existsSync(join(checkout, '.built/adapters/gone.js'))).toBe(false)
})

it('names the line of the TypeScript in an error', () => {
  write('cli/word.ts', 'interface Long {\n  one: string\n}\n\nexport const word = (undefined as unknown as Long).one')
  expect(run).toThrow(/cli\/word\.ts:5:/)
  write('cli/word.ts', 'export const word: = 1')
  expect(run).toThrow(/cli\/word\.ts: /)
})

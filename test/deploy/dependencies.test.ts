import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const { dependencies } = JSON.parse(file('package.json')) as { dependencies: Record<string, string> }

it('docs/architecture.md has a reason for every runtime dependency, and no other rows', () => {
  const section = file('docs/architecture.md').split(/^## /m).find((it) => it.startsWith('Dependencies'))!
  const named = [...section.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell]) => cell!.split(', ').map((name) => name.slice(1, -1)))
  expect(named).toEqual(Object.keys(dependencies))
})

it('package-lock.json has the hash of every package, and names no registry', () => {
  const { packages } = JSON.parse(file('package-lock.json')) as { packages: Record<string, { resolved?: string, integrity?: string, optional?: boolean }> }
  const { '': root, ...installed } = packages
  expect(root).toMatchObject({ dependencies })
  for (const [path, { resolved, integrity }] of Object.entries(installed)) expect([path, resolved, integrity]).toEqual([path, undefined, expect.stringMatching(/^sha512-/)])
})

it('packages are loaded without source maps, which would take more memory than the packages', async () => {
  const program = `
    import { findSourceMap } from 'node:module'
    import { fileURLToPath } from 'node:url'
    import { registerLoader } from './bin/loader.js'
    registerLoader()
    const isMapped = async (name) => import(name).then(() => findSourceMap(fileURLToPath(import.meta.resolve(name))) !== undefined)
    console.log(await isMapped('./adapters/source.ts'), await isMapped('pdfjs-dist/legacy/build/pdf.mjs'))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: new URL('../..', import.meta.url) })
  expect(stdout.trim()).toBe('true false')
})

import { readFileSync } from 'node:fs'
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

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const { dependencies, allowScripts } = JSON.parse(file('package.json')) as Record<
  'dependencies' | 'allowScripts',
  Record<string, string | boolean>
>

interface Lock {
  packages: Record<string, { resolved?: string; integrity?: string; hasInstallScript?: boolean }>
}

const { '': root, ...installed } = (JSON.parse(file('package-lock.json')) as Lock).packages

it('docs/dependencies.md has a reason for every runtime dependency, and no other rows', () => {
  const named = [...file('docs/dependencies.md').matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell]) =>
    cell!.split(', ').map((name) => name.slice(1, -1))
  )
  expect(named).toEqual(Object.keys(dependencies))
})

it('package-lock.json has the hash of every package, and names no registry', () => {
  expect(root).toMatchObject({ dependencies })
  for (const [path, { resolved, integrity }] of Object.entries(installed))
    expect([path, resolved, integrity]).toEqual([path, undefined, expect.stringMatching(/^sha512-/)])
})

it('package.json refuses every install script by name, so that npm asks nothing', () => {
  const scripted = Object.entries(installed).filter(([, { hasInstallScript }]) => hasInstallScript)
  expect(scripted.map(([path]) => path.replace('node_modules/', ''))).toEqual(Object.keys(allowScripts))
  expect(new Set(Object.values(allowScripts))).toEqual(new Set([false]))
})

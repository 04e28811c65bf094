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

it('gives a reason for every runtime dependency in docs/dependencies.md, and has no other rows', () => {
  const named = [...file('docs/dependencies.md').matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell]) =>
    cell!.split(', ').map((name) => name.slice(1, -1))
  )
  expect(named).toEqual(Object.keys(dependencies))
})

it('has the hash of every package in package-lock.json, and names no registry', () => {
  expect(root).toMatchObject({ dependencies })
  for (const [path, { resolved, integrity }] of Object.entries(installed))
    expect([path, resolved, integrity]).toEqual([path, undefined, expect.stringMatching(/^sha512-/)])
})

it('refuses every install script by name in package.json, so that npm does not ask', () => {
  const scripted = Object.entries(installed).filter(([, { hasInstallScript }]) => hasInstallScript)
  expect(scripted.map(([path]) => path.replace('node_modules/', ''))).toEqual(Object.keys(allowScripts))
  expect(new Set(Object.values(allowScripts))).toEqual(new Set([false]))
})

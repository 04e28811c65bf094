import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VERSION } from '../../api/contract/version.ts'

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

it.each([
  ['package-lock.json', /^ {2}"version": "(.+)"/m],
  ['clients/typescript/package.json', /^ {2}"version": "(.+)"/m],
  ['clients/python/pyproject.toml', /^version = "(.+)"/m],
  ['deploy/kubernetes/kustomization.yaml', /newTag: (\S+)/]
])('%s has the version in package.json', (name, version) => {
  expect(version.exec(file(name))?.[1]).toBe(VERSION)
})

it('CHANGELOG.md describes the version in package.json', () => {
  expect(file('CHANGELOG.md')).toContain(`\n## ${VERSION} (`)
})

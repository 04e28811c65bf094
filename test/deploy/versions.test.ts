import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VERSION } from '../../api/contract/version.ts'

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

it.each([
  ['package-lock.json', /^ {2}"version": "(.+)"/m],
  ['clients/typescript/package.json', /^ {2}"version": "(.+)"/m],
  ['clients/python/pyproject.toml', /^version = "(.+)"/m],
  ['deploy/kubernetes/kustomization.yaml', /newTag: (\S+)/]
])('has the version of package.json in %s', (name, version) => {
  expect(version.exec(file(name))?.[1]).toBe(VERSION)
})

it('describes the version of package.json in CHANGELOG.md', () => {
  expect(file('CHANGELOG.md')).toContain(`\n## ${VERSION} (`)
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadSources } from '../../adapters/registry.ts'
import { loadOmitted, loadSeen, sourcesPage, withFormats, withSummary } from '../../tools/catalogue/catalogue.ts'

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const sources = await loadSources()
const omitted = await loadOmitted()

it('matches docs/sources.md with the registry (npm run sources writes it)', async () => {
  expect(file('docs/sources.md')).toBe(sourcesPage(await withFormats(sources), omitted, await loadSeen()))
})

it('states in docs/sources.md when a source was seen live', async () => {
  const page = sourcesPage(await withFormats(sources), omitted, { ecb: '2026-03-18' })
  expect(page).toMatch(/^\| `ecb` .*; seen live on 2026-03-18 +\|$/m)
})

it('summarizes the sources in the README (npm run sources writes it)', () => {
  expect(withSummary(file('README.md'), sources)).toBe(file('README.md'))
})

it('refuses a README without markers', () => {
  expect(() => withSummary('# Ratebook\n', sources)).toThrow('the README must have')
})

it('has one line in CHANGELOG.md for each source, in the order of the codes', () => {
  const lines = [...file('CHANGELOG.md').matchAll(/^- `([\w-]+)`, .+: .+; since (\d{4}-\d\d-\d\d); /gm)].map(
    ([, code]) => code
  )
  expect(lines).toEqual(sources.map(({ code }) => code))
})

it('defines each term in docs/glossary.md once, in alphabetical order', () => {
  const terms = [...file('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\* \| [A-Z].*\. \|$/gm)].map(([, term]) => term)
  expect(terms).toContain('publication')
  expect(terms).toEqual([...new Set(terms)].sort())
  expect(
    file('docs/glossary.md')
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('| '))
  ).toHaveLength(terms.length + 1)
})

describe('adapters/left-out.json', () => {
  it('lists only publishers without an adapter, with a reason', () => {
    const codes = new Set(sources.map(({ code }) => code))
    for (const { code, country, url, reason } of omitted) {
      expect(codes, `${code} has an adapter: take it out of adapters/left-out.json`).not.toContain(code)
      expect(country).toMatch(/^[A-Z]{2}$/)
      expect(URL.canParse(url)).toBe(true)
      expect(reason).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('lists each publisher once, in the order of the codes', () => {
    const codes = omitted.map(({ code }) => code)
    expect(codes).toEqual([...new Set(codes)].sort())
  })
})

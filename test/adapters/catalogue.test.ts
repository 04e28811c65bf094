import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadSources } from '../../adapters/registry.ts'
import { loadOmitted, loadSeen, sourcesPage, withFormats, withSummary } from '../../tools/catalogue/catalogue.ts'

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const sources = await loadSources()
const omitted = await loadOmitted()

it('docs/sources.md matches the registry (npm run sources writes it)', async () => {
  expect(file('docs/sources.md')).toBe(sourcesPage(await withFormats(sources), omitted, await loadSeen()))
})

it('docs/sources.md says when a source was seen live', async () => {
  const page = sourcesPage(await withFormats(sources), omitted, { ecb: '2026-03-18' })
  expect(page).toMatch(/^\| `ecb` .*; seen live on 2026-03-18 +\|$/m)
})

it('the README has the summary of sources (npm run sources writes it)', () => {
  expect(withSummary(file('README.md'), sources)).toBe(file('README.md'))
})

it('the README without markers is refused', () => {
  expect(() => withSummary('# Ratebook\n', sources)).toThrow('the README must have')
})

it('CHANGELOG.md has one line for each source, in the order of the codes', () => {
  const lines = [...file('CHANGELOG.md').matchAll(/^- `([\w-]+)`, .+: .+; since (\d{4}-\d\d-\d\d); /gm)].map(
    ([, code]) => code
  )
  expect(lines).toEqual(sources.map(({ code }) => code))
})

it('docs/glossary.md defines each term once, in alphabetical order', () => {
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

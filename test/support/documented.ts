import { readFileSync } from 'node:fs'
import { loadSources } from '../../adapters/registry.ts'
import type { Source } from '../../adapters/source.ts'

const STATEMENT = /with the fixtures of ((?:`\w+`[,\s]*(?:and )?)+)/

/** The sources whose fixtures the answers in the documents come from, as docs/api.md names them: a source that is added changes none of them. */
export async function documentedSources (): Promise<Source[]> {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
  const codes = [...STATEMENT.exec(page)![1]!.matchAll(/`(\w+)`/g)].map(([, code]) => code!)
  const sources = await loadSources()
  return codes.map((code) => sources.find((source) => source.code === code)!)
}

import { readdir } from 'node:fs/promises'
import type { Source } from './source.ts'

const NOT_SOURCES = new Set(['source.ts', 'registry.ts'])

/** Every source, found because its file is in this folder; sorted by code. Throws when a file's name is not its source's code. */
export async function loadSources (folder = new URL('.', import.meta.url)): Promise<Source[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !NOT_SOURCES.has(file)).sort()
  return Promise.all(files.map(async (file) => {
    const { default: source } = await import(new URL(file, folder).href) as { default: Source }
    if (`${source.code}.ts` !== file) throw new TypeError(`adapters/${file}: its code is ${source.code}`)
    return source
  }))
}

import { readdir } from 'node:fs/promises'
import type { Feed } from './market/feed.ts'
import type { Source } from './source.ts'

const SOURCES = new URL('.', import.meta.url)
const FEEDS = new URL('market/', import.meta.url)
const CONTRACTS = new Set(['source.ts', 'feed.ts', 'registry.ts'])

/** Every source, found because its file is in this folder; sorted by code. Throws when a file's name is not its source's code. */
export function loadSources (): Promise<Source[]> {
  return loadAll<Source>(SOURCES)
}

/** Every market feed that can be asked, found in `market/` in the same way. */
export function loadFeeds (): Promise<Feed[]> {
  return loadAll<Feed>(FEEDS)
}

async function loadAll<Module extends { code: string }> (folder: URL): Promise<Module[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !CONTRACTS.has(file)).sort()
  return Promise.all(files.map((file) => load<Module>(new URL(file, folder))))
}

async function load<Module extends { code: string }> (file: URL): Promise<Module> {
  const { default: module } = await import(file.href) as { default: Module }
  if (!file.pathname.endsWith(`/${module.code}.ts`)) throw new TypeError(`${file.pathname}: its code is ${module.code}`)
  return module
}

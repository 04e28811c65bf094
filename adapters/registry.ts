import { readdir } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Feed } from './market/feed.ts'
import type { Source } from './source.ts'

const SOURCES = new URL('.', import.meta.url)
const FEEDS = new URL('market/', import.meta.url)
const EXTENSION = extname(import.meta.url) // .js in the package
const CONTRACTS = new Set(['source', 'feed', 'notation', 'registry'])

/** Every source with a file in this folder, sorted by code. Throws if a file's name differs from its source's code. */
export function loadSources(): Promise<Source[]> {
  return loadAll(SOURCES, loadSource)
}

/** Every market feed with a file in `market/`, in the same way. */
export function loadFeeds(): Promise<Feed[]> {
  return loadAll(FEEDS, loadFeed)
}

/** One source by its code. */
export function loadSource(code: string): Promise<Source> {
  return load(SOURCES, code)
}

/** One feed by its code. */
export function loadFeed(code: string): Promise<Feed> {
  return load(FEEDS, code)
}

async function loadAll<Adapter>(folder: URL, loadOne: (code: string) => Promise<Adapter>): Promise<Adapter[]> {
  const names = (await readdir(folder))
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => file.slice(0, -EXTENSION.length))
    .sort()
  return Promise.all(names.filter((name) => !CONTRACTS.has(name)).map(loadOne))
}

async function load<Adapter extends { code: string }>(folder: URL, code: string): Promise<Adapter> {
  const { default: adapter } = (await import(new URL(`${code}${EXTENSION}`, folder).href)) as { default: Adapter }
  if (adapter.code !== code) throw new TypeError(`${code}${EXTENSION}: its code is ${adapter.code}`)
  return adapter
}

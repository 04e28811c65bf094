import { readdir } from 'node:fs/promises'
import type { Feed } from './feed.ts'

const NOT_FEEDS = new Set(['feed.ts', 'registry.ts'])

/** Every feed that can be asked, found because its file is in this folder; sorted by code. Throws when a file's name is not its feed's code. */
export async function loadFeeds (folder = new URL('.', import.meta.url)): Promise<Feed[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !NOT_FEEDS.has(file)).sort()
  return Promise.all(files.map(async (file) => {
    const { default: feed } = await import(new URL(file, folder).href) as { default: Feed }
    if (`${feed.code}.ts` !== file) throw new TypeError(`adapters/market/${file}: its code is ${feed.code}`)
    return feed
  }))
}

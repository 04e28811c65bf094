import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { notFound } from '../../api/contract/errors.ts'
import { FIXED } from '../../api/server/cache.ts'
import { route } from '../../api/server/route.ts'

const FOLDER = fileURLToPath(new URL('assets', import.meta.url))

const MEDIA_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2'
}

interface Asset {
  body: Buffer
  hash: string
  mediaType: string
}

const FONT = 'inter.woff2'
const assets = new Map<string, Asset>()
for (const name of [FONT, ...readdirSync(FOLDER)]) assets.set(name, read(join(FOLDER, name)))

/**
 * Reads an asset. A style sheet uses the preloaded address of the font, because a browser would otherwise load it
 * again.
 */
function read(path: string): Asset {
  const body = path.endsWith('.css')
    ? Buffer.from(readFileSync(path, 'utf8').replace(`url(${FONT})`, () => `url(${asset(FONT)})`))
    : readFileSync(path)
  return {
    body,
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 16),
    mediaType: mediaTypeOf(path)
  }
}

/**
 * The address of an asset with the hash of its content, so that browsers may cache it forever. Throws if there is no
 * such asset.
 */
export function asset(name: string): string {
  const found = assets.get(name)
  if (!found) throw new Error(`there is no asset ${name}`)
  return `/assets/${name}?v=${found.hash}`
}

/** The bytes of an asset for a folder with all of them, in which a style sheet uses the file name of the font. */
export function readAsset(name: string): Buffer {
  return readFileSync(join(FOLDER, name))
}

/** The media type of an asset. */
export function mediaTypeOf(name: string): string {
  return MEDIA_TYPES[extname(name)]!
}

export const files = route({
  path: '/assets/:file',
  summary: 'A file that the pages use',
  access: 'keyless',
  params: { file: z.string().meta({ description: 'The name of the file.', examples: ['style.css'] }) },
  query: {
    v: z
      .string()
      .optional()
      .meta({ description: 'The hash of the content that is expected.', examples: ['o1fPqM2vXk0aZb3c'] })
  },
  response: z.string(),
  mediaType: '*/*',
  cacheControl: 'public, max-age=300',
  cache: { of: () => FIXED },
  run: async ({ file, v }) => {
    const found = assets.get(file)
    if (!found) throw notFound('file not found')
    const { body, hash, mediaType } = found
    return {
      body,
      tag: hash,
      headers: {
        'Content-Type': mediaType,
        ...(v === hash && { 'Cache-Control': 'public, max-age=31536000, immutable' })
      }
    }
  }
})

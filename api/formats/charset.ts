import { createReadStream } from 'node:fs'
import iconv from 'iconv-lite'

const PIECE = 512 * 1024

/** The usual charsets before Unicode, for countries that did not use windows-1252. */
const BEFORE_UNICODE = new Map(Object.entries({
  'windows-1250': 'AL BA CZ HR HU ME PL RO SI SK',
  'windows-1251': 'BG BY KG KZ MD MK RS RU TJ UA UZ',
  'windows-1253': 'CY GR',
  'windows-1254': 'AZ TR',
  'windows-1257': 'EE LT LV'
}).flatMap(([charset, countries]) => countries.split(' ').map((country) => [country, charset])))

/**
 * The charset of a text file: by its byte-order mark, UTF-8 if it is valid UTF-8, or else the usual charset of a
 * country before Unicode.
 */
export async function charsetOf (path: string, country = ''): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const piece of createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
      if (isFirst && piece[0] === 0xFF && piece[1] === 0xFE) return 'utf-16le'
      if (isFirst && piece[0] === 0xFE && piece[1] === 0xFF) return 'utf-16be'
      isFirst = false
      decoder.decode(piece, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return BEFORE_UNICODE.get(country) ?? 'windows-1252'
    throw error
  }
}

/** The pieces of a text file in UTF-8. */
export async function * piecesOf (path: string, charset: string): AsyncGenerator<Buffer, void, void> {
  const decoder = charset === 'utf-8' ? undefined : iconv.getDecoder(charset)
  for await (const piece of createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) yield decoder
    ? Buffer.from(decoder.write(piece))
    : piece
  const rest = decoder?.end()
  if (rest) yield Buffer.from(rest)
}

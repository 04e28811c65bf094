import { createReadStream } from 'node:fs'
import iconv from 'iconv-lite'
import { HttpError } from '../../../api/contract/errors.ts'
import type { TableOptions } from './block.ts'

// Rows of a text file. The database answers a few large blocks faster than many small ones.
export const MAX_ROWS_OF_BLOCK = 25_000

/** The records of a text file, in pieces of whole records. */
export async function* recordsOf(
  path: string,
  hasQuotes: boolean,
  { country }: TableOptions
): AsyncGenerator<string, void, void> {
  const splitter = new RecordSplitter(hasQuotes)
  for await (const piece of piecesOf(path, await charsetOf(path, country))) {
    const whole = splitter.take(piece)
    if (whole) yield whole.toString()
  }
  const last = splitter.end()
  if (last) yield last.toString()
}

const PIECE = 512 * 1024

/** The usual charsets before Unicode, for countries that did not use windows-1252. */
const BEFORE_UNICODE = new Map(
  Object.entries({
    'windows-1250': 'AL BA CZ HR HU ME PL RO SI SK',
    'windows-1251': 'BG BY KG KZ MD MK RS RU TJ UA UZ',
    'windows-1253': 'CY GR',
    'windows-1254': 'AZ TR',
    'windows-1257': 'EE LT LV'
  }).flatMap(([charset, countries]) => countries.split(' ').map((country) => [country, charset]))
)

/**
 * The charset of a text file: by its byte-order mark, UTF-8 if it is valid UTF-8, or else the usual charset of a
 * country before Unicode.
 */
export async function charsetOf(path: string, country = ''): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const piece of createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
      if (isFirst && piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le'
      if (isFirst && piece[0] === 0xfe && piece[1] === 0xff) return 'utf-16be'
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
async function* piecesOf(path: string, charset: string): AsyncGenerator<Buffer, void, void> {
  const decoder = charset === 'utf-8' ? undefined : iconv.getDecoder(charset)
  for await (const piece of createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>)
    yield decoder ? Buffer.from(decoder.write(piece)) : piece
  const rest = decoder?.end()
  if (rest) yield Buffer.from(rest)
}

const QUOTE = 0x22
const NEWLINE = 0x0a
const MAX_RECORD = 4 * 2 ** 20 // bytes, because a whole record is held in memory

/**
 * Splits bytes into blocks of whole records, one a line. A newline between quotes does not end a record, if the format
 * has quotes.
 */
class RecordSplitter {
  readonly #hasQuotes: boolean
  #isQuoted = false
  #count = 0
  #rest = Buffer.alloc(0)

  constructor(hasQuotes: boolean) {
    this.#hasQuotes = hasQuotes
  }

  /**
   * The complete records up to the end of a piece; undefined if there is none. Throws 400 for a record of more than 4
   * MB.
   */
  take(piece: Buffer): Buffer | undefined {
    let end = -1
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!
      if (byte === QUOTE && this.#hasQuotes) {
        this.#isQuoted = !this.#isQuoted
      } else if (byte === NEWLINE && !this.#isQuoted) {
        end = at
        this.#count++
      }
    }
    const whole = end < 0 ? undefined : Buffer.concat([this.#rest, piece.subarray(0, end + 1)])
    this.#rest = end < 0 ? Buffer.concat([this.#rest, piece]) : Buffer.from(piece.subarray(end + 1))
    if (this.#rest.length > MAX_RECORD) {
      throw new HttpError(
        'invalid_body',
        `the file: expected records of at most 4 MB, found a longer one in row ${this.#count + 1}. Is there a quote that is not closed?`
      )
    }
    return whole
  }

  /** The last record, which need not end with a newline; undefined if there is none. */
  end(): Buffer | undefined {
    return this.#rest.length > 0 ? this.#rest : undefined
  }
}

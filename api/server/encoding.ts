import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Context } from './service.ts'
import type { Encoding, WrittenAnswer } from './written.ts'

/** The end of the ETag of each encoding, since its bytes differ (RFC 9110, section 8.8.3). */
export const ETAG_SUFFIX: Record<Encoding, string> = { identity: '', gzip: '-gzip', br: '-br' }

const MIN_COMPRESSED = 1024
const MAX_ACCEPTED = 512 // characters: parsing a list of a thousand encodings takes milliseconds
const COMPRESSIBLE = /^(text\/|application\/([a-z.+-]*\+)?(json|xml)\b)/
const WEIGHED_BROTLI = /\bbr *; *q/i
const BROTLI_OPTIONS = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)

/**
 * The encoding in which to send an answer: only a whole one with a tag is compressed. Says that it varies where it
 * does.
 */
export function encodingFor (ctx: Context, { body, tag, headers = {} }: WrittenAnswer): Encoding {
  const isCompressed = tag !== undefined && Buffer.isBuffer(body) && body.length > MIN_COMPRESSED &&
    COMPRESSIBLE.test(headers['Content-Type'] ?? '')
  if (!isCompressed) return 'identity'
  ctx.vary('Accept-Encoding')
  const accepted = ctx.get('Accept-Encoding')
  if (accepted === '' || accepted.length > MAX_ACCEPTED) return 'identity'
  const preferred = ctx.acceptsEncodings('br', 'gzip', 'identity') as Encoding | false
  // Browsers list gzip first and prefer neither, but Brotli is smaller.
  return preferred === 'gzip' && !WEIGHED_BROTLI.test(accepted) && ctx.acceptsEncodings('br') === 'br'
    ? 'br'
    : preferred || 'identity'
}

/** The bytes of an answer in an encoding. They stay with it, since the cache gives the same answer again. */
export async function compressed (answer: WrittenAnswer, encoding: Encoding): Promise<Buffer> {
  const body = answer.body as Buffer
  if (encoding === 'identity') return body
  answer.compressed ??= {}
  return answer.compressed[encoding] ??= await (encoding === 'br' ? brotli(body, BROTLI_OPTIONS) : gzip(body))
}

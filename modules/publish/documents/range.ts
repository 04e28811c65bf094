import { HttpError } from '../../../api/contract/errors.ts'

/** The first and the last byte of a part, counted from 0. */
interface ByteRange {
  first: number
  last: number
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i

/**
 * The part of a body that a Range header requests (RFC 9110, section 14.2). Undefined for the whole body: without such
 * a header, for several parts or other units, and if If-Range names another body. Throws 416 for a part that begins
 * after the end.
 */
export function rangeOf(
  { range, 'if-range': condition }: { range?: string; 'if-range'?: string },
  size: number,
  etag: string
): ByteRange | undefined {
  const [, from = '', to = ''] = RANGE.exec(range ?? '') ?? []
  if (from + to === '' || (condition !== undefined && condition !== etag)) return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  if (first > last) {
    throw new HttpError('range_not_satisfiable', `the document has ${size} bytes`, {
      'Content-Range': `bytes */${size}`
    })
  }
  return { first, last }
}

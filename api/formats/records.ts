import { HttpError } from '../contract/errors.ts'

const QUOTE = 0x22
const NEWLINE = 0x0a
const MAX_RECORD = 4 * 2 ** 20 // bytes, because a record is read at once

/**
 * Splits bytes into blocks of whole records, one a line. A newline between quotes does not end a record, if the format
 * has quotes.
 */
export class RecordSplitter {
  readonly #hasQuotes: boolean
  #isQuoted = false
  #count = 0
  #rest = Buffer.alloc(0)

  constructor (hasQuotes: boolean) {
    this.#hasQuotes = hasQuotes
  }

  /**
   * The complete records up to the end of a piece; undefined if there is none. Throws 400 for a record of more than 4
   * MB.
   */
  take (piece: Buffer): Buffer | undefined {
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
  end (): Buffer | undefined {
    return this.#rest.length > 0 ? this.#rest : undefined
  }
}

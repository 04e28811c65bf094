import iconv from 'iconv-lite'
import { LayoutError, type Publication } from '../source.ts'

/** True if the charset that a document declares is one that can be decoded. */
export function hasKnownCharset({ charset = 'utf-8' }: Publication): boolean {
  return iconv.encodingExists(charset)
}

/**
 * The document as text, in its declared charset (UTF-8 by default), without a byte-order mark. Throws a `LayoutError`
 * for an unknown charset, an empty document, and one that is too long for `fetch`.
 */
export function readText({ charset = 'utf-8', body, readable = Infinity }: Publication): string {
  if (body.length > readable) {
    throw new LayoutError(`a page of at most ${readable} bytes that leads to documents`, `one of ${body.length} bytes`)
  }
  if (!iconv.encodingExists(charset)) throw new LayoutError('a known charset', JSON.stringify(charset))
  const text = iconv.decode(Buffer.from(body), charset)
  if (text.trim() === '') throw new LayoutError('a document', 'an empty body')
  return text
}

/** White space of any kind and length as one blank, with none at the ends. */
export function squeeze(text: string): string {
  return text.replace(/[\s\u00a0\u2007\u202f]+/g, ' ').trim()
}

/** The start of a text, for an error message. */
export function excerpt(text: string): string {
  const short = squeeze(text.slice(0, 1000))
  return JSON.stringify(short.length > 80 ? `${short.slice(0, 80)}…` : short)
}

/**
 * The groups of an expression in a text; a group that does not take part is undefined. Throws a `LayoutError` if the
 * text does not match.
 */
export function partsOf(text: string, expression: RegExp, expected: string): Array<string | undefined> {
  const match = expression.exec(text)
  if (!match) throw new LayoutError(expected, excerpt(text))
  return match.slice(1)
}

/** The groups of an expression in the first text that matches; empty if none does. */
export function findParts(texts: string[], expression: RegExp): Array<string | undefined> {
  const first = texts.find((text) => expression.test(text))
  return first === undefined ? [] : expression.exec(first)!.slice(1)
}

/**
 * A label without accents, case, footnote marks and repeated blanks, to compare labels that publishers spell in several
 * ways.
 */
export function plainLabel(text: string): string {
  return squeeze(text.normalize('NFD').replace(/[\u0300-\u036f*]/g, '')).toLowerCase()
}

const DIGIT_REFERENCE = /&#(?:0*(?:4[89]|5[0-7])|x0*3\d);/i

/**
 * Throws a `LayoutError` for markup that writes a digit as a character reference (`&#53;`): no publisher does this, and
 * a search of the text would miss such a figure.
 */
export function checkDigits(markup: string): void {
  const reference = DIGIT_REFERENCE.exec(markup)
  if (reference) throw new LayoutError('digits that are not character references', excerpt(reference[0]))
}

/**
 * The notation of the figures of one document. `12,345` means thousands for a publisher with decimal points, and a
 * decimal for one with commas. A document is refused if it also has a figure in the other notation, or if no figure has
 * decimals that would decide it. Only one document is read at a time.
 */

type Mark = '.' | ','

const OTHER: Record<Mark, Mark> = { '.': ',', ',': '.' }
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/
const DECIMALS: Record<Mark, RegExp> = { '.': /\.\d+$/, ',': /,\d+$/ }
// Figures whose mark can only be the decimal mark, or that have both marks.
const UNAMBIGUOUS: Record<Mark, RegExp> = {
  '.': /^[+-]?(?:\d{1,3}(?:,\d{3})+\.\d+|0?\.\d+|\d{4,}\.\d+|[1-9]\d{0,2}\.(?:\d{1,2}|\d{4,}))$/,
  ',': /^[+-]?(?:\d{1,3}(?:\.\d{3})+,\d+|0?,\d+|\d{4,},\d+|[1-9]\d{0,2},(?:\d{1,2}|\d{4,}))$/
}

let seen = { ambiguous: '', whole: '', decimals: false, other: '' }

/** Starts a document. */
export function beginNotation(): void {
  seen = { ambiguous: '', whole: '', decimals: false, other: '' }
}

/** Records a printed figure that was read with a decimal mark. */
export function noteFigure(text: string, mark: Mark): void {
  if (UNAMBIGUOUS[OTHER[mark]].test(text)) seen.other ||= text
  if (AMBIGUOUS.test(text)) {
    seen.ambiguous ||= text
    if (!DECIMALS[mark].test(text)) seen.whole ||= text
  }
  if (UNAMBIGUOUS[mark].test(text)) seen.decimals = true
}

/** Describes the contradiction between the notation of the document and its figures; undefined if there is none. */
export function notationFault(): { expected: string; found: string } | undefined {
  const { ambiguous, whole, decimals, other } = seen
  if (ambiguous !== '' && other !== '')
    return { expected: 'figures in one notation', found: `${ambiguous} and ${other}` }
  if (whole !== '' && !decimals) return { expected: 'a figure whose decimals show its notation', found: whole }
  return undefined
}

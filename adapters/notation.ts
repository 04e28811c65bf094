/**
 * The notation of the figures of one document. `12,345` is a number of thousands to a publisher with decimal points,
 * and a decimal to one with commas: a document is refused where such a figure stands beside one of the other notation,
 * or where no figure has decimals that would tell. One document is read at a time.
 */

type Mark = '.' | ','

const OTHER: Record<Mark, Mark> = { '.': ',', ',': '.' }
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/
const DECIMALS: Record<Mark, RegExp> = { '.': /\.\d+$/, ',': /,\d+$/ }
// with a mark that can only be a decimal one, or with both marks
const SURELY: Record<Mark, RegExp> = {
  '.': /^[+-]?(?:\d{1,3}(?:,\d{3})+\.\d+|0?\.\d+|\d{4,}\.\d+|[1-9]\d{0,2}\.(?:\d{1,2}|\d{4,}))$/,
  ',': /^[+-]?(?:\d{1,3}(?:\.\d{3})+,\d+|0?,\d+|\d{4,},\d+|[1-9]\d{0,2},(?:\d{1,2}|\d{4,}))$/
}

let seen = { ambiguous: '', whole: '', decimals: false, other: '' }

/** Begins a document. */
export function beginNotation(): void {
  seen = { ambiguous: '', whole: '', decimals: false, other: '' }
}

/** Notes a printed figure that is read with a decimal mark. */
export function noteFigure(text: string, mark: Mark): void {
  if (SURELY[OTHER[mark]].test(text)) seen.other ||= text
  if (AMBIGUOUS.test(text)) {
    seen.ambiguous ||= text
    if (!DECIMALS[mark].test(text)) seen.whole ||= text
  }
  if (SURELY[mark].test(text)) seen.decimals = true
}

/** What contradicts the notation of the document; undefined if nothing does. */
export function notationFault(): { expected: string; found: string } | undefined {
  const { ambiguous, whole, decimals, other } = seen
  if (ambiguous !== '' && other !== '')
    return { expected: 'figures in one notation', found: `${ambiguous} and ${other}` }
  if (whole !== '' && !decimals) return { expected: 'a figure whose decimals show its notation', found: whole }
  return undefined
}

// Where in a document figures, headings and currencies stand.
import { readDecimal } from '../../adapters/kit/numbers.ts'
import type { Row } from '../../adapters/source.ts'
import { pick, pickTwo, type Random } from './random.ts'
import { labelsIn, matchesOf, recordsAround, replaced, type Token } from './tokens.ts'

/** A text with two of its pieces in each other's place. */
export function swapped (text: string, one: Token, other: Token): string {
  return replaced(text, [[one, other.text], [other, one.text]])
}

/** The figure with a reference in place of one of its characters: to a digit, to a sign, or to an entity that the document declares. */
export function withEntity (text: string, value: Token, random: Random): string {
  const [place, digit] = [Math.floor(random() * value.text.length), Math.floor(random() * 10)]
  const reference = pick([`&#${48 + digit};`, `&#x3${digit};`, '&amp;', '&nbsp;', '&e;'], random)!
  const changed = replaced(text, [[value, value.text.slice(0, place) + reference + value.text.slice(place + 1)]])
  if (reference !== '&e;') return changed
  const start = /^\s*<\?[^>]*\?>/.exec(changed)?.[0].length ?? 0
  const [, root = 'x'] = /<([\w.:-]+)/.exec(changed.slice(start)) ?? []
  return `${changed.slice(0, start)}<!DOCTYPE ${root} [<!ENTITY e "${digit}">]>${changed.slice(start)}`
}

/** Two headings in each other's place: those of a line or of a table row, or the names of the elements or keys in which figures stand. */
export function swapColumns (text: string, values: Token[], random: Random): string | undefined {
  const names = [...new Set(values.flatMap(({ start }) => /(?:<|&lt;)([\w.:]+)(?:>|&gt;)$|"([\w.:]+)"\s*:\s*"?$/.exec(text.slice(Math.max(0, start - 80), start))?.slice(1).find(Boolean) ?? []))]
  const two = pickTwo(names, random)
  if (two) return text.replace(new RegExp(`(?<![\\w.:])(?:${two.map(escape).join('|')})(?![\\w.:])`, 'g'), (name) => name === two[0] ? two[1] : two[0])
  const headings = pickTwo(headingsIn(text, values), random)
  return headings && headings[0].text !== headings[1].text ? swapped(text, ...headings) : undefined
}

function escape (name: string): string {
  return name.replace(/[.]/g, '\\.')
}

function headingsIn (text: string, values: Token[]): Token[] {
  const cells = matchesOf(text, /(?<=<th[^>]*>)[^<]+(?=<\/th>)/g)
  if (cells.length > 1) return cells
  const first = values[0] ? text.lastIndexOf('\n', values[0].start) : 0
  const lines = matchesOf(text.slice(0, Math.max(first, 0)), /[^\n]+/g)
  const heading = lines.findLast((line) => /[\t,;].*[\t,;]/.test(line.text) && /\p{L}/u.test(line.text))
  if (!heading) return []
  return matchesOf(heading.text, /[^\t,;"]*\p{L}[^\t,;"]*/gu).map(({ start, end, text: cell }) => ({ start: heading.start + start, end: heading.start + end, text: cell }))
}

const NEAR = 1.4 // times as great, such as a euro and a pound

/** Pairs of currencies whose rates are near each other in a table. */
export function nearCodes (rows: Row[]): Array<[string, string]> {
  const [first] = rows
  const table = rows.filter(({ date, type, unit }) => date === first!.date && type === first!.type && unit !== 'gram')
  const priced = table.every(({ base }) => base === first!.base) ? 'quote' : 'base'
  const rates = table.map(({ [priced]: code, value, unit = 1 }) => ({ code, rate: Number(value) / Number(unit) })).sort((one, other) => one.rate - other.rate)
  return rates.slice(1).flatMap(({ code, rate }, index) => rate / rates[index]!.rate < NEAR && code !== rates[index]!.code ? [[rates[index]!.code, code]] : [])
}

const LABELLED = 40 // figures whose labels are looked for

/** Pairs of labels whose figures are near each other. */
export function nearLabels (text: string, values: Token[]): Array<[Token, Token]> {
  const labelled = values.slice(0, LABELLED).flatMap((value) => labelsIn(text, [value]).map((label) => ({ label, figure: Number(readDecimal(value.text)) })))
    .sort((one, other) => one.figure - other.figure)
  return labelled.slice(1).flatMap(({ label, figure }, index) => figure / labelled[index]!.figure < NEAR ? [[labelled[index]!.label, label]] : [])
}

/** Some pieces by the line, element or object in which they stand. */
export function byRecord (text: string, tokens: Token[]): Token[][] {
  const records = new Map<number, Token[]>()
  for (const token of tokens) {
    const place = recordsAround(text, token)[0]?.start ?? token.start
    records.set(place, [...records.get(place) ?? [], token])
  }
  return [...records.values()]
}

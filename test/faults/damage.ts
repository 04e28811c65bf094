import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { addDays } from '../../adapters/kit/dates.ts'
import type { Publication, Row } from '../../adapters/source.ts'
import { openDocument, type Editable } from './editable.ts'
import { pick, pickTwo, type Random } from './random.ts'
import { codesIn, datesIn, labelsIn, matchesOf, recordsAround, replaced, unitsIn, valuesIn, type DateToken, type Token } from './tokens.ts'

/** A true publication, opened for editing, with its rows. */
export interface Specimen {
  publication: Publication
  rows: Row[]
  document: Editable
  values: Token[]
  units: Token[]
  codes: Token[]
  dates: DateToken[]
  /** Documents of the same source that answered other requests. */
  others: Publication[]
}

/** Opens a publication whose rows are known, so that it can be damaged again and again. */
export async function specimenOf (publication: Publication, rows: Row[], others: Publication[]): Promise<Specimen> {
  const document = await openDocument(publication)
  const dates = datesIn(document.text, rows)
  const isFree = (token: Token) => dates.every((date) => token.end <= date.start || token.start >= date.end)
  const values = valuesIn(document.text, rows).filter(isFree)
  return { publication, rows, document, values, units: unitsIn(document.text, rows), codes: codesIn(document.text, rows), dates, others }
}

type Edit = (it: Specimen, random: Random) => string | undefined

const EDITS: Record<string, Edit> = {
  'all dates moved': ({ document, dates }, random) => {
    const move = pick(MOVES, random)!
    return replaced(document.text, dates.map((token) => [token, token.write(move(token.date))]))
  },
  'one day moved': ({ document, dates }, random) => {
    const [move, chosen] = [pick(MOVES, random)!, pick(dates, random)]
    return chosen && replaced(document.text, dates.filter(({ date }) => date === chosen.date).map((token) => [token, token.write(move(token.date))]))
  },
  'one date moved': ({ document, dates }, random) => {
    const [move, chosen] = [pick(MOVES, random)!, pick(dates, random)]
    return chosen && replaced(document.text, [[chosen, chosen.write(move(chosen.date))]])
  },
  'one digit changed': ({ document, values }, random) => {
    const value = pick(values, random)
    return value && replaced(document.text, [[value, changeDigit(value.text, random)]])
  },
  'digits transposed': ({ document, values }, random) => {
    const value = pick(values, random)
    const pair = value && pick(matchesOf(value.text, /\d(?=\d)/g), random)
    return pair && replaced(document.text, [[value, value.text.slice(0, pair.start) + value.text[pair.start + 1] + value.text[pair.start] + value.text.slice(pair.start + 2)]])
  },
  'neighbours swapped': ({ document, values }, random) => {
    const place = Math.floor(random() * (values.length - 1))
    return values.length < 2 ? undefined : swapped(document.text, values[place]!, values[place + 1]!)
  },
  'two values swapped': ({ document, values }, random) => {
    const two = pickTwo(values, random)
    return two && swapped(document.text, ...two)
  },
  'codes swapped': ({ document, values, codes }, random) => {
    const two = pickTwo(codes.length > 1 ? codes : labelsIn(document.text, values), random)
    return two && two[0].text !== two[1].text ? swapped(document.text, ...two) : undefined
  },
  'code replaced': ({ document, codes }, random) => {
    const [code, other] = [pick(codes, random), pick(Object.keys(CURRENCIES), random)!]
    const all = random() < 0.5
    return code && replaced(document.text, codes.filter((token) => all ? token.text === code.text : token === code).map((token) => [token, other]))
  },
  'columns swapped': ({ document: { text }, values }, random) => swapColumns(text, values, random),
  'line doubled with another value': ({ document: { text }, values }, random) => {
    const value = pick(values, random)
    const record = value && pick(recordsAround(text, value), random)
    if (!value || !record) return undefined
    const [before, after] = [text.slice(record.start, value.start), text.slice(value.end, record.end)]
    const twin = before + changeDigit(value.text, random) + after
    const mark = record.text.startsWith('{') ? ',' : ''
    return replaced(text, [[record, random() < 0.5 ? record.text + mark + twin : twin + mark + record.text]])
  },
  'entity in a value': ({ document: { text }, values }, random) => {
    const value = pick(values, random)
    return value && text.trimStart().startsWith('<') ? withEntity(text, value, random) : undefined
  },
  'factor of ten': ({ document, values }, random) => {
    const [factor, value, all] = [pick([0.01, 0.1, 10, 100], random)!, pick(values, random), random() < 0.3]
    return value && replaced(document.text, (all ? values : [value]).map((token) => [token, shifted(token.text, factor)]))
  },
  'inverse': ({ document, values }, random) => {
    const [value, all] = [pick(values, random), random() < 0.3]
    return value && replaced(document.text, (all ? values : [value]).map((token) => [token, inverted(token.text)]))
  },
  'separators': ({ document, values }, random) => {
    const [value, all, change] = [pick(values, random), random() < 0.5, pick(SEPARATORS, random)!]
    return value && replaced(document.text, (all ? values : [value]).map((token) => [token, change(token.text)]))
  },
  'unit changed': ({ document, units }, random) => {
    const unit = pick(units, random)
    return unit && replaced(document.text, [[unit, pick(['1', '10', '100', '1000'].filter((it) => it !== unit.text), random)!]])
  },
  'list truncated': ({ document: { text }, values }, random) => {
    const value = pick(values, random)
    const record = value && pick(recordsAround(text, value), random)
    return record && text.slice(0, record.start).replace(/,$/, '') + text.slice(record.end)
  }
}

const ANOTHER_ANSWER = 'answer of another request'

/** What a damage is called; a campaign does each in turn. */
export const KINDS = [...Object.keys(EDITS), ANOTHER_ANSWER]

/** The publication with one change of a kind; undefined where the kind does not apply to it, or the change would leave it as it is. */
export function damage (kind: string, specimen: Specimen, random: Random): Publication | undefined {
  const { publication, document, others } = specimen
  if (kind === ANOTHER_ANSWER) {
    const other = pick(others, random)
    return other && { ...other, request: publication.request }
  }
  const text = EDITS[kind]!(specimen, random)
  return text === undefined || text === document.text ? undefined : { ...publication, body: document.save(text) }
}

const MOVES: Array<(date: string) => string> = [
  ...[-364, -30, -7, -1, 1, 7, 30].map((days) => (date: string) => addDays(date, days)),
  swapDayAndMonth
]

/** The day and the month in each other's place, where that gives a date; the same date otherwise. */
function swapDayAndMonth (date: string): string {
  const [year, month, day] = date.split('-')
  return Number(day) <= 12 ? `${year}-${day}-${month}` : date
}

function swapped (text: string, one: Token, other: Token): string {
  return replaced(text, [[one, other.text], [other, one.text]])
}

function changeDigit (printed: string, random: Random): string {
  const places = [...printed.matchAll(/\d/g)].map((match) => match.index)
  const place = pick(places, random)!
  const digit = (Number(printed[place]) + 1 + Math.floor(random() * 9)) % 10
  return printed.slice(0, place) + String(digit) + printed.slice(place + 1)
}

/** The figure with a reference in place of one of its characters: to a digit, to a sign, or to an entity that the document declares. */
function withEntity (text: string, value: Token, random: Random): string {
  const [place, digit] = [Math.floor(random() * value.text.length), Math.floor(random() * 10)]
  const reference = pick([`&#${48 + digit};`, `&#x3${digit};`, '&amp;', '&nbsp;', '&e;'], random)!
  const changed = replaced(text, [[value, value.text.slice(0, place) + reference + value.text.slice(place + 1)]])
  if (reference !== '&e;') return changed
  const start = /^\s*<\?[^>]*\?>/.exec(changed)?.[0].length ?? 0
  const [, root = 'x'] = /<([\w.:-]+)/.exec(changed.slice(start)) ?? []
  return `${changed.slice(0, start)}<!DOCTYPE ${root} [<!ENTITY e "${digit}">]>${changed.slice(start)}`
}

/** A printed figure so many times as great, its marks kept apart. */
function shifted (printed: string, factor: number): string {
  const mark = /[.,](?=\d*$)/.exec(printed)?.[0] ?? '.'
  const [whole = '', fraction = ''] = printed.split(mark)
  const digits = whole.replace(/\D/g, '').padStart(4, '0') + fraction.padEnd(3, '0')
  const point = digits.length - Math.max(fraction.length, 3) + Math.log10(factor)
  return `${digits.slice(0, point).replace(/^0+(?=\d)/, '')}${mark}${digits.slice(point)}`
}

function inverted (printed: string): string {
  const mark = printed.includes(',') && !printed.includes('.') ? ',' : '.'
  return (1 / Number(printed.replace(mark, '.').replace(/,/g, ''))).toPrecision(6).replace('.', mark)
}

const SEPARATORS: Array<(printed: string) => string> = [
  (printed) => printed.replace(/[.,]/g, (mark) => mark === '.' ? ',' : '.'),
  (printed) => printed.replace(/[.,]/, ''),
  (printed) => printed.replace(/[.,]/, ' '),
  (printed) => printed.replace(/^\d/, '$&.').replace(/^(\d)\.([.,])/, '$1$2'),
  (printed) => printed.replace(/\d{3}$/, ',$&')
]

/** Two headings in each other's place: those of a line or of a table row, or the names of the elements or keys in which figures stand. */
function swapColumns (text: string, values: Token[], random: Random): string | undefined {
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

import { isLosslessNumber, parse, stringify } from 'lossless-json'

// Fields that differ between starts of the demo, and counts that grow with each source. A printed answer is kept while
// its other fields are right.
const VOLATILE =
  /^(id|document|api_key|key|token|payload|protected|signature|kid|x|prefix|origin|note_key|witness_key|root|proof|stale_count|overdue_count)$/
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const MORE = '…'
const MOST_ITEMS = 8
const MOST_SHOWN = 2
const LONGEST_TEXT = 160
const WIDEST = 140

/**
 * The printed form of an answer: the previous one if it is still right, otherwise the answer, abridged in the same
 * places.
 */
export function printedFor(answer: string, printed: string, language: string): string {
  if (language !== 'json') return abridgedLines(linesOf(answer), linesOf(printed)).join('\n')
  const before = parse(printed)
  const now = abridged(parse(answer), before)
  return stringify(now) === stringify(before) ? printed : layout(now)
}

const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)

/** The lines of a file, abridged where the document abridges them. */
function abridgedLines(lines: string[], printed: string[]): string[] {
  return omit(lines, printed.indexOf(MORE), printed.length)
}

/**
 * Shortens items to a list of `length` with an ellipsis at `place`: the first items precede it, the last ones follow
 * it.
 */
function omit<Item>(items: Item[], place: number, length: number): Array<Item | typeof MORE> {
  const isShort = items.length <= length || items.length <= MOST_ITEMS
  if (place < 0) return isShort ? items : [...items.slice(0, 2), MORE, items.at(-1)!]
  const last = length - place - 1
  return [...items.slice(0, place), MORE, ...(last === 0 ? [] : items.slice(-last))]
}

function abridged(answer: unknown, printed: unknown, name = ''): unknown {
  if (printed === MORE) return MORE
  if (VOLATILE.test(name) && typeof printed === typeof answer && printed !== null && printed !== undefined) {
    return printed
  }
  if (Array.isArray(answer)) return abridgedList(answer, Array.isArray(printed) ? printed : [])
  if (isLosslessNumber(answer) || answer === null || typeof answer !== 'object') {
    return typeof answer === 'string' ? abridgedText(answer, printed) : answer
  }
  const before = (typeof printed === 'object' ? printed : null) as Record<string, unknown> | null
  return Object.fromEntries(Object.entries(answer).map(([key, it]) => [key, abridged(it, before?.[key], key)]))
}

function abridgedList(answer: unknown[], printed: unknown[]): unknown[] {
  const place = printed.indexOf(MORE)
  const items = omit(answer, place, printed.length)
  return items.map((item, index) => (item === MORE ? MORE : abridged(item, printed[index])))
}

function abridgedText(answer: string, printed: unknown): string {
  if (printed === undefined && answer.length > LONGEST_TEXT && !answer.startsWith('http')) return MORE
  const isSameDay =
    typeof printed === 'string' &&
    INSTANT.test(printed) &&
    INSTANT.test(answer) &&
    printed.slice(0, 10) === answer.slice(0, 10)
  return isSameDay ? printed : answer
}

/**
 * An answer shortened to the first items of each list, for the reference. Printed values that are still right are kept.
 */
export function shortened(answer: string, printed = 'null'): string {
  const before = parse(printed)
  const now = cut(parse(answer), before)
  return stringify(now) === stringify(before) ? printed : stringify(now, null, 2)!
}

function cut(answer: unknown, printed: unknown, name = ''): unknown {
  if (Array.isArray(answer)) {
    return answer
      .slice(0, MOST_SHOWN)
      .map((it, index) => cut(it, Array.isArray(printed) ? printed[index] : undefined, name))
  }
  if (isLosslessNumber(answer) || typeof answer !== 'object' || answer === null) {
    return keptIfVolatile(answer, printed, name)
  }
  const before = (typeof printed === 'object' ? printed : null) as Record<string, unknown> | null
  return Object.fromEntries(Object.entries(answer).map(([key, it]) => [key, cut(it, before?.[key], key)]))
}

function keptIfVolatile(answer: unknown, printed: unknown, name: string): unknown {
  if (VOLATILE.test(name) && typeof printed === typeof answer && printed !== null) return printed
  return typeof answer === 'string' ? abridgedText(answer, printed ?? '') : answer
}

/** JSON as the documents print it: the fields of the answer and the items of its lists on a line each. */
function layout(value: unknown, indent = ''): string {
  const line = inLine(value)
  const isList = Array.isArray(value)
  const isLong = indent.length + line.length > WIDEST
  const isOpen = isList ? value.some((it) => typeof it === 'object' && it !== null) || isLong : indent === '' && isLong
  if (!isOpen) return line
  const inner = `${indent}  `
  const items = isList
    ? value.map((it) => layout(it, inner))
    : Object.entries(value as object).map(([key, it]) => `${JSON.stringify(key)}: ${layout(it, inner)}`)
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${items.map((it) => inner + it).join(',\n')}\n${indent}${close}`
}

function inLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`
  if (isLosslessNumber(value) || typeof value !== 'object' || value === null) return stringify(value)!
  return `{ ${Object.entries(value)
    .map(([key, it]) => `${JSON.stringify(key)}: ${inLine(it)}`)
    .join(', ')} }`
}

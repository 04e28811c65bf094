import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { addDays, isDate } from '../../adapters/kit/dates.ts'
import type { Publication, Row } from '../../adapters/source.ts'
import { pick, pickTwo, type Random } from '../random.ts'
import { openDocument } from './editable.ts'
import {
  codesIn,
  datesIn,
  labelsIn,
  matchesOf,
  recordsAround,
  replaced,
  unitsIn,
  valuesIn,
  type Changes,
  type DateToken,
  type Token
} from './tokens.ts'

/** An undamaged publication, opened for editing, with its rows. */
export type Specimen = Awaited<ReturnType<typeof specimenOf>>

/** A change of a document; undefined if it does not apply. */
type Edit = (specimen: Specimen, random: Random) => Changes | undefined
type Change = (text: string) => string

// the decimal mark, or the sign of an exponent, without which the figure is powers of ten greater
const LAST_MARK = /[.,](?=\d*$)|(?<=e)-/i

const moves: Change[] = [
  ...[-364, -30, -7, -1, 1, 7, 30].map((days) => (date: string) => addDays(date, days)),
  ...[-1, 1].map((years) => (date: string) => ifDate(`${Number(date.slice(0, 4)) + years}${date.slice(4)}`, date)),
  (date) => ifDate(date.replace(/-(\d\d)-(\d\d)/, '-$2-$1'), date)
]
const marks: Change[] = [
  (printed) => printed.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),
  (printed) => printed.replace(LAST_MARK, ''),
  (printed) => printed.replace(/[.,]/, ' '),
  (printed) => printed.replace(/^\d/, '$&.').replace(/^(\d)\.([.,])/, '$1$2'),
  (printed) => printed.replace(/\d{3}$/, ',$&')
]

/** The kinds of damage by name. */
const EDITS: Record<string, Edit> = {
  'all dates moved': dates(() => true),
  'one day moved': dates((token, chosen) => token.date === chosen.date),
  'one date moved': dates((token, chosen) => token === chosen),
  'one digit changed': values((random) => (printed) => changeDigit(printed, random)),
  'factor of ten': values((random) => shiftBy(pick([0.01, 0.1, 10, 100], random)!), 0.3),
  inverse: values(() => inverted, 0.3),
  'all figures up': values(() => raised, 1),
  separators: values((random) => pick(marks, random)!, 0.5),
  'two values swapped': ({ values }, random) => swapped(pickTwo(values, random)),
  'codes swapped': ({ document, values, codes }, random) =>
    swapped(pickTwo(codes.length > 1 ? codes : labelsIn(document.text, values), random)),
  'code replaced': ({ codes }, random) => {
    const [code, other, isAll] = [pick(codes, random), pick(Object.keys(CURRENCIES), random)!, random() < 0.5]
    return (
      code &&
      codes.filter((token) => (isAll ? token.text === code.text : token === code)).map((token) => [token, other])
    )
  },
  'columns swapped': ({ document: { text }, values }, random) => swapColumns(text, values, random),
  'line doubled with another value': ({ document: { text }, values }, random) => {
    const value = pick(values, random)
    const record = value && pick(recordsAround(text, value), random)
    if (!value || !record) return undefined
    const twin =
      text.slice(record.start, value.start) + changeDigit(value.text, random) + text.slice(value.end, record.end)
    const mark = record.text.startsWith('{') ? ',' : ''
    return [[record, random() < 0.5 ? record.text + mark + twin : twin + mark + record.text]]
  },
  'record lost': ({ document: { text }, values }, random) => {
    const value = pick(values, random)
    const record = value && pick(recordsAround(text, value), random)
    return record && [[{ ...record, start: text[record.start - 1] === ',' ? record.start - 1 : record.start }, '']]
  },
  'unit changed': ({ units }, random) => {
    const unit = pick(units, random)
    return (
      unit && [
        [
          unit,
          pick(
            ['1', '10', '100', '1000'].filter((it) => it !== unit.text),
            random
          )!
        ]
      ]
    )
  },
  'units lost': ({ units }) => units.map((token) => [token, '1'])
}

const OTHER_ANSWER = 'answer to another request'

export const KINDS = [...Object.keys(EDITS), OTHER_ANSWER]

/**
 * Opens a publication whose rows are known, so that it can be damaged repeatedly. `others` are documents of the same
 * source that answered other requests.
 */
export async function specimenOf(publication: Publication, rows: Row[], others: Publication[]) {
  const document = await openDocument(publication)
  const dates = datesIn(document.text, rows)
  const values = valuesIn(document.text, rows).filter((token) =>
    dates.every((date) => token.end <= date.start || token.start >= date.end)
  )
  return {
    publication,
    rows,
    document,
    values,
    units: unitsIn(document.text, rows),
    codes: codesIn(document.text, rows),
    dates,
    others
  }
}

/** The publication with one change of a kind; undefined if the kind does not apply or changes nothing. */
export function damage(kind: string, specimen: Specimen, random: Random): Publication | undefined {
  const { publication, document, others } = specimen
  if (kind === OTHER_ANSWER) {
    const other = pick(others, random)
    return other && { ...other, request: publication.request }
  }
  const text = replaced(document.text, EDITS[kind]!(specimen, random) ?? [])
  return text === document.text ? undefined : { ...publication, body: document.save(text) }
}

/** Moves the dates that belong to a randomly chosen one. */
function dates(belongs: (token: DateToken, chosen: DateToken) => boolean): Edit {
  return ({ dates }, random) => {
    const [move, chosen] = [pick(moves, random)!, pick(dates, random)]
    return (
      chosen && dates.filter((token) => belongs(token, chosen)).map((token) => [token, token.write(move(token.date))])
    )
  }
}

/** Changes one value or, with a probability of `share`, all values. */
function values(changeOf: (random: Random) => Change, share = 0): Edit {
  return ({ values }, random) => {
    const [change, chosen, isAll] = [changeOf(random), pick(values, random), random() < share]
    return chosen && (isAll ? values : [chosen]).map((token) => [token, change(token.text)])
  }
}

function swapped(two: [Token, Token] | undefined): Changes | undefined {
  return (
    two && [
      [two[0], two[1].text],
      [two[1], two[0].text]
    ]
  )
}

function ifDate(moved: string, date: string): string {
  return isDate(moved) ? moved : date
}

function changeDigit(printed: string, random: Random): string {
  const { start } = pick(matchesOf(printed, /\d/g), random)!
  const digit = (Number(printed[start]) + 1 + Math.floor(random() * 9)) % 10
  return printed.slice(0, start) + String(digit) + printed.slice(start + 1)
}

/** Moves the decimal mark by a power of ten. */
function shiftBy(factor: number): Change {
  return (printed) => {
    const mark = /[.,](?=\d*$)/.exec(printed)?.[0] ?? '.'
    const [whole = '', fraction = ''] = printed.split(mark)
    const digits = whole.replace(/\D/g, '').padStart(4, '0') + fraction.padEnd(3, '0')
    const point = digits.length - Math.max(fraction.length, 3) + Math.log10(factor)
    return `${digits.slice(0, point).replace(/^0+(?=\d)/, '')}${mark}${digits.slice(point)}`
  }
}

/** The reciprocal with six digits. */
function inverted(printed: string): string {
  const { mark, value } = figureIn(printed)
  return (1 / value).toPrecision(6).replace('.', mark)
}

/** A figure 5 % higher with the same decimals. */
function raised(printed: string): string {
  const { mark, value } = figureIn(printed)
  const decimals = printed.split(mark)[1]?.length ?? 0
  return (value * 1.05).toFixed(decimals).replace('.', mark)
}

function figureIn(printed: string): { mark: string; value: number } {
  const mark = printed.includes(',') && !printed.includes('.') ? ',' : '.'
  return { mark, value: Number(printed.replace(mark, '.').replace(/,/g, '')) }
}

/** Swaps the names of two elements or keys that hold figures, else two headings of a table. */
function swapColumns(text: string, values: Token[], random: Random): Changes | undefined {
  const names = [
    ...new Set(
      values.flatMap(
        ({ start }) =>
          /(?:<|&lt;)([\w.:]+)(?:>|&gt;)$|"([\w.:]+)"\s*:\s*"?$/
            .exec(text.slice(Math.max(0, start - 80), start))
            ?.slice(1)
            .find(Boolean) ?? []
      )
    )
  ]
  const two = pickTwo(names, random)
  if (!two) return swapped(pickTwo(headingsIn(text, values), random))
  return matchesOf(text, /[\w.:]+/g)
    .filter((token) => two.includes(token.text))
    .map((token) => [token, token.text === two[0] ? two[1] : two[0]])
}

function headingsIn(text: string, values: Token[]): Token[] {
  const cells = matchesOf(text, /(?<=<th[^>]*>)[^<]+(?=<\/th>)/g)
  if (cells.length > 1) return cells
  const end = text.lastIndexOf('\n', values[0]?.start ?? 0)
  const heading = matchesOf(text.slice(0, Math.max(end, 0)), /[^\n]+/g).findLast(
    (line) => /[\t,;].*[\t,;]/.test(line.text) && /\p{L}/u.test(line.text)
  )
  return heading
    ? matchesOf(text, /[^\t\n,;"]*\p{L}[^\t\n,;"]*/gu).filter(
        ({ start }) => start >= heading.start && start < heading.end
      )
    : []
}

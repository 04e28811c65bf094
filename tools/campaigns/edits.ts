import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { readDecimal } from '../../adapters/kit/numbers.ts'
import { addYears, changeDigit, inverted, LAST_MARK, MOVES, SEPARATORS, shifted, swapDayAndMonth, swapMarks } from './misprints.ts'
import { byRecord, nearCodes, nearLabels, swapColumns, swapped, withEntity } from './places.ts'
import { pick, pickTwo, type Random } from './random.ts'
import type { Specimen } from './specimen.ts'
import { labelsIn, matchesOf, recordsAround, replaced, type Token } from './tokens.ts'

type Edit = (it: Specimen, random: Random) => string | undefined

const NEAR_IN_TEXT = 120 // characters between a figure and the same figure again

/** What may go wrong with a document, by name: each gives the changed text, or undefined where it does not apply. */
export const EDITS: Record<string, Edit> = {
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
  },
  'year moved': ({ document, dates }, random) => {
    const [years, chosen, all] = [pick([-1, 1], random)!, pick(dates, random), random() < 0.5]
    return chosen && replaced(document.text, dates.filter(({ date }) => all || date === chosen.date).map((token) => [token, token.write(addYears(token.date, years))]))
  },
  'near currencies swapped': ({ document: { text }, rows, values, codes }, random) => {
    const near = pick(nearCodes(rows), random)
    const tokens = near ? codes.filter((token) => near.includes(token.text)) : pick(nearLabels(text, values), random) ?? []
    const names = [...new Set(tokens.map((token) => token.text))]
    return names.length < 2 ? undefined : replaced(text, tokens.map((token) => [token, token.text === names[0] ? names[1]! : names[0]!]))
  },
  'mark or sign lost': ({ document, values }, random) => {
    const [value, all] = [pick(values.filter((token) => LAST_MARK.test(token.text)), random), random() < 0.5]
    return value && replaced(document.text, (all ? values : [value]).map((token) => [token, token.text.replace(LAST_MARK, '')]))
  },
  'units lost': ({ document, units }) => replaced(document.text, units.map((token) => [token, '1'])),
  'one of two equal figures': ({ document, values }, random) => {
    const twins = values.flatMap((value, index) => {
      const next = values[index + 1]
      return next && next.start - value.end < NEAR_IN_TEXT && Number(readDecimal(value.text)) === Number(readDecimal(next.text)) ? [value, next] : []
    })
    const value = pick(twins, random)
    return value && replaced(document.text, [[value, changeDigit(value.text, random)]])
  },
  'another layout from the middle on': ({ document: { text }, values, dates }, random) => {
    const start = pick(values, random)?.start ?? text.length
    const rest = <Kind extends Token>(tokens: Kind[]) => tokens.filter((token) => token.start >= start)
    return pick([
      () => replaced(text, rest(values).map((token) => [token, swapMarks(token.text)])),
      () => replaced(text, rest(dates).map((token) => [token, token.write(swapDayAndMonth(token.date))])),
      () => replaced(text, byRecord(text, rest(values)).flatMap((own) => own.map((token, index): [Token, string] => [token, own.at(-1 - index)!.text])))
    ], random)!()
  }
}

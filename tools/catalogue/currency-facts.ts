import { parseXml, type XmlElement } from '../../adapters/kit/xml.ts'
import { parseCsv } from '../../adapters/kit/csv.ts'
import type { IsoCurrency } from '../../adapters/kit/currency-facts.ts'
import { squeeze } from '../../adapters/kit/text.ts'

/** English names by code, as CLDR has them (cldr-numbers-full, main/en/currencies.json). */
export type CldrNames = Record<string, { displayName?: string }>

interface List {
  published: string
  currencies: Listed[]
}

/** The texts of the tables beside this file: first and last days, redenominations, pegs and regimes, as CSV. */
export interface FactTables {
  dates: string
  redenominations: string
  pegs: string
  regimes: string
}

/**
 * The module `adapters/kit/currency-facts.ts`, made from list one (current) and list three (historical) of ISO 4217 as its maintenance agency
 * publishes them, and from tables of dated facts. A code of both lists is current. A name is CLDR's, or the standard's where CLDR has none. Throws
 * where a list contradicts itself, and where a table has a code that neither list has.
 */
export function currencyFactsModule (listOne: string, listThree: string, names: CldrNames, facts: FactTables): string {
  const one = readList(listOne, 'CcyTbl', 'CcyNtry')
  const three = readList(listThree, 'HstrcCcyTbl', 'HstrcCcyNtry')
  const current = new Set(one.currencies.map(({ code }) => code))
  const all = [...one.currencies, ...three.currencies.filter(({ code }) => !current.has(code))]
    .map((it) => ({ ...it, name: names[it.code]?.displayName ?? it.name }))
    .sort((a, b) => a.code < b.code ? -1 : 1)
  return moduleOf({ listOne: one.published, listThree: three.published }, all, facts)
}

/** The text of the module for the currencies of both lists, in order. */
export function moduleOf (published: Record<'listOne' | 'listThree', string>, currencies: Listed[], facts: FactTables): string {
  const known = new Set([...currencies.map(({ code }) => code), 'CNH'])
  const dates = new Map(tableOf(facts.dates, known, 'code', 'successor').map(({ code, ...it }) => [code, it]))
  const list = (records: object[]) => `[\n${records.map((it) => `  ${literalOf(it)}`).join(',\n')}\n]`
  return `// Written by \`npm run currencies\`. Not edited by hand. Codes and decimal places: lists one and three of ISO 4217, published ${published.listOne} and
// ${published.listThree}. Names: CLDR. Days, redenominations, pegs and regimes: the tables in tools/catalogue/currency-facts, collected on ${COLLECTED}.

${TYPES}/** When the lists were published. */
export const PUBLISHED = ${literalOf(published)}

/** Every code of both lists, once. */
export const ISO_4217: IsoCurrency[] = ${list(currencies.map((it) => ({ ...it, ...dates.get(it.code) ?? NO_DATES })))}

export const REDENOMINATIONS: Redenomination[] = ${list(tableOf(facts.redenominations, known, 'former', 'successor'))}

export const PEGS: Peg[] = ${list(tableOf(facts.pegs, known, 'currency', 'anchor'))}

export const REGIMES: Regime[] = ${list(tableOf(facts.regimes, known, 'currency'))}
`
}

const TYPES = `/** A code of ISO 4217. */
export interface IsoCurrency {
  code: string
  /** Null for the few historical codes that have none. */
  numeric: string | null
  /** Decimal places; null where the standard gives none, as for metals and historical codes. */
  minorUnits: number | null
  name: string
  /** When the code was last withdrawn, as list three prints it; null for a current one. */
  withdrawn: string | null
  /** The first day of the unit as money, and the last day of legal tender or use; null where it is not known, and for the last one where it is in use. */
  first: string | null
  last: string | null
  /** The code of the money that replaced it. */
  successor: string | null
}

/** A new unit. Where both codes are the same, the code stood for the old unit up to the day before. */
export interface Redenomination {
  former: string
  successor: string
  /** The first day of the new unit. */
  date: string
  /** Old units for a new one; null where there was no single ratio, or none is known. */
  ratio: string | null
  /** The act or the document that says so; null where none was read. */
  source: string | null
}

/** A rate that an authority holds: units of the currency for one of the anchor. */
export interface Peg {
  currency: string
  /** Null for a basket. */
  anchor: string | null
  rate: string | null
  /** What the rate alone does not say. */
  band: string | null
  since: string
  until: string | null
  authority: string
  verified: boolean
}

/** A time in which several rates of a currency stood side by side. */
export interface Regime {
  currency: string
  since: string
  until: string | null
  note: string
  verified: boolean
}

`

const COLLECTED = '2026-11-24'
const NO_DATES = { first: null, last: null, successor: null }

type Listed = Omit<IsoCurrency, keyof typeof NO_DATES>

/** The records of a table, empty cells as null. Throws for a code that is not known. */
function tableOf (text: string, known: Set<string>, ...codes: string[]): Array<Record<string, string | boolean | null>> {
  const { columns, records } = parseCsv(text)
  return records.map((record) => {
    const unknown = codes.map(record).find((code) => code !== '' && !known.has(code))
    if (unknown !== undefined) throw new Error(`expected a code of ISO 4217, found ${unknown}`)
    return Object.fromEntries(columns.map((name) => [name, name === 'verified' ? record(name) === 'yes' : record(name) || null]))
  })
}

function literalOf (record: object): string {
  const text = (value: unknown) => typeof value === 'string' ? `'${value.replaceAll('\'', '\\\'')}'` : String(value)
  return `{ ${Object.entries(record).map(([name, value]) => `${name}: ${text(value)}`).join(', ')} }`
}

function readList (xml: string, table: string, entry: string): List {
  const root = parseXml(xml, 'ISO_4217')
  const currencies = new Map<string, Listed>()
  for (const element of root.one(table).only(entry)) {
    const currency = readEntry(element)
    if (!currency) continue
    const known = currencies.get(currency.code)
    if (known && (known.numeric !== currency.numeric || known.minorUnits !== currency.minorUnits)) throw new Error(`the list has two conflicting entries for ${currency.code}`)
    // A code is withdrawn country by country: the last one counts.
    if (!known || lastYearOf(known) < lastYearOf(currency)) currencies.set(currency.code, currency)
  }
  return { published: root.attribute('Pblshd'), currencies: [...currencies.values()] }
}

/** An entry of a list; nothing for a territory that has no currency. */
function readEntry (element: XmlElement): Listed | undefined {
  const code = element.maybe('Ccy')?.text
  if (code === undefined) return undefined
  const units = element.maybe('CcyMnrUnts')?.text
  return {
    code,
    numeric: element.maybe('CcyNbr')?.text ?? null,
    minorUnits: units === undefined || units === 'N.A.' ? null : Number(units),
    name: squeeze(element.one('CcyNm').text),
    withdrawn: element.maybe('WthdrwlDt')?.text ?? null
  }
}

// Dates are 2002-03, or years such as 1989 to 1990 and 1989-1990.
function lastYearOf ({ withdrawn }: Listed): string {
  return withdrawn?.split(' to ').at(-1) ?? ''
}

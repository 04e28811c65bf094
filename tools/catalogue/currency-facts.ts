import { parseXml, type XmlElement } from '../../adapters/kit/xml.ts'
import { parseCsv } from '../../adapters/kit/csv.ts'
import type { IsoCurrency } from '../../adapters/kit/currency-facts.ts'
import { squeeze } from '../../adapters/kit/text.ts'

/** The English names of CLDR by code (cldr-numbers-full, main/en/currencies.json). */
export type CldrNames = Record<string, { displayName?: string }>

interface List {
  published: string
  currencies: Listed[]
}

/** The CSV texts of the tables in currency-facts/. */
export interface FactTables {
  dates: string
  redenominations: string
  pegs: string
  regimes: string
}

/**
 * The text of `adapters/kit/currency-facts.json`, from list one (current codes) and list three (historical codes) of
 * the maintenance agency of ISO 4217, and from the tables of facts.
 * A code in both lists is current. A name is CLDR's, or the standard's if CLDR has none. Throws if a list contradicts
 * itself or a table has a code that is in neither list.
 */
export function currencyFacts(listOne: string, listThree: string, names: CldrNames, facts: FactTables): string {
  const one = readList(listOne, 'CcyTbl', 'CcyNtry')
  const three = readList(listThree, 'HstrcCcyTbl', 'HstrcCcyNtry')
  const current = new Set(one.currencies.map(({ code }) => code))
  const currencies = [...one.currencies, ...three.currencies.filter(({ code }) => !current.has(code))].sort((a, b) =>
    a.code < b.code ? -1 : 1
  )
  const known = new Set([...currencies.map(({ code }) => code), 'CNH'])
  const dates = new Map(tableOf(facts.dates, known, 'code', 'successor').map(({ code, ...it }) => [code, it]))
  const lists = {
    currencies: currencies.map((it) => ({
      ...it,
      name: names[it.code]?.displayName ?? it.name,
      ...(dates.get(it.code) ?? NO_DATES)
    })),
    redenominations: tableOf(facts.redenominations, known, 'former', 'successor'),
    pegs: tableOf(facts.pegs, known, 'currency', 'anchor'),
    regimes: tableOf(facts.regimes, known, 'currency')
  }
  const texts = Object.entries(lists).map(
    ([name, records]) => `  "${name}": [\n${records.map((it) => `    ${JSON.stringify(it)}`).join(',\n')}\n  ]`
  )
  return `{\n  "published": ${JSON.stringify({ listOne: one.published, listThree: three.published })},\n${texts.join(',\n')}\n}\n`
}

const NO_DATES = { first: null, last: null, successor: null }

type Listed = Omit<IsoCurrency, keyof typeof NO_DATES>

/** The records of a table, with null for empty cells. Throws for an unknown code. */
function tableOf(text: string, known: Set<string>, ...codes: string[]): Array<Record<string, string | boolean | null>> {
  const { columns, records } = parseCsv(text)
  return records.map((record) => {
    const unknown = codes.map(record).find((code) => code !== '' && !known.has(code))
    if (unknown !== undefined) throw new Error(`expected a code of ISO 4217, found ${unknown}`)
    return Object.fromEntries(
      columns.map((name) => [name, name === 'verified' ? record(name) === 'yes' : record(name) || null])
    )
  })
}

function readList(xml: string, table: string, entry: string): List {
  const root = parseXml(xml, 'ISO_4217')
  const currencies = new Map<string, Listed>()
  for (const element of root.one(table).only(entry)) {
    const currency = readEntry(element)
    if (!currency) continue
    const known = currencies.get(currency.code)
    if (known && (known.numeric !== currency.numeric || known.minorUnits !== currency.minorUnits)) {
      throw new Error(`the list has two conflicting entries for ${currency.code}`)
    }
    // A code is withdrawn country by country; the last withdrawal counts.
    if (!known || lastYearOf(known) < lastYearOf(currency)) currencies.set(currency.code, currency)
  }
  return { published: root.attribute('Pblshd'), currencies: [...currencies.values()] }
}

/** The currency of an entry; undefined for a territory without a currency. */
function readEntry(element: XmlElement): Listed | undefined {
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

// A withdrawal is printed as 2002-03, 1989 to 1990, or 1989-1990.
function lastYearOf({ withdrawn }: Listed): string {
  return withdrawn?.split(' to ').at(-1) ?? ''
}

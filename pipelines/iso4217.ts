import { parseXml, type XmlElement } from '../adapters/kit/xml.ts'
import type { IsoCurrency } from '../adapters/kit/iso4217.ts'
import { squeeze } from '../adapters/kit/text.ts'

/** English names by code, as CLDR has them (cldr-numbers-full, main/en/currencies.json). */
export type CldrNames = Record<string, { displayName?: string }>

interface List {
  published: string
  currencies: IsoCurrency[]
}

/**
 * The module `adapters/kit/iso4217.ts`, made from list one (current) and list three (historical) of ISO 4217 as its maintenance agency publishes
 * them. A code of both lists is current. A name is CLDR's, or the standard's where CLDR has none. Throws where a list contradicts itself.
 */
export function iso4217Module (listOne: string, listThree: string, names: CldrNames): string {
  const one = readList(listOne, 'CcyTbl', 'CcyNtry')
  const three = readList(listThree, 'HstrcCcyTbl', 'HstrcCcyNtry')
  const current = new Set(one.currencies.map(({ code }) => code))
  const all = [...one.currencies, ...three.currencies.filter(({ code }) => !current.has(code))]
    .map((it) => ({ ...it, name: names[it.code]?.displayName ?? it.name }))
    .sort((a, b) => a.code < b.code ? -1 : 1)
  return `// Written by \`npm run currencies\` from lists one and three of ISO 4217, and CLDR's English names. Not edited by hand.

/** A code of ISO 4217. */
export interface IsoCurrency {
  code: string
  /** Null for the few historical codes that have none. */
  numeric: string | null
  /** Decimal places; null where the standard gives none, as for metals and historical codes. */
  minorUnits: number | null
  name: string
  /** When the code was last withdrawn, as list three prints it; null for a current one. */
  withdrawn: string | null
}

/** When the lists were published. */
export const PUBLISHED = { listOne: '${one.published}', listThree: '${three.published}' }

/** Every code of both lists, once. */
export const ISO_4217: IsoCurrency[] = [
${all.map(lineOf).join(',\n')}
]
`
}

function readList (xml: string, table: string, entry: string): List {
  const root = parseXml(xml, 'ISO_4217')
  const currencies = new Map<string, IsoCurrency>()
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
function readEntry (element: XmlElement): IsoCurrency | undefined {
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
function lastYearOf ({ withdrawn }: IsoCurrency): string {
  return withdrawn?.split(' to ').at(-1) ?? ''
}

function lineOf ({ code, numeric, minorUnits, name, withdrawn }: IsoCurrency): string {
  const text = (value: string | null) => value === null ? 'null' : `'${value.replaceAll('\'', '\\\'')}'`
  return `  { code: ${text(code)}, numeric: ${text(numeric)}, minorUnits: ${minorUnits}, name: ${text(name)}, withdrawn: ${text(withdrawn)} }`
}

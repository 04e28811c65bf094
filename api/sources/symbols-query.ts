import { z } from 'zod'
import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { ISO_4217 } from '../../adapters/kit/currency-facts.ts'
import type { Database } from '../../sql/database.ts'
import { currenciesOn, isHistorical } from '../regions/regions.ts'
import * as fields from '../contract/fields.ts'
import { columnsOf } from '../formats/columns.ts'
import { Rows } from '../formats/rows.ts'

// The decimals that ISO 4217 gave currencies that it no longer lists, for jurisdictions that have rules.
const FORMER_MINOR_UNITS = new Map([
  ...['BEF', 'ESP', 'ITL', 'LUF'].map((code) => [code, 0] as const),
  // prettier-ignore
  ...[
    'ATS', 'BGN', 'CYP', 'DEM', 'EEK', 'FIM', 'FRF', 'GRD', 'HRK', 'IEP', 'LTL', 'LVL', 'MTL', 'NLG', 'PTE', 'SIT',
    'SKK', 'VEF'
  ].map((code) => [code, 2] as const)
])

/**
 * The decimals of an amount in each currency by ISO 4217; null if the standard gives none. CLDR's decimals differ: in
 * Node 20 and later the forint, the rupiah and the Colombian peso have none.
 */
export const MINOR_UNITS = new Map(
  ISO_4217.map(({ code, minorUnits }) => [code, minorUnits ?? FORMER_MINOR_UNITS.get(code) ?? null])
)

/** The currencies and metals in a published rate of a source in use, by code. */
export async function listSymbols(database: Database): Promise<string[]> {
  const rows = await database.read<{ currency: string }>('select currency from available_currencies()')
  return rows.map(({ currency }) => currency)
}

/** A currency in the list of all. */
export const listedCurrency = {
  code: fields.currency,
  name: fields.currencyName,
  symbol: fields.currencySymbol,
  priced: fields.priced
}

/** True for the code of a currency or metal, in use or not. */
export function isCurrency(code: string): boolean {
  return Object.hasOwn(CURRENCIES, code)
}

export const knownCurrencies = {
  call: 'known_currencies(at)',
  head: {},
  list: { currency: fields.currency, is_stored: z.boolean(), is_priced: z.boolean() }
}

/**
 * The currencies in use and others with published rates, by code: code, name, symbol, and whether it has a market rate
 * now; with `historical` also those that are no longer in use.
 */
export function currenciesOf(known: Rows, { today, historical }: { today: string; historical: boolean }): Rows {
  const codesWith = (flag: string) =>
    known.objects<Record<string, unknown>>().flatMap((it) => (it[flag] === true ? [it.currency as string] : []))
  // CLDR lists XXX (no currency) for regions without a currency.
  const inUse = [...currenciesOn(today)].filter((code) => Object.hasOwn(CURRENCIES, code))
  const withPrice = new Set(codesWith('is_priced'))
  const listed = [...new Set([...inUse, ...codesWith('is_stored')])]
    .sort()
    .filter((code) => historical || !isHistorical(code, today))
  return new Rows(
    columnsOf(listedCurrency),
    listed.map((code) => [code, CURRENCIES[code]!, symbolOf(code), withPrice.has(code)])
  )
}

const symbols = new Map<string, string>()

/** The symbol of a currency in English, or its code. Results are cached: looking up all currencies takes 25 ms. */
export function symbolOf(currency: string): string {
  const known = symbols.get(currency)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol'
  }).formatToParts(0)
  const symbol = parts.find(({ type }) => type === 'currency')!.value
  symbols.set(currency, symbol)
  return symbol
}

import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import type { Database } from '../../sql/database.ts'
import { currenciesOn, isHistorical } from './regions.ts'

/** The currencies and metals that stand in a published rate of a source in use, by code. */
export async function listSymbols (database: Database): Promise<string[]> {
  const rows = await database.read<{ currency: string }>('select currency from available_currencies()')
  return rows.map(({ currency }) => currency)
}

/** A currency or metal. */
export interface Currency {
  code: string
  name: string
  /** The symbol in English, or the code if there is none. */
  symbol: string
  /** True if it has a market rate now. */
  priced: boolean
}

interface Known {
  stored: string[]
  priced: string[]
}

const KNOWN = `
  select array(select currency from available_currencies()) as stored,
    array(select target from market_rate('USD', array(select currency from market_currencies()), $1) union select 'USD' from market_currencies() where currency = 'USD') as priced`

/** The currencies in use and others with published rates, by code; with `historical` also those that are in use no more. */
export async function listCurrencies (database: Database, { now, historical }: { now: number, historical: boolean }): Promise<Currency[]> {
  const at = new Date(now).toISOString()
  const today = at.slice(0, 10)
  const [{ stored, priced } = { stored: [], priced: [] }] = await database.read<Known>(KNOWN, [at])
  // CLDR lists XXX (no currency) for regions without a currency.
  const codes = new Set([...[...currenciesOn(today)].filter((code) => Object.hasOwn(CURRENCIES, code)), ...stored])
  const withPrice = new Set(priced)
  return [...codes].sort()
    .filter((code) => historical || !isHistorical(code, today))
    .map((code) => ({ code, name: CURRENCIES[code]!, symbol: symbolOf(code), priced: withPrice.has(code) }))
}

const symbols = new Map<string, string>()

/** The symbol of a currency in English, or its code if it has none. It is looked for once: those of all currencies take 25 ms. */
function symbolOf (currency: string): string {
  const known = symbols.get(currency)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0)
  const symbol = parts.find(({ type }) => type === 'currency')!.value
  symbols.set(currency, symbol)
  return symbol
}

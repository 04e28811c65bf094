import type { SourceEntry } from '../../../api/sources/sources-query.ts'
import { symbolOf } from '../../../api/sources/symbols-query.ts'
import { countryName, currencyName, labelOf } from './labels.ts'

/** The text that a search for a source matches, normalized by `plain`. */
export function searchTextOf({ code, name, country, home_ccy: home, kind, cadence }: SourceEntry): string {
  return normalized(
    [code, name, country, countryName(country), home, currencyName(home) ?? '', labelOf(kind), cadence].join(' ')
  )
}

/** The words of a search. */
export function wordsOf(text: string): string[] {
  return normalized(text)
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== '')
}

// letters without a Unicode decomposition
const WITHOUT_STROKE: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss' }

/** Text in lower case without accents, for comparison. */
export function normalized(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđıß]/g, (letter) => WITHOUT_STROKE[letter]!)
}

// Ordered by their share of the world's foreign exchange; the others follow by code.
const MOST_USED =
  'USD EUR JPY GBP CNY CHF AUD CAD HKD SGD INR KRW SEK MXN NZD NOK TWD BRL ZAR PLN DKK THB ILS IDR CZK AED TRY HUF CLP SAR PHP MYR COP EGP ARS'

/**
 * The currencies among these whose code or name has words that begin with each word of a text, or whose symbol the text
 * is; the most used first.
 */
export function currenciesNamed(text: string, symbols: string[]): string[] {
  const words = wordsOf(text)
  const rankOf = (symbol: string) => (MOST_USED.includes(symbol) ? MOST_USED.indexOf(symbol) : MOST_USED.length)
  return symbols
    .filter((symbol) => {
      if (symbolOf(symbol) === text.trim()) return true
      const parts = wordsOf(`${symbol} ${currencyName(symbol) ?? ''}`)
      return words.length > 0 && words.every((word) => parts.some((part) => part.startsWith(word)))
    })
    .sort((one, other) => rankOf(one) - rankOf(other))
}

/** The code of a currency that is typed as a code or by name, or the error for its field. */
export function readCurrency(
  typed: string,
  symbols: string[],
  example = 'EUR or euro'
): { code: string; error?: string } {
  const code = typed.trim().toUpperCase()
  if (symbols.includes(code)) return { code }
  const found = currenciesNamed(typed, symbols)
  if (found.length === 1) return { code: found[0]! }
  if (found.length > 1) {
    return {
      code: typed.trim(),
      error: `Several currencies have this name: ${found.slice(0, 8).join(', ')}${found.length > 8 ? ' …' : ''}`
    }
  }
  return /^[A-Z]{3}$/.test(code)
    ? { code }
    : { code: typed.trim(), error: `Enter a code or a name, such as ${example}` }
}

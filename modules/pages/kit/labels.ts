import { COMPOSITE } from '../../../api/rates/bank-query.ts'

const currencies = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

// codes for which ISO 3166-1 has no name
const COUNTRIES: Record<string, string> = { EU: 'Euro area', XX: 'Several countries' }

/** The English name of a currency. Undefined if its code has none. */
export function currencyName(code: string): string | undefined {
  return currencies.of(code)
}

/** The English name of a country by its ISO 3166-1 code, or the code itself. */
export function countryName(code: string): string {
  return COUNTRIES[code] ?? regions.of(code) ?? code
}

/** A number with separators between its thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString('en')
}

/** A number with its noun, in the plural unless the number is one. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** The label for a name of the data model: central bank for central_bank. */
export function labelOf(name: string): string {
  return name.replaceAll('_', ' ')
}

/** The short name of each purpose of a conversion. */
export const PURPOSE_NAMES: Record<string, string> = {
  vat: 'VAT and sales taxes',
  customs: 'Customs value',
  tariff: 'Amounts fixed in another currency',
  income: 'Income tax',
  accounting: 'Accounting',
  payroll: 'Payroll',
  excise: 'Excise duty',
  social: 'Social security',
  statutory: 'Courts, debts and liability',
  reporting: 'Reports, grants and budgets'
}

/** The label of a rate's method. */
export const METHODS: Record<string, string> = {
  published: 'published',
  inverse: 'one divided by the published rate',
  cross: 'a cross over the home currency of the source',
  composite: 'the median of the rates of several sources',
  mean: 'the mean of several published rates'
}

/** The meaning of a source’s dates. */
export const DATED: Record<string, string> = {
  made: 'the day on which the rate was made',
  effective: 'the first day on which the rate is valid',
  period: 'the period that the rate covers'
}

/** The caption of a table. */
export function captionOf({ code, name }: { code: string; name: string }, day: string): string {
  return `${name}, ${day}: ${code === COMPOSITE ? 'medians of the published rates of several sources' : 'published rates, for one unit'}`
}

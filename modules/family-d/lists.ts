import { ISO_4217 } from '../../adapters/kit/currency-facts.ts'
import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { addDays } from '../../adapters/kit/dates.ts'
import { HttpError, notFound } from '../../api/contract/errors.ts'
import type { Database } from '../../sql/database.ts'
import { findNewestDay, findPeg, listBanks, listCurrencies, type Bank, type Currency } from './query.ts'
import { banksOf, isCurrency } from './request.ts'

/** The currencies and the sources in the form of family d. */

const NUMERIC = new Map(ISO_4217.map(({ code, numeric }) => [code, numeric]))
const RECENT_DAYS = 30

function currencyOf({ code, start_date, end_date }: Currency) {
  return {
    iso_code: code,
    iso_numeric: NUMERIC.get(code) ?? null,
    name: NAMES[code] ?? CURRENCIES[code] ?? code,
    symbol: symbolOf(code),
    start_date,
    end_date
  }
}

// The names that clients of family d expect, where they differ from ours.
const NAMES: Record<string, string> = {
  USD: 'United States Dollar',
  BMD: 'Bermudian Dollar',
  GGP: 'Guernsey Pound',
  IMP: 'Isle of Man Pound',
  JEP: 'Jersey Pound'
}

function symbolOf(currency: string): string | null {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')!.value
  return symbol === currency ? null : symbol
}

/** The currencies with recent rates, or with `scope` all of them, or those of some sources. */
export async function currencies(
  database: Database,
  { providers, scope }: { providers?: string; scope?: string },
  today: string
): Promise<object[]> {
  if (scope !== undefined && scope !== 'all') throw new HttpError('invalid_parameter', 'invalid scope')
  const banks = providers === undefined ? undefined : banksOf(providers)
  const newest = await findNewestDay(database, undefined, today)
  const oldest = addDays(newest, -RECENT_DAYS)
  const found = await listCurrencies(database, banks)
  return found.filter(({ end_date: end }) => banks !== undefined || scope === 'all' || end >= oldest).map(currencyOf)
}

/** A currency with its sources and its fixed rate. Throws 404 for one without rates. */
export async function currency(database: Database, text: string): Promise<object> {
  const code = text.toUpperCase()
  const found = isCurrency(code) ? (await listCurrencies(database)).find((it) => it.code === code) : undefined
  if (!found) throw notFound('not found')
  const peg = await findPeg(database, code)
  return {
    ...currencyOf(found),
    providers: found.keys,
    ...(peg && { peg: { base: peg.base, rate: Number(peg.rate), authority: peg.authority } })
  }
}

/** The sources with rates. */
export async function providers(database: Database, today: string): Promise<object[]> {
  return (await listBanks(database, today)).map(providerOf)
}

/** A source. Throws 404 for one without rates. */
export async function provider(database: Database, code: string, today: string): Promise<object> {
  const found = (await listBanks(database, today)).find(({ key }) => key === code.toUpperCase())
  if (!found) throw notFound('not found')
  return providerOf(found)
}

// The rate types to which clients of family d expect the word rate to be added.
const OF_RATES = /^(reference|official|indicative|representative|middle|mid|average)$/
const CADENCES = ['daily', 'weekly', 'monthly']

function providerOf(bank: Bank): object {
  return {
    key: bank.key,
    name: bank.name,
    country_code: bank.country === 'XX' ? null : bank.country,
    rate_type: bank.rate_type?.replaceAll('_', ' ').replace(OF_RATES, '$& rate') ?? null,
    pivot_currency: bank.home_currency,
    data_url: bank.source_url,
    terms_url: bank.terms_url,
    start_date: bank.start_date,
    end_date: bank.end_date,
    publish_cadence: CADENCES.includes(bank.cadence) ? bank.cadence : null,
    // How often there is a figure, not how often the source publishes: weekly publishers have daily figures. Monthly
    // and rarer figures are no part of the blend.
    frequency: bank.cadence === 'weekly' ? 'daily' : bank.cadence,
    publishes_missed: bank.missed,
    currencies: bank.currencies,
    unknown_currencies: []
  }
}

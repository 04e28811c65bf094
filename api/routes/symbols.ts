import { z } from 'zod'
import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { ALL } from '../http/cache.ts'
import { route } from '../http/route.ts'
import { currenciesOn, isHistorical } from '../queries/regions.ts'
import { listSymbols } from '../queries/symbols.ts'

export const symbols = route({
  path: '/api/v1/symbols',
  summary: 'List the currencies in use and others with stored rates; historical ones on request',
  access: 'keyless',
  cors: true,
  query: { historical: parameters.historical.default('false') },
  response: z.strictObject({
    currencies: z.array(z.strictObject({ code: fields.currency, name: fields.currencyName, symbol: fields.currencySymbol })),
    count: fields.count
  }),
  cacheControl: 'public, max-age=86400',
  cache: { of: () => ALL, seconds: 86_400 },
  run: async ({ historical }, { database, today }) => {
    const available = await listSymbols(database)
    // CLDR lists XXX (no currency) for regions without a currency.
    const codes = new Set([...[...currenciesOn(today)].filter((code) => Object.hasOwn(CURRENCIES, code)), ...available])
    const currencies = [...codes].sort()
      .filter((code) => historical === 'true' || !isHistorical(code, today))
      .map((code) => ({ code, name: CURRENCIES[code], symbol: symbolOf(code) }))
    return { kind: 'fields', fields: { currencies, count: currencies.length } }
  }
})

/** The symbol of a currency in English, or its code if it has none. */
function symbolOf (currency: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')!.value
}

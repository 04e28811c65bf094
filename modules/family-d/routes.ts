import { z } from 'zod'
import { ISO_4217 } from '../../adapters/kit/currency-facts.ts'
import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { HttpError, notFound } from '../../api/contract/errors.ts'
import { VERSION } from '../../api/contract/version.ts'
import { absoluteUrl } from '../../api/rates/bank-query.ts'
import type { Answer } from '../../api/formats/answer.ts'
import { route, variant, type Context, type Route } from '../../api/server/route.ts'
import { answerText } from '../../api/server/text.ts'
import {
  findNewestDay, findOrigin, findPeg, listBanks, listCurrencies, readRates, type Bank, type Currency
} from './query.ts'
import { addressOf, isCurrency, isDated, readWanted, type Address, type Parameters, type Wanted } from './request.ts'
import { jsonOf, MEDIA_TYPES, withBase, write, type Format } from './write.ts'

const DAY = 86_400
const FIXED = `public, max-age=${DAY}, stale-while-revalidate=${DAY}, stale-if-error=${DAY}`
const JSON_TYPE = MEDIA_TYPES.json

/** An error in the form of the family, whose requests are never 400. */
function writeError ({ status, message }: { status: number, message: string }) {
  const own = status === 400 ? 422 : status
  const body = status === 406 ? '' : JSON.stringify({ status: own, message: status === 404 ? 'not found' : message })
  return { status: own, body, headers: { 'Content-Type': JSON_TYPE } }
}

const parameter = (description: string, example: string) =>
  z.string().max(2000).optional().meta({ description, examples: [example] })

const query = {
  base: parameter('The currency that is priced; EUR by default.', 'EUR'),
  quotes: parameter('The currencies to return, separated by commas; by default all.', 'USD,GBP'),
  providers: parameter('The keys of the sources, separated by commas; by default the composite of all.', 'ECB'),
  date: parameter('A date, for the newest rows on or before it.', '2026-03-17'),
  from: parameter('The first date of a range.', '2026-03-02'),
  to: parameter('The last date of a range; today by default.', '2026-03-17'),
  group: parameter('week or month, for one row a period.', 'month'),
  expand: parameter('With providers, the figure of each source in every row.', 'providers'),
  scope: parameter('With all, the list of currencies includes those without recent rates.', 'all')
}

type Request = z.output<z.ZodObject<typeof query>> & { path: string }

function isForKey ({ path, ...given }: Request): boolean {
  const { kind } = addressOf(path)
  return (kind === 'rates' || kind === 'rate') && isDated(given)
}

/** One unit for a date, and one for each calendar month that a range touches. */
function unitsOf (request: Request, now: number): number {
  if (!isForKey(request) || request.date !== undefined) return isForKey(request) ? 1 : 0
  const today = new Date(now).toISOString().slice(0, 10)
  const [from, to] = [request.from!, request.to ?? today].map((day) => new Date(`${day} UTC`))
  const months = (to!.getUTCFullYear() - from!.getUTCFullYear()) * 12 + to!.getUTCMonth() - from!.getUTCMonth() + 1
  return months > 0 ? months : 1
}

const newest = route({
  path: '/api/compat/d/*path',
  pattern: /^\/api\/compat\/d\/(v2(\/|$|\.)|(rates|rate|currencies|currency|providers|openapi)([./]|$))/,
  summary: 'Get daily rates, currencies and sources in the format of family D: rates, rate/{base}/{quote}, ' +
    'currencies, currency/{code}, providers',
  access: 'keyless',
  isKeyOnly: true,
  units: unitsOf,
  cost: 'nothing for the newest rows, one unit for a date, and for a range one for each calendar month that it touches',
  cors: true,
  params: {
    path: z.string().max(300).meta({ description: 'The name of the list, with further parts.', examples: ['rates'] })
  },
  query,
  ignored: 'all',
  examples: [{ summary: 'The newest rates', request: { path: 'rates', base: 'EUR', quotes: 'USD' } }],
  response: z.array(z.record(z.string(), z.unknown())),
  failures: [404, 406, 422],
  writeError,
  cacheControl: FIXED,
  run: async ({ path, ...given }, context) => {
    const address = addressOf(path)
    const form = formOf(address, context)
    switch (address.kind) {
      case 'rates': return answerRates(given, form, context)
      case 'rate': return answerRate(address, given, form, context)
      case 'currencies': return fixed(await currencies(given, context))
      case 'currency': return fixed(await currency(address.rest[0]!, context))
      case 'providers': return fixed(
        (await listBanks(context.database, context.today)).map(providerOf), 'public, max-age=3600'
      )
      case 'root': return fixed(root(context))
      case 'description': return fixed(description(context), `public, max-age=${DAY}`)
      case undefined: throw notFound('not found')
    }
  }
})

function formOf ({ kind, isCsv }: Address, { headers: { accept = '' } }: Context): Format {
  const known = accept.split(',').map((it) => it.split(';')[0]!.trim().toLowerCase())
    .find((it) => ['application/json', 'text/csv', 'text/html', 'application/xml'].includes(it))
  const wantsCsv = isCsv || (known === 'text/csv' && !accept.includes('application/x-ndjson'))
  if (wantsCsv && kind !== undefined && kind !== 'rates' && kind !== 'rate') {
    throw new HttpError('not_acceptable', 'expected JSON')
  }
  return wantsCsv ? 'csv' : kind === 'rates' && accept.includes('application/x-ndjson') ? 'ndjson' : 'json'
}

function fixed (content: object, cacheControl = FIXED): Promise<Answer> {
  return answerText([JSON.stringify(content)], {
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': cacheControl }, units: 0
  })
}

function namesIn (url: string): string[] {
  const keys = ['api_key', 'key', 'apiKey', 'apikey', 'access_key']
  return [...new URLSearchParams(url.split('?')[1] ?? '').keys()].filter((name) => !keys.includes(name))
}

/**
 * What a request asks for. The newest rates are those up to the day of the newest table, even if no source has
 * published for weeks.
 */
async function wantedBy (given: Parameters, { database, url, today }: Context): Promise<Wanted> {
  const wanted = readWanted(given, namesIn(url), today)
  if (!wanted.isNewest || wanted.isFixed) return wanted
  const day = await findNewestDay(database, wanted.banks, wanted.to)
  return { ...wanted, from: day, to: day }
}

async function answerRates (given: Parameters, form: Format, context: Context): Promise<Answer> {
  const wanted = await wantedBy(given, context)
  const { headers, origin } = await headersOf(wanted, form, context)
  const batches = wanted.quotes?.length === 0 || wanted.banks?.length === 0
    ? none()
    : readRates(context.database, wanted, context.today)
  return answerText(write(withBase(batches, wanted), form, wanted, origin), {
    headers, units: unitsOf({ path: 'rates', ...given }, context.now)
  })
}

async function * none (): AsyncGenerator<never> {
  // no row
}

async function answerRate (
  { rest: [base, quote] }: Address, given: Parameters, form: Format, context: Context
): Promise<Answer> {
  const wanted = await wantedBy({ ...given, base, quotes: quote }, context)
  const { headers, origin } = await headersOf(wanted, form, context)
  for await (const rates of withBase(readRates(context.database, wanted, context.today), wanted)) {
    const found = rates.find((it) => it.quote === quote!.toUpperCase())
    if (!found) continue
    const texts = form === 'csv' ? write(once([found]), form, wanted, origin) : [jsonOf(found, wanted, origin)]
    return answerText(texts, {
      headers, units: unitsOf({ path: `rate/${base}/${quote}`, ...given }, context.now), hasTag: false
    })
  }
  throw notFound('not found')
}

async function * once<Value> (value: Value): AsyncGenerator<Value> {
  yield value
}

/** The headers of rates: how long they hold, where they come from, and a link to the documents behind them. */
async function headersOf ({ banks, to, isFixed }: Wanted, form: Format, { database, caller, now, origin }: Context) {
  const found = await findOrigin(database, banks)
  const source = found?.source ?? banks?.join() ?? 'composite'
  const attribution = found ? absoluteUrl(found.url, origin) : `${origin}/docs/family-d`
  const untilMidnight = DAY - Math.floor(now / 1000) % DAY
  const cacheControl = isFixed ? FIXED : `public, max-age=${untilMidnight}, stale-if-error=${DAY}`
  return {
    origin: { source, attribution },
    headers: {
      'Content-Type': MEDIA_TYPES[form],
      'Cache-Control': caller ? cacheControl.replace('public', 'private') : cacheControl,
      'Vary': 'Accept',
      'X-Source': source,
      'X-Attribution': attribution,
      'Link': `<${origin}/api/v1/central-bank/${source.split(',')[0]}/${to}/publications>; rel="describedby"`
    }
  }
}

const NUMERIC = new Map(ISO_4217.map(({ code, numeric }) => [code, numeric]))
const RECENT_DAYS = 30

function currencyOf ({ code, start_date, end_date }: Currency) {
  return {
    iso_code: code, iso_numeric: NUMERIC.get(code) ?? null,
    name: CURRENCIES[code] === 'US Dollar' ? 'United States Dollar' : CURRENCIES[code] ?? NAMES[code] ?? code,
    symbol: symbolOf(code), start_date, end_date
  }
}

const NAMES: Record<string, string> = { GGP: 'Guernsey Pound', IMP: 'Isle of Man Pound', JEP: 'Jersey Pound' }

function symbolOf (currency: string): string | null {
  const found = new Intl.NumberFormat('en', {
    style: 'currency', currency, currencyDisplay: 'narrowSymbol'
  }).formatToParts(
    0
  ).find(({ type }) => type === 'currency')!.value
  return found === currency ? null : found
}

async function currencies (
  { providers, scope }: Request | Omit<Request, 'path'>, { database, today }: Context
): Promise<object[]> {
  const banks = providers?.toLowerCase().split(',').filter((it) => it !== '')
  const newest = await findNewestDay(database, undefined, today)
  const oldest = new Date(Date.parse(newest) - RECENT_DAYS * DAY * 1000).toISOString().slice(0, 10)
  const found = await listCurrencies(database, banks)
  return found.filter(({ end_date: end }) => banks !== undefined || scope === 'all' || end >= oldest).map(currencyOf)
}

async function currency (text: string, { database }: Context): Promise<object> {
  const code = text.toUpperCase()
  const found = isCurrency(code) ? (await listCurrencies(database)).find((it) => it.code === code) : undefined
  if (!found) throw notFound('not found')
  const peg = await findPeg(database, code)
  return {
    ...currencyOf(found), providers: found.keys,
    ...peg && { peg: { base: peg.base, rate: Number(peg.rate), authority: peg.authority } }
  }
}

const CADENCES = ['daily', 'weekly', 'monthly']
const UNIONS = ['EU', 'XX']

function providerOf (bank: Bank): object {
  return {
    key: bank.key, name: bank.name, country_code: UNIONS.includes(bank.country) ? null : bank.country,
    rate_type: bank.rate_type?.replaceAll('_', ' ') ?? null, pivot_currency: bank.home_currency,
    data_url: bank.source_url, terms_url: bank.terms_url, start_date: bank.start_date, end_date: bank.end_date,
    publish_cadence: CADENCES.includes(bank.cadence) ? bank.cadence : null,
    publishes_missed: bank.missed, currencies: bank.currencies
  }
}

function root ({ origin }: Context): object {
  return {
    version: 'v2', status: 'current', openapi: `${origin}/api/compat/d/v2/openapi.json`,
    docs: `${origin}/docs/family-d`, ...attributionOf(origin)
  }
}

function attributionOf (origin: string): object {
  return { source: 'composite', attribution: `${origin}/docs/family-d` }
}

/** The description of the family’s paths in OpenAPI. */
function description ({ origin }: Context): object {
  const names = Object.keys(query).filter((name) => name !== 'scope')
  const parameters = names.map((name) => ({ name, in: 'query', schema: { type: 'string' } }))
  const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
  const get = (summary: string, of: object[]) => ({
    get: {
      summary, parameters: of,
      responses: { 200: { description: 'The answer.' }, 422: { description: 'A wrong parameter.' } }
    }
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Rates in the format of family D', version: VERSION },
    servers: [{ url: `${origin}/api/compat/d/v2` }],
    paths: {
      '/rates': get('Rates', parameters),
      '/rate/{base}/{quote}': get('One rate', [inPath('base'), inPath('quote'), ...parameters.slice(2)]),
      '/currencies': get(
        'Currencies', ['scope', 'providers'].map((name) => ({ name, in: 'query', schema: { type: 'string' } }))
      ),
      '/currency/{code}': get('A currency', [inPath('code')]),
      '/providers': get('Sources', [])
    }
  }
}

const dated = variant(newest, {
  what: 'dates and ranges', when: (query) => isDated(Object.fromEntries(query)), access: 'key'
})

export const routes: Route[] = [{ ...newest, variants: [dated] }]

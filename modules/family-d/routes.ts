import { Readable } from 'node:stream'
import { z } from 'zod'
import { HttpError, notFound } from '../../api/contract/errors.ts'
import { absoluteUrl } from '../../api/rates/bank-query.ts'
import type { Answer } from '../../api/formats/answer.ts'
import { ALL } from '../../api/server/cache.ts'
import { route, variant, type Context, type Route } from '../../api/server/route.ts'
import { answerText, streamText } from '../../api/server/text.ts'
import { description, root } from './description.ts'
import { currencies, currency, provider, providers } from './lists.ts'
import { findNewestDay, findOrigin, readRates } from './query.ts'
import { addressOf, holderOf, isDated, readWanted, type Address, type Parameters, type Wanted } from './request.ts'
import { jsonOf, MEDIA_TYPES, withBase, write, type Format } from './write.ts'

const DAY = 86_400
const FIXED = `public, max-age=${DAY}, stale-while-revalidate=${DAY}, stale-if-error=${DAY}`
const HOUR = 'public, max-age=3600'
const JSON_TYPE = MEDIA_TYPES.json

/** An error in the form of the family, which has no status 400. */
function writeError({ status, message }: { status: number; message: string }) {
  const own = status === 400 ? 422 : status
  const body = status === 406 ? '' : JSON.stringify({ status: own, message: status === 404 ? 'not found' : message })
  return { status: own, body, headers: { 'Content-Type': JSON_TYPE } }
}

const parameter = (description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description, examples: [example] })

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

function isForKey({ path, ...given }: Request): boolean {
  const { kind } = addressOf(path)
  return (kind === 'rates' || kind === 'rate') && isDated(given)
}

/** One unit for a date, and one for each calendar month that a range touches. Throws 422 for an invalid request. */
function unitsOf(request: Request, now: number): number {
  if (!isForKey(request)) return 0
  const today = new Date(now).toISOString().slice(0, 10)
  readWanted(request, [], today)
  if (request.date !== undefined) return 1
  const [from, to] = [request.from!, request.to ?? today].map((day) => new Date(`${day} UTC`))
  const months = (to!.getUTCFullYear() - from!.getUTCFullYear()) * 12 + to!.getUTCMonth() - from!.getUTCMonth() + 1
  return months > 0 ? months : 1
}

const newest = route({
  path: '/api/compat/d/*path',
  pattern: /^\/api\/compat\/d\/(v2(\/|$|\.)|(rates|rate|currencies|currency|providers|openapi)([./]|$))/,
  summary:
    'Get daily rates, currencies and sources in the format of family D: rates, rate/{base}/{quote}, ' +
    'currencies, currency/{code}, providers, providers/{key}, providers/{key}/rates, providers/{key}/rate/{base}/{quote}',
  access: 'keyless',
  isKeyOnly: true,
  units: unitsOf,
  cost: 'a unit for each calendar month that they touch',
  cors: true,
  params: {
    path: z.string().meta({ description: 'The name of the list, with further parts.', examples: ['rates'] })
  },
  query,
  ignored: 'all',
  examples: [{ summary: 'The newest rates', request: { path: 'rates', base: 'EUR', quotes: 'USD' } }],
  response: z.array(z.record(z.string(), z.unknown())),
  failures: [404, 406, 422],
  writeError,
  cacheControl: FIXED,
  cache: {
    of: (request) => (isForKey(request) ? undefined : ALL),
    by: ({ path }, headers) => formOf(addressOf(path), headers)
  },
  run: async ({ path, ...given }, context) => {
    const address = addressOf(path)
    const form = formOf(address, context.headers)
    const wanted = await ofProvider(address, given, context)
    switch (address.kind) {
      case 'rates':
        return answerRates(wanted, form, context)
      case 'rate':
        return answerRate(address, wanted, form, context)
      case 'currencies':
        return fixed(await currencies(context.database, given, context.today))
      case 'currency':
        return fixed(await currency(context.database, address.rest[0]!))
      case 'providers':
        return fixed(await providers(context.database, context.today), HOUR)
      case 'provider':
        return fixed(await provider(context.database, address.bank!, context.today), HOUR)
      case 'root':
        return fixed(root(context.origin))
      case 'description':
        return fixed(
          description(
            context.origin,
            Object.keys(query).filter((name) => name !== 'scope')
          ),
          `public, max-age=${DAY}`
        )
      case undefined:
        throw notFound('not found')
    }
  }
})

/**
 * The parameters of a request whose path may name a source (`providers/{key}/rates`): the same as with that source in
 * `providers`. Throws 404 for an unknown source, and 400 if `providers` is also given.
 */
async function ofProvider({ bank }: Address, given: Parameters, { database }: Context): Promise<Parameters> {
  if (bank === undefined) return given
  if (!(await findOrigin(database, [bank]))) throw notFound('not found')
  if (given.providers !== undefined) {
    throw new HttpError('invalid_parameter', 'providers is implied by the route; drop the parameter')
  }
  return { ...given, providers: bank }
}

function formOf({ kind, isCsv }: Address, { accept = '' }: Context['headers']): Format {
  const known = accept
    .split(',')
    .map((it) => it.split(';')[0]!.trim().toLowerCase())
    .find((it) => ['application/json', 'text/csv', 'text/html', 'application/xml'].includes(it))
  const wantsCsv = isCsv || (known === 'text/csv' && !accept.includes('application/x-ndjson'))
  if (wantsCsv && kind !== undefined && kind !== 'rates' && kind !== 'rate') {
    throw new HttpError('not_acceptable', 'expected JSON')
  }
  return wantsCsv ? 'csv' : kind === 'rates' && accept.includes('application/x-ndjson') ? 'ndjson' : 'json'
}

function fixed(content: object, cacheControl = FIXED): Answer {
  return answerText(JSON.stringify(content), {
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': cacheControl },
    units: 0
  })
}

function namesIn(url: string): string[] {
  const ours = ['api_key', 'key', 'apiKey', 'apikey', 'access_key', 'max_cost']
  return [...new URLSearchParams(url.split('?')[1] ?? '').keys()].filter((name) => !ours.includes(name))
}

/**
 * The meaning of a request. The newest rates are those up to the day of the newest table, even if no source has
 * published for weeks.
 */
async function wantedBy(given: Parameters, { database, url, today }: Context): Promise<Wanted> {
  const wanted = readWanted(given, namesIn(url), today)
  if (!wanted.isNewest || wanted.isFixed) return wanted
  const day = await findNewestDay(database, wanted.banks, wanted.to)
  return { ...wanted, from: day, to: day }
}

async function answerRates(given: Parameters, form: Format, context: Context): Promise<Answer> {
  const wanted = await wantedBy(given, context)
  const { origin, ...sent } = await headersOf(wanted, form, context)
  const batches =
    wanted.quotes?.length === 0 || wanted.banks?.length === 0
      ? none()
      : readRates(context.database, wanted, context.today)
  const options = { ...sent, units: unitsOf({ path: 'rates', ...given }, context.now) }
  const texts = write(withBase(batches, wanted), form, wanted, origin)
  return { ...(wanted.isNewest ? answerText(await joined(texts), options) : streamText(texts, options)), ...sent }
}

async function joined(texts: AsyncIterable<string>): Promise<string> {
  let whole = ''
  for await (const text of texts) whole += text
  return whole
}

async function* none(): AsyncGenerator<never> {
  // no row
}

async function answerRate(
  { rest: [base, quote] }: Address,
  given: Parameters,
  form: Format,
  context: Context
): Promise<Answer> {
  const wanted = await wantedBy({ ...given, base, quotes: quote }, context)
  const { origin, ...sent } = await headersOf(wanted, form, context)
  const batches = withBase(readRates(context.database, wanted, context.today), wanted)
  async function* texts() {
    for await (const rates of batches) {
      const found = rates.find((it) => it.quote === quote!.toUpperCase())
      if (!found) continue
      if (form === 'csv') yield* write(once([found]), form, wanted, origin)
      else yield jsonOf(found, wanted, origin)
      return
    }
    throw notFound('not found')
  }
  const units = unitsOf({ path: `rate/${base}/${quote}`, ...given }, context.now)
  return wanted.isNewest
    ? { body: Buffer.from(await joined(texts())), ...sent, units }
    : { body: Readable.from(texts(), { objectMode: false }), ...sent, units }
}

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}

/** The headers of rates: their lifetime, their origin, and a link to the documents behind them. */
async function headersOf({ banks, to, isFixed }: Wanted, form: Format, { database, caller, origin }: Context) {
  const found = await findOrigin(database, banks)
  const source = found?.source ?? banks?.join() ?? 'composite'
  const attribution = found ? absoluteUrl(found.url, origin) : `${origin}/docs/family-d`
  const cacheControl = isFixed ? FIXED : `public, max-age=${DAY}, stale-if-error=${DAY}`
  return {
    origin: { source, attribution },
    isOfDay: !isFixed,
    headers: {
      'Content-Type': MEDIA_TYPES[form],
      'Cache-Control': caller ? cacheControl.replace('public', 'private') : cacheControl,
      Vary: 'Accept',
      'X-Source': source,
      'X-Attribution': attribution,
      Link: `<${origin}/api/v1/central-bank/${holderOf(source.split(',')[0]!)}/${to}/publications>; rel="describedby"`
    }
  }
}

const dated = variant(newest, {
  what: 'dates and ranges',
  when: (query) => isDated(Object.fromEntries(query)),
  access: 'key'
})

export const routes: Route[] = [{ ...newest, variants: [dated] }]

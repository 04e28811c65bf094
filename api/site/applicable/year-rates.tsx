import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isClosed, type NewestTables } from './applicable-view.ts'
import { jurisdiction, purpose, PURPOSES } from '../../applicable/applicable-fields.ts'
import { applicableFigures, type Figure } from '../../applicable/answer-query.ts'
import { readRulebook, type Rulebook } from '../../applicable/rulebook-query.ts'
import { badRequest, notFound } from '../../contract/errors.ts'
import { ALL } from '../../server/cache.ts'
import { route, type Context } from '../../server/route.ts'
import { listSources } from '../../sources/sources-query.ts'
import { applicableAddress } from '../kit/addresses.ts'
import { Badge, DateText, ScrollingTable, SelectField, TextField } from '../kit/components.tsx'
import { PURPOSE_NAMES } from '../kit/labels.ts'

type Purpose = keyof typeof PURPOSES

const CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'CNY']

export const yearQuery = {
  year: z.string().regex(/^(19|20)\d\d$/, 'expected a year').optional().meta({ description: 'The year of the rates; this one without.', examples: ['2026'] }),
  purpose: purpose.optional()
}

interface YearRequest {
  jurisdiction: string
  year?: string
  purpose?: Purpose
}

export interface YearRates {
  year: string
  purpose: Purpose
  /** The purposes with a rule that answers on its own. */
  purposes: Purpose[]
  currencies: string[]
  /** The last day of each month, up to today, with the figure of each currency. */
  months: Array<{ date: string, figures: Figure[] }>
  newest: NewestTables
}

/** The rates that a jurisdiction requires for a purpose on the last day of each month of a year. Undefined if no rule answers on its own, or before its first month. */
export async function yearRates (rulebook: Rulebook, { jurisdiction: code, year, purpose }: YearRequest, { database, today, now }: Context): Promise<YearRates | undefined> {
  const shown = year ?? today.slice(0, 4)
  const dates = monthsOf(shown, today)
  const mainOf = (purpose: Purpose, date: string) => rulebook.candidates({ jurisdiction: code, purpose, date, withUnsure: false }).main
  const purposes = (Object.keys(PURPOSES) as Purpose[]).filter((it) => dates.length > 0 && dates.every((date) => mainOf(it, date)))
  const chosen = purpose ?? purposes[0]
  if (chosen === undefined || !purposes.includes(chosen)) return undefined
  const currencies = CURRENCIES.filter((currency) => dates.every((date) => currency !== rulebook.currencyOf(code, date)))
  const requests = dates.flatMap((date) => currencies.map((source) => ({ jurisdiction: code, purpose: chosen, date, source, withUnsure: false })))
  const [figures, sources] = await Promise.all([applicableFigures(database, rulebook, requests, { at: now }), listSources(database, today)])
  return {
    year: shown, purpose: chosen, purposes, currencies,
    months: dates.map((date, at) => ({ date, figures: figures.slice(at * currencies.length, (at + 1) * currencies.length) })),
    newest: new Map(sources.map(({ code, latest_date: latest }) => [code, latest]))
  }
}

/** The last days of the months of a year, the last of them today. */
function monthsOf (year: string, today: string): string[] {
  const ends = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(Number(year), month + 1, 0)).toISOString().slice(0, 10))
  return [...ends.filter((day) => day < today), ...(today.startsWith(year) ? [today] : [])]
}

/** The rates of a year as a table, with a form for another year or purpose, and the file. */
export function YearTable ({ place: { code, name }, rates: { year, purpose, purposes, currencies, months, newest } }: { place: { code: string, name: string }, rates: YearRates }) {
  const caption = `${PURPOSE_NAMES[purpose]} in ${name}, ${year}: the rate that applies on a day, for one unit`
  return (
    <section aria-labelledby="year">
      <h2 id="year">The rates of a tax year</h2>
      <form class="row" method="get" action="#year">
        <TextField label="Year" name="year" value={year} inputMode="numeric" maxLength={4} />
        <SelectField label="Purpose" name="purpose" id="year-purpose" value={purpose} options={purposes.map((it) => ({ value: it, text: PURPOSE_NAMES[it]! }))} />
        <button class="plain">Show</button>
      </form>
      <ScrollingTable label={caption} isDense>
        <caption><span>{caption}</span></caption>
        <thead><tr><th scope="col">Day</th>{currencies.map((it) => <th scope="col" class="number">{it}</th>)}</tr></thead>
        <tbody>
          {months.map(({ date, figures }) => (
            <tr>
              <th scope="row"><DateText day={date} /></th>
              {figures.map((figure, at) => <td class="number"><Rate figure={figure} isHidden={isClosed(figure, newest)} address={applicableAddress({ jurisdiction: code, purpose, date, source: currencies[at] })} /></td>)}
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
      <p class="small"><a href={`/applicable/${code}/${year}.csv?purpose=${purpose}`}>Download the year as CSV</a>, with the publisher and the day of each rate. <a href="/applicable/batch">Other days, as a whole file</a></p>
    </section>
  )
}

function Rate ({ figure: { rate, status }, isHidden, address }: { figure: Figure, isHidden: boolean, address: string }) {
  if (isHidden) return <a class="quiet small" href={address}>paid plans</a>
  if (rate === null) return <span class="none" aria-label="none">–</span>
  return <><a class="figure-link" href={address}>{rate.text}</a>{status === 'pending' && <> <Badge kind="warning">provisional</Badge></>}</>
}

export const yearFile = route({
  path: '/applicable/:jurisdiction/:year.csv',
  summary: 'The rates that a jurisdiction requires for a purpose on the last day of each month of a year, as CSV',
  access: 'keyless',
  isPage: true,
  params: { jurisdiction, year: yearQuery.year.unwrap() },
  query: { purpose: yearQuery.purpose },
  response: z.string(),
  mediaType: 'text/csv',
  failures: [400, 404],
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL, seconds: 60 },
  run: async ({ jurisdiction: code, year, purpose }, context) => {
    const rates = await yearRates(await readRulebook(context.database), { jurisdiction: code, year, purpose }, context)
    if (!rates) throw purpose === undefined ? notFound(`no rule of ${code} answers for ${year}`) : badRequest('purpose', `expected one with a rule of ${code} that answers for ${year}`)
    const lines = rates.months.flatMap(({ date, figures }) => figures
      .map((it, at) => ({ ...it, line: [code, rates.purpose, date, rates.currencies[at], it.rate?.text, it.publisher, it.rate_type, it.rate_date, it.status].join() }))
      .filter((it) => it.rate !== null && !isClosed(it, rates.newest)).map(({ line }) => line))
    const body = Buffer.from(['jurisdiction,purpose,date,currency,rate,publisher,rate_type,rate_date,status', ...lines, ''].join('\r\n'))
    return { kind: 'bytes', body, tag: createHash('sha256').update(body).digest('base64url'), headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${code}-${rates.purpose}-${year}.csv"` } }
  }
})

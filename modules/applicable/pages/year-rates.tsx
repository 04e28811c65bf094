import { z } from 'zod'
import { isPaidOnly, type NewestTables } from './applicable-view.ts'
import { DAY_MEANINGS, jurisdiction, purpose, PURPOSES } from '../fields.ts'
import { applicableFigures, type Figure } from '../answer.ts'
import { quotedCurrencies, readRulebook, type KnownRule, type Rulebook } from '../rulebook.ts'
import { dayOf } from '../../../api/contract/dates.ts'
import { badRequest, notFound } from '../../../api/contract/errors.ts'
import { listOf } from '../../../api/contract/parameters.ts'
import { Rows, type Column as FileColumn } from '../../../api/formats/rows.ts'
import { ALL } from '../../../api/server/cache.ts'
import type { Context } from '../../../api/server/route.ts'
import { siteRoute } from '../../pages/kit/page.tsx'
import { listSources } from '../../../api/sources/sources-query.ts'
import { applicableAddress, ruleAddress } from '../../pages/kit/addresses.ts'
import { Badge, DateText, Section, SelectField, TextField } from '../../pages/kit/components.tsx'
import { PURPOSE_NAMES } from '../../pages/kit/labels.ts'
import { DataTable, type Column } from '../../pages/kit/tables.tsx'

type Purpose = keyof typeof PURPOSES

const CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'CNY']
const MAX_CURRENCIES = 12 // a file has one question for each of them and each day of the year

export const yearQuery = {
  year: z
    .string()
    .regex(/^(19|20)\d\d$/, 'expected a year')
    .meta({ description: 'The year of the rates; by default the current year.', examples: ['2026'] })
    .optional(),
  purpose: purpose.optional(),
  currencies: listOf({
    item: /^[A-Z]{3}$/,
    letters: 'upper',
    expected: 'expected codes of currencies, separated by commas',
    most: { count: MAX_CURRENCIES, what: 'currencies' }
  })
    .default(CURRENCIES)
    .meta({
      description: `Up to ${MAX_CURRENCIES} currencies, separated by commas.`,
      examples: ['USD,EUR']
    })
}

interface YearRequest {
  jurisdiction: string
  year?: string
  purpose?: Purpose
  currencies: string[]
  /** True for every day, not only the last one of each month. */
  isDaily?: boolean
}

interface YearRates {
  year: string
  purpose: Purpose
  /** The purposes with a rule that needs no choice. */
  purposes: Purpose[]
  /** The rule that answers on the last day. */
  rule: KnownRule
  currencies: string[]
  /** The currencies that the publishers of the rule quote. */
  offered: string[]
  /** The last day of each month, or every day, up to today, with the figure of each currency. */
  days: Array<{ date: string; figures: Figure[] }>
  newest: NewestTables
}

/**
 * The rates that a jurisdiction requires for a purpose in a year. Undefined if every rule needs a choice, or before the
 * first day of the rule.
 */
export async function yearRates(
  rulebook: Rulebook,
  request: YearRequest,
  { database, today, now }: Context
): Promise<YearRates | undefined> {
  const { jurisdiction: code, year, purpose, currencies: asked, isDaily } = request
  const shown = year ?? today.slice(0, 4)
  const dates = isDaily ? daysOf(shown, today) : monthsOf(shown, today)
  const mainOf = (purpose: Purpose, date: string, source?: string) =>
    rulebook.candidates({ jurisdiction: code, purpose, date, source, withUnsure: false }).main
  const sources = asked.length === 0 ? [undefined] : asked
  const purposes = (Object.keys(PURPOSES) as Purpose[]).filter(
    (it) => dates.length > 0 && dates.every((date) => sources.every((source) => mainOf(it, date, source)))
  )
  const chosen = purpose ?? purposes.find((it) => mainOf(it, dates.at(-1)!)!.rate !== 'none') ?? purposes[0]
  if (chosen === undefined || !purposes.includes(chosen)) return undefined
  const currencies = asked.filter((currency) => dates.every((date) => currency !== rulebook.currencyOf(code, date)))
  const requests = dates.flatMap((date) =>
    currencies.map((source) => ({
      jurisdiction: code,
      purpose: chosen,
      date,
      source,
      withUnsure: false
    }))
  )
  const rule = mainOf(chosen, dates.at(-1)!)!
  const [figures, publishers, offered] = await Promise.all([
    applicableFigures(database, rulebook, requests, { at: now }),
    listSources(database, today),
    quotedCurrencies(database, rule)
  ])
  return {
    year: shown,
    purpose: chosen,
    purposes,
    rule,
    currencies,
    offered,
    days: dates.map((date, at) => ({
      date,
      figures: figures.slice(at * currencies.length, (at + 1) * currencies.length)
    })),
    newest: new Map(publishers.map(({ code, latest_date: latest }) => [code, latest]))
  }
}

/** The last days of the months of a year, the last of them today. */
function monthsOf(year: string, today: string): string[] {
  const ends = Array.from({ length: 12 }, (_, month) => dayOf(Date.UTC(Number(year), month + 1, 0)))
  return [...ends.filter((day) => day < today), ...(today.startsWith(year) ? [today] : [])]
}

function daysOf(year: string, today: string): string[] {
  const days = Array.from({ length: 366 }, (_, day) => dayOf(Date.UTC(Number(year), 0, day + 1)))
  return days.filter((day) => day.startsWith(year) && day <= today)
}

interface YearTableProps {
  place: { code: string; name: string }
  rates: YearRates
}

/**
 * The rates of a year as a table by month, with a form for another year, purpose or currencies, and the files of all
 * days.
 */
export function YearTable({
  place: { code, name },
  rates: { year, purpose, purposes, rule, currencies, offered, days, newest }
}: YearTableProps) {
  const caption = `${PURPOSE_NAMES[purpose]} in ${name}, ${year}: the rate that applies on the last day of each month, for one unit`
  const query = new URLSearchParams({ purpose, currencies: currencies.join() })
  return (
    <Section id="year" title="The rates of a tax year">
      <form class="row" method="get" action="#year">
        <TextField label="Year" name="year" value={year} inputMode="numeric" maxLength={4} />
        <SelectField
          label="Purpose"
          name="purpose"
          id="year-purpose"
          value={purpose}
          options={purposes.map((it) => [it, PURPOSE_NAMES[it]!])}
        />
        <TextField
          label="Currencies"
          name="currencies"
          value={currencies.join(', ')}
          maxLength={MAX_CURRENCIES * 5}
          autocomplete="off"
        />
        <button class="plain">Show</button>
      </form>
      <p class="small">
        The rule <a href={ruleAddress(rule.id)}>{rule.id}</a> takes {DAY_MEANINGS[rule.day]}, where D is the day of the
        event.
      </p>
      {offered.length > 0 && (
        <details class="small">
          <summary>{`The ${offered.length} currencies that its publishers quote`}</summary>
          <p>
            {offered.join(', ')}. A table has up to {MAX_CURRENCIES} of them.
          </p>
        </details>
      )}
      <DataTable
        label={caption}
        caption={caption}
        isDense
        rows={days}
        columns={[
          { head: 'Day', cell: ({ date }) => <DateText day={date} /> },
          ...currencies.map((source, at): Column<YearRates['days'][number]> => ({
            head: source,
            class: 'number',
            cell: ({ date, figures }) => (
              <Rate
                figure={figures[at]!}
                isHidden={isPaidOnly(figures[at]!, newest)}
                address={applicableAddress({ jurisdiction: code, purpose, date, source })}
              />
            )
          }))
        ]}
      />
      <p class="small">
        Every day of the year, with the publisher and the day of each rate:{' '}
        {['csv', 'xlsx'].map((format, at) => (
          <>
            {at > 0 && ' · '}
            <a href={`/applicable/${code}/${year}.${format}?${query}`}>{format === 'csv' ? 'CSV' : 'Excel'}</a>
          </>
        ))}
        . <a href="/applicable/batch">The rates for your own file of invoices</a>
      </p>
    </Section>
  )
}

function Rate({ figure: { rate, status }, isHidden, address }: { figure: Figure; isHidden: boolean; address: string }) {
  if (isHidden)
    return (
      <a class="quiet small" href={address}>
        for accounts
      </a>
    )
  if (rate === null)
    return (
      <span class="none" aria-label="none">
        –
      </span>
    )
  return (
    <>
      <a class="figure-link" href={address}>
        {rate.text}
      </a>
      {status === 'pending' && (
        <>
          {' '}
          <Badge kind="warning">provisional</Badge>
        </>
      )}
      {status === 'open' && (
        <>
          {' '}
          <Badge kind="derived">open</Badge>
        </>
      )}
    </>
  )
}

const COLUMNS: FileColumn[] = [
  ...['jurisdiction', 'purpose'].map((name) => ({ name, kind: 'text' as const })),
  { name: 'date', kind: 'date' },
  { name: 'currency', kind: 'text' },
  { name: 'rate', kind: 'number' },
  ...['publisher', 'rate_type'].map((name) => ({ name, kind: 'text' as const })),
  { name: 'rate_date', kind: 'date' },
  { name: 'status', kind: 'text' }
]

export const yearFile = siteRoute({
  path: '/applicable/:jurisdiction/:year.:format',
  summary: 'The rates that a jurisdiction requires for a purpose on every day of a year, as CSV or a workbook',
  access: 'keyless',
  params: { jurisdiction, year: yearQuery.year.unwrap(), format: z.enum(['csv', 'xlsx']) },
  query: { purpose: yearQuery.purpose, currencies: yearQuery.currencies },
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL, seconds: 60 },
  run: async ({ jurisdiction: code, year, purpose, currencies }, context) => {
    const rates = await yearRates(
      await readRulebook(context.database),
      { jurisdiction: code, year, purpose, currencies, isDaily: true },
      context
    )
    if (!rates) {
      throw purpose === undefined
        ? notFound(`no rule of ${code} answers for ${year}`)
        : badRequest('purpose', `expected one with a rule of ${code} that answers for ${year}`)
    }
    const cells = rates.days.flatMap(({ date, figures }) =>
      figures.flatMap((it, at) => {
        return it.rate === null || isPaidOnly(it, rates.newest)
          ? []
          : [
              [
                code,
                rates.purpose,
                date,
                rates.currencies[at],
                it.rate,
                it.publisher,
                it.rate_type,
                it.rate_date,
                it.status
              ]
            ]
      })
    )
    return {
      fields: { rates: new Rows(COLUMNS, cells) },
      rows: { list: 'rates', beside: [] },
      fileName: `${code}-${rates.purpose}-${year}`
    }
  }
})

import { z } from 'zod'
import * as parameters from '../../../api/contract/parameters.ts'
import type { Pair } from '../../../api/contract/parameters.ts'
import { ALL } from '../../../api/server/cache.ts'
import type { Demo } from '../../module.ts'
import type { Context } from '../../../api/server/route.ts'
import type { Bank } from '../../../api/rates/bank-query.ts'
import { comparedBanks } from '../../../api/rates/comparison.ts'
import { readRows } from '../../../api/formats/read.ts'
import { listSourceStates } from '../operations/operations-query.ts'
import { recentRates, storedExtent, type RecentRates } from '../sources/overview-query.ts'
import { listSources, type SourceEntry } from '../../../api/sources/sources-query.ts'
import { listSymbols } from '../../../api/sources/symbols-query.ts'
import {
  DateText,
  Facts,
  Fold,
  Freshness,
  Notice,
  Section,
  SelectField,
  type Option
} from '../../pages/kit/components.tsx'
import { ConversionResult, convert, ConverterForm, type ConversionRequest } from './converter.tsx'
import { UseCases } from './use-cases.tsx'
import { bankAddress, figureAddress } from '../../pages/kit/addresses.ts'
import { captionOf, formatCount } from '../../pages/kit/labels.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { NoOperator } from '../../pages/kit/no-operator.tsx'
import { page } from '../../pages/kit/page.tsx'
import { readCurrency } from '../../pages/kit/search-text.ts'
import { findTable, type BankTable } from './rates-query.ts'
import { RatesTable } from './rates-table.tsx'

const TREND_DAYS = 60

const typed = z.string().max(60)

export const home = page({
  path: '/',
  summary: 'Introduction, the newest table of a source, and a converter',
  query: {
    bank: parameters.bank.optional(),
    amount: typed.optional().meta({ description: 'The amount to convert.', examples: ['100.00'] }),
    source: typed.optional().meta({ description: 'The currency of the amount.', examples: ['EUR'] }),
    on: typed.optional().meta({
      description: 'A date; the newest rate on or before it is used.',
      examples: ['2026-03-17']
    }),
    target: typed.optional().meta({ description: 'The currency to convert it into.', examples: ['USD'] })
  },
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL },
  run: async (query, context) => {
    const { database, today, site } = context
    const [sources, symbols, isClaimed] = await Promise.all([
      listSources(database, today),
      listSymbols(database),
      context.auth.hasOperator()
    ])
    const banks = sources.filter(({ latest_date: latest }) => latest !== null)
    const chosen = query.bank ?? (banks.find(({ code }) => code === 'ecb') ?? banks[0])?.code
    if (chosen === undefined) {
      return <Empty failed={await countFailed(context)} isClaimed={isClaimed} demo={context.settings.demo} />
    }
    const { bank, table } = await findTable(database, { bank: chosen, today })
    const choice = banks.find(({ code }) => code === chosen)
    const pair = pairOf(choice)
    const request = requestOf(query, chosen, pair, symbols)
    const newest = new Map(sources.map(({ code, latest_date: latest }) => [code, latest]))
    const [extent, recent, rates, outcome, { found }, cards] = await Promise.all([
      storedExtent(database),
      table ? recentRates(database, chosen, table.rateDate, TREND_DAYS) : [],
      dailyRates(pair, context),
      convert(request, symbols, context),
      convert({ ...pair, bank: chosen, amount: '1' }, symbols, context),
      Promise.all(site.map(({ card }) => card(newest, context)))
    ])
    const options = banks.map(({ code, name }): Option => [code, name])
    return (
      <Layout
        title="Ratebook"
        current="/"
        scripts={['copy.js']}
        description="Official exchange rates as central banks and other authorities publish them, each traceable to its document."
      >
        {!isClaimed && <NoOperator />}
        {context.settings.demo && <DemoNotice demo={context.settings.demo} />}
        <div class="opening">
          <section>
            <h1>Official exchange rates, exactly as published</h1>
            <p class="lead">
              Central banks, treasuries, tax and customs authorities each publish their own rates, and they differ.
              Ratebook keeps every table digit for digit.
            </p>
            <ul class="unique">
              <li>
                <strong>
                  <a
                    href={
                      found
                        ? figureAddress({ bank: chosen, base: pair.source, quote: pair.target, date: found.rate_date })
                        : '/banks'
                    }
                  >
                    Traced to the digit
                  </a>
                </strong>{' '}
                Each figure links to its place in the publisher’s document.
              </li>
              <li>
                <strong>
                  <a href="/verify">In a signed log</a>
                </strong>{' '}
                No one can change a stored rate unnoticed, and anyone can check that offline.
              </li>
              {site.map(({ point: { address, title, text } }) => (
                <li>
                  <strong>
                    <a href={address}>{title}</a>
                  </strong>{' '}
                  {text}
                </li>
              ))}
            </ul>
            <Facts
              class="glance"
              facts={[
                ['Publishers', <a href="/banks">{formatCount(extent.sources)}</a>],
                ['Tables', formatCount(extent.tables)],
                extent.first_date !== null && ['Since', extent.first_date.slice(0, 4)]
              ]}
            />
          </section>
          <Section id="converter" class="card" title="Convert at an official rate">
            <ConverterForm request={request} errors={outcome.errors} banks={options} symbols={symbols} />
            <ConversionResult request={request} outcome={outcome} bank={bank} isStale={choice?.stale ?? false} />
          </Section>
        </div>
        <UseCases
          origin={context.origin}
          bank={bank}
          pair={pair}
          newest={found}
          trend={trendOf(recent, pair)}
          rates={rates}
          others={cards}
        />
        <NewestTable
          bank={bank}
          table={table}
          choice={choice}
          options={options}
          recent={recent}
          demoDay={context.settings.demo && today}
        />
      </Layout>
    )
  }
})

/** The pair of the examples: the home currency of a source in US dollars, or in euros. */
function pairOf(bank: SourceEntry | undefined): Pair {
  const source = bank?.home_ccy ?? 'EUR'
  return { source, target: source === 'USD' ? 'EUR' : 'USD' }
}

/** The daily middle and reference rates of a pair at the sources that have a recent one, ascending. */
async function dailyRates(pair: Pair, { database, today }: Context): Promise<string[]> {
  const banks = await readRows(comparedBanks, database, { ...pair, type: 'comparable', today })
  return banks
    .objects<{ rate: string }>()
    .map(({ rate }) => String(rate))
    .sort((one, other) => Number(one) - Number(other))
}

interface NewestTableProps {
  bank: Bank
  table?: BankTable
  choice?: SourceEntry
  options: Option[]
  recent: RecentRates[]
  demoDay?: string
}

function NewestTable({ bank, table, choice, options, recent, demoDay }: NewestTableProps) {
  return (
    <Section id="table" title={bank.name}>
      <form class="row" method="get" action="/#table">
        <SelectField label="Source" name="bank" id="table-bank" value={bank.code} options={options} />
        <button class="plain">Show table</button>
      </form>
      {table ? (
        <>
          <p>
            Newest table: <DateText day={table.rateDate} /> {choice && <Freshness source={choice} demoDay={demoDay} />}{' '}
            <a href={bankAddress(bank.code)}>History, calendar and documents</a>
          </p>
          <Fold summary="Show the rates">
            <RatesTable
              rates={table.rates}
              bank={bank.code}
              date={table.rateDate}
              caption={captionOf(bank, table.rateDate)}
              recent={recent}
            />
          </Fold>
        </>
      ) : (
        <p>This source has no table yet.</p>
      )}
    </Section>
  )
}

function trendOf(recent: RecentRates[], { source, target }: Pair): string[] {
  return recent.find(({ base, quote }) => base === source && quote === target)?.values ?? []
}

function requestOf(
  typed: { amount?: string; source?: string; target?: string; on?: string },
  bank: string,
  { source, target }: Pair,
  symbols: string[]
): ConversionRequest {
  const code = (text: string) => readCurrency(text, symbols).code
  return {
    bank,
    on: typed.on?.trim() || undefined,
    amount: typed.amount?.trim() ?? '100',
    source: code(typed.source ?? source),
    target: code(typed.target ?? target)
  }
}

/** The number of sources, and the number of those whose last run failed. */
async function countFailed({ database, today }: Context): Promise<{ runs: number; failed: number }> {
  const states = (await listSourceStates(database, today)).filter(
    ({ last_status: status }) => status !== null && status !== 'running'
  )
  return { runs: states.length, failed: states.filter(({ last_status: status }) => status === 'failed').length }
}

function DemoNotice({ demo: { notice } }: { demo: Demo }) {
  return (
    <Notice kind="warning">
      <p>{notice}</p>
    </Notice>
  )
}

interface EmptyProps {
  failed: { runs: number; failed: number }
  isClaimed: boolean
  demo?: Demo
}

function Empty({ failed: { runs, failed }, isClaimed, demo }: EmptyProps) {
  return (
    <Layout title="Ratebook" current="/">
      <h1>Official exchange rates, exactly as published</h1>
      <p class="lead">Nothing has been collected yet. The first table appears here as soon as a source delivers it.</p>
      {!isClaimed && <NoOperator />}
      {demo && <DemoNotice demo={demo} />}
      {failed > 0 && (
        <Notice kind="warning" title={`${failed} of ${runs} runs failed`}>
          <p>
            Can this machine reach the publishers? <a href="/status">The state of each source</a> says more.{' '}
            <code>npm run demo</code> needs no network.
          </p>
        </Notice>
      )}
    </Layout>
  )
}

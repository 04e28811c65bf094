import { z } from 'zod'
import * as parameters from '../contract/parameters.ts'
import { ALL } from '../http/cache.ts'
import { listSources } from '../queries/sources.ts'
import { listSymbols } from '../queries/symbols.ts'
import { findTable } from '../queries/tables.ts'
import { DateText, Freshness, SelectField } from './components.tsx'
import { ConversionResult, convert, ConverterForm, type ConversionRequest } from './converter.tsx'
import { captionOf, countOfSources } from './labels.ts'
import { Layout } from './layout.tsx'
import { page } from './page.tsx'
import { RatesTable } from './rates-table.tsx'

const typed = z.string().max(60)

export const home = page({
  path: '/',
  summary: 'Introduction, the newest table of a source, and a converter',
  query: {
    bank: parameters.bank.optional(),
    amount: typed.optional().meta({ description: 'The amount to convert.', examples: ['100.00'] }),
    source: typed.optional().meta({ description: 'The currency of the amount.', examples: ['EUR'] }),
    target: typed.optional().meta({ description: 'The currency to convert it into.', examples: ['USD'] })
  },
  failures: [404],
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL },
  run: async (query, context) => {
    const { database, today } = context
    const [sources, symbols] = await Promise.all([listSources(database, today), listSymbols(database)])
    const banks = sources.filter(({ latest_date: latest }) => latest !== null)
    const chosen = query.bank ?? (banks.find(({ code }) => code === 'ecb') ?? banks[0])?.code
    if (chosen === undefined) return <Empty />
    const { bank, table } = await findTable(database, { bank: chosen, on: 'infinity' })
    const choice = banks.find(({ code }) => code === chosen)
    const request = requestOf(query, chosen, choice?.home_ccy ?? 'EUR')
    const outcome = await convert(request, context)
    const options = banks.map(({ code, name }) => ({ value: code, text: name }))
    return (
      <Layout title="Ratebook" current="/" description="Official exchange rates as central banks and other authorities publish them, each traceable to its document.">
        <div class="opening">
          <section>
            <h1>Official exchange rates, exactly as published</h1>
            <p class="lead">
              Contracts, accounts and tax returns refer to the rates that central banks, treasuries, tax and customs authorities publish.
              Ratebook keeps these tables digit for digit with their full history, and traces every figure to the document that printed it.
            </p>
            <p>Browse the tables of <a href="/banks">{countOfSources(banks.length)}</a>, or <a href="/compare">compare</a> one pair across all of them.</p>
          </section>
          <section class="card" aria-labelledby="converter">
            <h2 id="converter">Convert at an official rate</h2>
            <ConverterForm request={request} errors={outcome.errors} banks={options} symbols={symbols} />
            <ConversionResult request={request} outcome={outcome} bank={bank} isStale={choice?.stale ?? false} />
          </section>
          <Principles />
        </div>
        <section aria-labelledby="table">
          <h2 id="table">{bank.name}</h2>
          <form class="row" method="get" action="/#table">
            <SelectField label="Source" name="bank" id="table-bank" value={chosen} options={options} />
            <button class="plain">Show table</button>
          </form>
          {table
            ? (
                <>
                  <p>Newest table: <DateText day={table.rateDate} /> {choice && <Freshness source={choice} />} <a href={`/banks/${chosen}`}>History, calendar and documents</a></p>
                  <RatesTable rates={table.rates} bank={chosen} date={table.rateDate} caption={captionOf(bank, table.rateDate)} />
                </>
              )
            : <p>This source has no table yet.</p>}
        </section>
      </Layout>
    )
  }
})

function Principles () {
  return (
    <dl class="principles">
      <div><dt>As printed</dt><dd>The publisher’s digits and direction, for one unit.</dd></div>
      <div><dt>Traceable</dt><dd>Every figure points to its document, which is stored with its hash.</dd></div>
      <div><dt>Never mixed</dt><dd>A calculated rate comes from one table of one source, and is marked as calculated.</dd></div>
    </dl>
  )
}

function requestOf (typed: { amount?: string, source?: string, target?: string }, bank: string, home: string): ConversionRequest {
  const { amount = '100', source = home, target = home === 'USD' ? 'EUR' : 'USD' } = typed
  return { bank, amount: amount.trim(), source: source.trim().toUpperCase(), target: target.trim().toUpperCase() }
}

function Empty () {
  return (
    <Layout title="Ratebook" current="/">
      <h1>Official exchange rates, exactly as published</h1>
      <p class="lead">Nothing has been collected yet. The first table appears here as soon as a source delivers it.</p>
    </Layout>
  )
}

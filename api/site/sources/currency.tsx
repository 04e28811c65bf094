import type { ComponentChildren } from 'preact'
import * as parameters from '../../contract/parameters.ts'
import { ALL } from '../../server/cache.ts'
import { findCurrency, type CurrencyNote, type CurrencyProfile, type Peg, type Redenomination } from '../../sources/currencies-query.ts'
import { currencyAddress } from '../kit/addresses.ts'
import { Badge, DateText, Notice, ScrollingTable } from '../kit/components.tsx'
import { currencyName } from '../kit/labels.ts'
import { Layout } from '../kit/layout.tsx'
import { page } from '../kit/page.tsx'
import { PairLinks } from '../rates/pair-links.tsx'

export const currencyPage = page({
  path: '/currencies/:code',
  summary: 'A currency: when it was money, what replaced it, its pegs, times with several rates, and the sources that quote it',
  params: { code: parameters.symbol.meta({ description: 'The code of a currency, current or historical.', examples: ['TRL'] }) },
  failures: [404],
  cacheControl: 'public, max-age=300',
  cache: { of: () => ALL, seconds: 300 },
  run: async ({ code }, { database }) => {
    const currency = await findCurrency(database, code)
    const { name, redenominations, pegs, regimes, sources } = currency
    return (
      <Layout title={`${code}: ${name}`} description={`${name} (${code}): when it was money, its redenominations and pegs, and the sources that quote it.`}>
        <p class="eyebrow"><a href="/search">Currencies</a></p>
        <h1>{code} <span class="name">{name}</span></h1>
        <p class="lead"><Life currency={currency} /></p>
        {sources.length > 0 && <PairLinks pair={{ source: code, target: code === 'USD' ? 'EUR' : 'USD' }} />}
        <Section title="New units" rows={redenominations} heads={['First day', 'Former', 'Successor', 'Ratio', 'Source']} row={(it) => <Change {...it} />} />
        <Section title="Pegs" rows={pegs} heads={['From', 'To', 'Rate', 'Authority', '']} row={(it) => <PegRow peg={it} code={code} />} />
        <Section
          title="Several rates side by side"
          rows={regimes}
          heads={['From', 'To', 'Rates', '']}
          row={({ since, until, note, verified }) => <tr><Days since={since} until={until} /><td>{note}</td><td><Verified verified={verified} /></td></tr>}
        />
        <Section
          title="Sources"
          rows={sources}
          heads={['Source', 'Pair', 'Since', 'Newest']}
          row={({ bank, name, base, quote, first_date: first, last_date: last }) => (
            <tr><th scope="row"><a href={`/banks/${bank}?symbol=${code}`}>{name}</a></th><td>{base}/{quote}</td><td data-name="since"><DateText day={first} /></td><td data-name="newest"><DateText day={last} /></td></tr>
          )}
        />
      </Layout>
    )
  }
})

function Life ({ currency: { first_date: first, last_date: last, successor } }: { currency: CurrencyProfile }) {
  return (
    <>
      {first === null ? 'Its first day is not recorded' : <>In use since <DateText day={first} /></>}
      {last === null ? (first === null && successor === null && '; in use') : <>, until <DateText day={last} /></>}
      {successor !== null && <>; replaced by <a href={currencyAddress(successor)}>{currencyName(successor) ?? successor} ({successor})</a></>}.
    </>
  )
}

interface SectionProps<Row> {
  title: string
  rows: Row[]
  heads: string[]
  row: (row: Row) => ComponentChildren
}

function Section<Row> ({ title, rows, heads, row }: SectionProps<Row>) {
  if (rows.length === 0) return null
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ScrollingTable label={title} isDense isCarded>
        <thead><tr>{heads.map((head) => head === '' ? <td /> : <th scope="col">{head}</th>)}</tr></thead>
        <tbody>{rows.map(row)}</tbody>
      </ScrollingTable>
    </section>
  )
}

function Change ({ former, successor, date, ratio, source }: Redenomination) {
  return (
    <tr>
      <td><DateText day={date} /></td>
      <th scope="row"><a href={currencyAddress(former)}>{former}</a></th>
      <td data-name="successor">{former === successor ? `${successor}, a new unit under the same code` : <a href={currencyAddress(successor)}>{successor}</a>}</td>
      <td data-name="ratio">{ratio === null ? 'no single ratio' : `${ratio} for one`}</td>
      <td>{source ?? <Verified verified={false} />}</td>
    </tr>
  )
}

function PegRow ({ peg: { anchor, rate, band, since, until, authority, verified }, code }: { peg: Peg, code: string }) {
  return (
    <tr>
      <Days since={since} until={until} />
      <td>{[rate !== null && `${rate} ${code} for one ${anchor}`, band].filter(Boolean).join(', ')}</td>
      <td>{authority}</td>
      <td><Verified verified={verified} /></td>
    </tr>
  )
}

function Days ({ since, until }: { since: string, until: string | null }) {
  return <><td data-name="from"><DateText day={since} /></td><td data-name="to">{until === null ? 'today' : <DateText day={until} />}</td></>
}

function Verified ({ verified }: { verified: boolean }) {
  return verified ? null : <Badge kind="quiet">not verified</Badge>
}

/** The notes on the currencies of a pair. */
export function CurrencyNotes ({ notes }: { notes: CurrencyNote[] }) {
  if (notes.length === 0) return null
  return (
    <Notice kind="quiet" title="About these currencies">
      <ul>
        {notes.map(({ currency, since, until, note, verified }) => (
          <li>
            <a href={currencyAddress(currency)}>{currency}</a>,
            {' '}{until === null ? <>since <DateText day={since} /></> : <><DateText day={since} /> to <DateText day={until} /></>}:
            {' '}{note} <Verified verified={verified} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

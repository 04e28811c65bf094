import * as parameters from '../../../api/contract/parameters.ts'
import { ALL } from '../../../api/server/cache.ts'
import { read, type Head } from '../../../api/formats/read.ts'
import { currencyProfile, noCurrency } from '../../../api/sources/currencies-fields.ts'
import type { CurrencyNote } from '../../../api/sources/currencies-query.ts'
import { bankAddress, currencyAddress } from '../../pages/kit/addresses.ts'
import { Badge, Breadcrumbs, DateText, Notice, Section } from '../../pages/kit/components.tsx'
import { currencyName } from '../../pages/kit/labels.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { page } from '../../pages/kit/page.tsx'
import { DataTable, type Column } from '../../pages/kit/tables.tsx'
import { PairLinks } from '../rates/pair-links.tsx'

export const currencyPage = page({
  path: '/currencies/:code',
  summary:
    'A currency: when it was in use, its successor, its pegs, its periods with multiple exchange rates, and the sources that quote it',
  params: {
    code: parameters.symbol.meta({ description: 'The code of a currency, current or historical.', examples: ['TRL'] })
  },
  cacheControl: 'public, max-age=300',
  cache: { of: () => ALL, seconds: 300 },
  run: async ({ code }, { database }) => {
    const found = await read(currencyProfile, database, { code })
    if (!found) throw noCurrency(code)
    const currency = found.head
    const { name, redenominations, pegs, regimes, sources } = currency
    return (
      <Layout
        title={`${code}: ${name}`}
        description={`${name} (${code}): when it was in use, its redenominations and pegs, and the sources that quote it.`}
      >
        <Breadcrumbs trail={[['Currencies', '/search']]} />
        <h1>
          {code} <span class="name">{name}</span>
        </h1>
        <p class="lead">
          <InUse currency={currency} />
        </p>
        {sources.length > 0 && <PairLinks pair={{ source: code, target: code === 'USD' ? 'EUR' : 'USD' }} />}
        <Listing
          title="New units"
          rows={redenominations}
          columns={[
            { head: 'First day', cell: ({ date }) => <DateText day={date} /> },
            {
              head: 'Former',
              isRowHeading: true,
              cell: ({ former }) => <a href={currencyAddress(former)}>{former}</a>
            },
            {
              head: 'Successor',
              name: 'successor',
              cell: ({ former, successor: code }) =>
                former === code ? `${code}, a new unit under the same code` : <a href={currencyAddress(code)}>{code}</a>
            },
            {
              head: 'Ratio',
              name: 'ratio',
              cell: ({ ratio }) => (ratio === null ? 'no single ratio' : `${ratio} for one`)
            },
            { head: 'Source', cell: ({ source }) => source ?? <Verified verified={false} /> }
          ]}
        />
        <Listing
          title="Pegs"
          rows={pegs}
          columns={[
            ...PERIOD,
            {
              head: 'Rate',
              cell: ({ rate, anchor, band }) =>
                [rate !== null && `${rate} ${code} for one ${anchor}`, band].filter(Boolean).join(', ')
            },
            { head: 'Authority', cell: ({ authority }) => authority },
            { head: '', cell: ({ verified }) => <Verified verified={verified} /> }
          ]}
        />
        <Listing
          title="Several rates side by side"
          rows={regimes}
          columns={[
            ...PERIOD,
            { head: 'Rates', cell: ({ note }) => note },
            { head: '', cell: ({ verified }) => <Verified verified={verified} /> }
          ]}
        />
        <Listing
          title="Sources"
          rows={sources}
          columns={[
            { head: 'Source', cell: ({ bank, name }) => <a href={`${bankAddress(bank)}?symbol=${code}`}>{name}</a> },
            { head: 'Pair', cell: ({ base, quote }) => `${base}/${quote}` },
            { head: 'Since', name: 'since', cell: ({ first_date: first }) => <DateText day={first} /> },
            { head: 'Newest', name: 'newest', cell: ({ last_date: last }) => <DateText day={last} /> }
          ]}
        />
      </Layout>
    )
  }
})

/** The days on which a currency was in use, and its successor. */
function InUse({
  currency: { first_date: first, last_date: last, successor }
}: {
  currency: Head<typeof currencyProfile.head>
}) {
  return (
    <>
      {first === null ? (
        'Its first day is not recorded'
      ) : (
        <>
          In use since <DateText day={first} />
        </>
      )}
      {last === null ? (
        first === null && successor === null && '; in use'
      ) : (
        <>
          , until <DateText day={last} />
        </>
      )}
      {successor !== null && (
        <>
          ; replaced by{' '}
          <a href={currencyAddress(successor)}>
            {currencyName(successor) ?? successor} ({successor})
          </a>
        </>
      )}
      .
    </>
  )
}

const PERIOD: Array<Column<{ since: string; until: string | null }>> = [
  { head: 'From', name: 'from', cell: ({ since }) => <DateText day={since} /> },
  { head: 'To', name: 'to', cell: ({ until }) => (until === null ? 'today' : <DateText day={until} />) }
]

/** A section with a table; nothing without rows. */
function Listing<Row>({ title, rows, columns }: { title: string; rows: Row[]; columns: Array<Column<Row>> }) {
  if (rows.length === 0) return null
  return (
    <Section id={title.toLowerCase().replaceAll(' ', '-')} title={title}>
      <DataTable label={title} isDense isCarded rows={rows} columns={columns} />
    </Section>
  )
}

function Verified({ verified }: { verified: boolean }) {
  return verified ? null : <Badge kind="quiet">not verified</Badge>
}

/** The notes on the currencies of a pair. */
export function CurrencyNotes({ notes }: { notes: CurrencyNote[] }) {
  if (notes.length === 0) return null
  return (
    <Notice kind="quiet" title="About these currencies">
      <ul>
        {notes.map(({ currency, since, until, note, verified }) => (
          <li>
            <a href={currencyAddress(currency)}>{currency}</a>,{' '}
            {until === null ? (
              <>
                since <DateText day={since} />
              </>
            ) : (
              <>
                <DateText day={since} /> to <DateText day={until} />
              </>
            )}
            : {note} <Verified verified={verified} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

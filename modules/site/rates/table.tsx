import type { ComponentChildren } from 'preact'
import { notFound, asOfClause } from '../../../api/contract/errors.ts'
import * as parameters from '../../../api/contract/parameters.ts'
import { findDatesAround, findTable, type DatesAround } from './rates-query.ts'
import type { Bank } from '../../../api/rates/bank-query.ts'
import { documentsOfTable } from '../../../api/documents/publications-fields.ts'
import { readRows } from '../../../api/formats/read.ts'
import { aheadNote } from '../../../api/rates/ahead.ts'
import { bankAddress, tableAddress } from '../../pages/kit/addresses.ts'
import { AsOf, asOfQuery } from '../../pages/kit/as-of.tsx'
import type { Context } from '../../../api/server/route.ts'
import { Breadcrumbs, DateText, Notice, TextField } from '../../pages/kit/components.tsx'
import { CopyFigures } from '../../pages/kit/copy-as.tsx'
import { Documents, type PublishedDocument } from '../../pages/kit/documents.tsx'
import { captionOf } from '../../pages/kit/labels.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { hasHistory, PlanNotice } from '../../pages/kit/plan-needed.tsx'
import { privatePage, seeOther, privateAnswer } from '../../pages/kit/private.ts'
import { CertificateSection } from '../../pages/kit/certificate-links.tsx'
import { hasWaitingRows } from '../operations/operations-query.ts'
import { copiedTable, RatesTable } from './rates-table.tsx'
import { WaitingRows } from './waiting-rows.tsx'

export const tablePage = privatePage({
  path: '/banks/:bank/:date',
  summary:
    'The table of a source on a date, with its documents. A past table needs an account with the history and costs a unit',
  params: { bank: parameters.bank, date: parameters.date },
  query: {
    ...asOfQuery,
    asked: parameters.date.optional().meta({ description: 'The date that was asked for, which has no table.' })
  },
  run: async ({ bank: code, date, as_of: asOf, asked }, context) => {
    const { database, origin, today } = context
    const { bank, table } = await findTable(database, { bank: code, wanted: date, as_of: asOf, today })
    if (!table) throw notFound(`${bank.name} has no table on or before ${date}${asOfClause(asOf)}`)
    if (table.rateDate !== date) {
      return seeOther(
        `${tableAddress(bank.code, table.rateDate)}?${new URLSearchParams({ asked: date, ...(asOf && { as_of: asOf }) })}`
      )
    }
    const isNewest = date === bank.latest_date
    const [around, documents, isWaiting] = await Promise.all([
      findDatesAround(database, bank.code, date),
      readRows(documentsOfTable, database, { bank: bank.code, date }),
      hasWaitingRows(database, bank.code)
    ])
    const note = asked && (aheadNote(asked, date, today) ?? `No table is dated ${asked}. This one was in force.`)
    const page = { bank, date, asOf, around, isWaiting, note }
    if (!isNewest && !hasHistory(context)) {
      return privateAnswer(
        <Frame {...page}>
          <PastTable {...page} context={context} />
        </Frame>
      )
    }
    const content = (
      <>
        <RatesTable rates={table.rates} bank={bank.code} date={date} caption={captionOf(bank, date)} />
        <CopyFigures figures={copiedTable({ bank, rates: table.rates, date, isNewest, origin })} />
        <h2>Documents behind the table</h2>
        <Documents documents={documents.objects<PublishedDocument>()} />
        <CertificateSection context={context} query={{ bank: bank.code, date, as_of: asOf }} />
      </>
    )
    return { ...privateAnswer(<Frame {...page}>{content}</Frame>), units: isNewest ? 0 : 1 }
  }
})

interface PageProps {
  bank: Bank
  date: string
  asOf?: string
  around: DatesAround
  isWaiting: boolean
  /** The note on the requested date. */
  note?: string
}

function Frame({
  bank,
  date,
  asOf,
  around: { earlier, later },
  isWaiting,
  note,
  children
}: PageProps & { children: ComponentChildren }) {
  return (
    <Layout
      title={`${bank.name}, ${date}`}
      current="/banks"
      scripts={['copy.js']}
      description={`The official exchange rates of ${bank.name} of ${date}, and the documents that contain them.`}
    >
      <Breadcrumbs
        trail={[
          ['Sources', '/banks'],
          [bank.name, bankAddress(bank.code)]
        ]}
      />
      <h1>
        {bank.name}, {date}
      </h1>
      {note && <Notice kind="warning" title={note} />}
      {isWaiting && <WaitingRows source={bank.code} />}
      <p>
        {earlier !== null && (
          <>
            Earlier table:{' '}
            <a href={tableAddress(bank.code, earlier)}>
              <DateText day={earlier} />
            </a>
            .{' '}
          </>
        )}
        {later === null ? (
          'This is the newest table.'
        ) : (
          <>
            Later table:{' '}
            <a href={tableAddress(bank.code, later)}>
              <DateText day={later} />
            </a>
            .
          </>
        )}
      </p>
      <AsOf page={tableAddress(bank.code, date)} asOf={asOf} />
      {children}
    </Layout>
  )
}

/** The content for a visitor without access to the table. */
function PastTable({ bank, date, context }: PageProps & { context: Context }) {
  return (
    <>
      <PlanNotice what="The table of a past date needs" page={tableAddress(bank.code, date)} context={context}>
        It costs one unit. The <a href={bankAddress(bank.code)}>newest table</a> is open to everybody, and so are the
        single figures of the year up to it.
      </PlanNotice>
      <form class="row" method="get" action="/figure">
        <input type="hidden" name="bank" value={bank.code} />
        <input type="hidden" name="date" value={date} />
        <TextField label="One unit of" name="source" autocomplete="off" maxLength={3} required />
        <TextField label="In" name="target" autocomplete="off" maxLength={3} required />
        <button>Show the figure</button>
      </form>
    </>
  )
}

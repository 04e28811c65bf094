import { z } from 'zod'
import { HttpError } from '../../../api/contract/errors.ts'
import type { ComparedDocument, LayoutChange } from '../../../adapters/kit/reading.ts'
import * as parameters from '../../../api/contract/parameters.ts'
import { findBank } from '../../../api/rates/bank-query.ts'
import type { UnreadDocument } from './operations-query.ts'
import { InstantText, Notice } from '../../pages/kit/components.tsx'
import { sentence } from '../../pages/kit/form-parts.tsx'
import { formatCount } from '../../pages/kit/labels.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { privatePage, privateAnswer } from '../../pages/kit/private.ts'
import { DataTable } from '../../pages/kit/tables.tsx'

/** Archived documents that could not be read, each with a link to its comparison. */
export function UnreadDocuments({ documents }: { documents: UnreadDocument[] }) {
  if (documents.length === 0) return <p>All archived documents were read.</p>
  return (
    <DataTable
      label="Documents that could not be read"
      rows={documents}
      columns={[
        {
          head: 'Source',
          cell: ({ id, source }) => (
            <a href={`/status/sources/${source}/documents/${id}`}>
              {source} {id}
            </a>
          )
        },
        { head: 'Fetched', cell: ({ last_fetched_at: fetched }) => <InstantText instant={fetched} /> },
        { head: 'URL', class: 'reason', cell: ({ url }) => url },
        { head: 'Media type', cell: ({ media_type: type }) => type },
        { head: 'Bytes', class: 'number', cell: ({ size }) => formatCount(size) }
      ]}
    />
  )
}

function Documents({ last, document }: Pick<LayoutChange, 'last' | 'document'>) {
  const rows: Array<[string, ComparedDocument]> = [
    ...(last ? [['Last good', last] as [string, ComparedDocument]] : []),
    ['New', document]
  ]
  return (
    <DataTable
      label="The two documents"
      rows={rows}
      columns={[
        { head: 'Document', cell: ([name]) => name },
        {
          head: 'URL',
          class: 'reason',
          cell: ([, { id, url }]) => <a href={`/api/v1/publications/${id}/document`}>{url}</a>
        },
        { head: 'Media type', cell: ([, { mediaType }]) => mediaType },
        { head: 'Read as', cell: ([, { format }]) => format },
        { head: 'Bytes', class: 'number', cell: ([, { bytes }]) => formatCount(bytes) }
      ]}
    />
  )
}

function LayoutChanges({ changes, same, rows }: Pick<LayoutChange, 'changes' | 'same' | 'rows'>) {
  return (
    <>
      <h2>Changed labels</h2>
      <p>
        {formatCount(changes.length)} labels were removed, added or moved; {formatCount(same)} are unchanged. In number
        formats, # stands for digits.
      </p>
      <DataTable
        label="Changed labels"
        rows={changes}
        columns={[
          { head: 'Label', cell: ({ label }) => label },
          { head: 'Last good document', cell: ({ before }) => before },
          { head: 'New document', cell: ({ after }) => after }
        ]}
      />
      <h2>At the old positions</h2>
      <p>
        The rows of the last good document with the position of each figure, and the text there in the new document.
      </p>
      <DataTable
        label="At the old positions"
        rows={rows}
        columns={[
          { head: 'Date', cell: ({ date }) => date },
          { head: 'Pair', class: 'pair', cell: ({ base, quote }) => `${base} → ${quote}` },
          { head: 'As printed', class: 'number', cell: ({ value }) => value },
          { head: 'Position', cell: ({ place }) => place },
          { head: 'There now', class: 'reason', cell: ({ found }) => found }
        ]}
      />
    </>
  )
}

function Comparison({ change: { source, document, error, last, changes, same, rows } }: { change: LayoutChange }) {
  return (
    <>
      <Notice kind={error === undefined ? 'good' : 'bad'}>
        <p>
          {error === undefined ? (
            <>
              The current adapter reads this document: <code>ratebook reparse {source}</code> loads it.
            </>
          ) : (
            sentence(error)
          )}
        </p>
      </Notice>
      <Documents last={last} document={document} />
      {last ? (
        <LayoutChanges changes={changes} same={same} rows={rows} />
      ) : (
        <p>No document of this source has been read yet.</p>
      )}
    </>
  )
}

export const documentRoute = privatePage({
  path: '/status/sources/:bank/documents/:id',
  access: 'operator',
  summary: 'A document that could not be read, compared with the last good one',
  params: {
    bank: parameters.bank,
    id: z
      .string()
      .regex(/^[1-9]\d{0,15}$/, 'expected the number of a document')
      .meta({ description: 'The number of an archived document.' })
  },
  run: async ({ bank, id }, context) => {
    const { code, name } = await findBank(context.database, bank)
    const change = await context.operations.compareLayout(code, Number(id)).catch((error: Error) => {
      throw new HttpError('not_found', error.message)
    })
    return privateAnswer(
      <Layout
        title={`Document ${id} of ${name}`}
        current="/status"
        styles={['account.css']}
        description="What changed in a document that could not be read."
      >
        <h1>
          Document {id} of {name}
        </h1>
        <Comparison change={change} />
      </Layout>
    )
  }
})

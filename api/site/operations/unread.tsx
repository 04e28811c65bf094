import type { ComponentChildren } from 'preact'
import { z } from 'zod'
import { HttpError } from '../../contract/errors.ts'
import type { ComparedDocument, LayoutChange } from '../../contract/layout.ts'
import * as parameters from '../../contract/parameters.ts'
import { findBank } from '../../rates/bank-query.ts'
import type { UnreadDocument } from '../../operations/operations-query.ts'
import { Notice, ScrollingTable } from '../kit/components.tsx'
import { sentence } from '../kit/form-parts.tsx'
import { Layout } from '../kit/layout.tsx'
import { privatePage, show } from '../kit/private.ts'
import { InstantText } from './source-states.tsx'
import { inThousands } from '../accounts/usage.tsx'

/** Archived documents that could not be read, each with a link to its comparison. */
export function UnreadDocuments ({ documents }: { documents: UnreadDocument[] }) {
  if (documents.length === 0) return <p>All archived documents were read.</p>
  return (
    <ComparedTable label="Documents that could not be read" columns={['Source', 'Fetched', 'URL', 'Media type', 'Bytes']}>
      {documents.map(({ id, source, url, media_type: type, size, last_fetched_at: fetched }) => (
        <tr>
          <th scope="row"><a href={`/status/sources/${source}/documents/${id}`}>{source} {id}</a></th>
          <td><InstantText instant={fetched} /></td>
          <td class="reason">{url}</td>
          <td>{type}</td>
          <td class="number">{inThousands(size)}</td>
        </tr>
      ))}
    </ComparedTable>
  )
}

function ComparedTable ({ label, columns, children }: { label: string, columns: string[], children: ComponentChildren }) {
  return (
    <ScrollingTable label={label}>
      <caption class="hidden">{label}</caption>
      <thead><tr>{columns.map((name) => <th scope="col">{name}</th>)}</tr></thead>
      <tbody>{children}</tbody>
    </ScrollingTable>
  )
}

function Document ({ name, document: { id, url, mediaType, bytes, format } }: { name: string, document: ComparedDocument }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="reason"><a href={`/api/v1/publications/${id}/document`}>{url}</a></td>
      <td>{mediaType}</td>
      <td>{format}</td>
      <td class="number">{inThousands(bytes)}</td>
    </tr>
  )
}

function Moves ({ changes, same, rows }: Pick<LayoutChange, 'changes' | 'same' | 'rows'>) {
  return (
    <>
      <h2>Changed labels</h2>
      <p>{inThousands(changes.length)} labels were removed, added or moved; {inThousands(same)} are unchanged. In number formats, # stands for digits.</p>
      <ComparedTable label="Changed labels" columns={['Label', 'Last good document', 'New document']}>
        {changes.map(({ label, before, after }) => <tr><th scope="row">{label}</th><td>{before}</td><td>{after}</td></tr>)}
      </ComparedTable>
      <h2>At the old positions</h2>
      <p>The rows of the last good document with the position of each figure, and what is there in the new document.</p>
      <ComparedTable label="At the old positions" columns={['Date', 'Pair', 'As printed', 'Position', 'There now']}>
        {rows.map(({ date, base, quote, value, place, found }) => (
          <tr><th scope="row">{date}</th><td class="pair">{base} → {quote}</td><td class="number">{value}</td><td>{place}</td><td class="reason">{found}</td></tr>
        ))}
      </ComparedTable>
    </>
  )
}

function Comparison ({ change: { source, document, error, last, changes, same, rows } }: { change: LayoutChange }) {
  return (
    <>
      <Notice kind={error === undefined ? 'good' : 'bad'}>
        <p>{error === undefined ? <>Today’s adapter reads this document: <code>ratebook reparse {source}</code> loads it.</> : sentence(error)}</p>
      </Notice>
      <ComparedTable label="The two documents" columns={['Document', 'URL', 'Media type', 'Read as', 'Bytes']}>
        {last && <Document name="Last good" document={last} />}
        <Document name="New" document={document} />
      </ComparedTable>
      {last ? <Moves changes={changes} same={same} rows={rows} /> : <p>No document of this source has been read yet.</p>}
    </>
  )
}

export const documentRoute = privatePage({
  path: '/status/sources/:bank/documents/:id',
  access: 'operator',
  summary: 'A document that could not be read, compared with the last good one',
  failures: [401, 403, 404],
  params: { bank: parameters.bank, id: z.string().regex(/^[1-9]\d{0,15}$/, 'expected the number of a document').meta({ description: 'The number of an archived document.' }) },
  run: async ({ bank, id }, context) => {
    const { code, name } = await findBank(context.database, bank)
    const change = await context.operations.compareLayout(code, Number(id)).catch((error: Error) => { throw new HttpError('not_found', error.message) })
    return show(
      <Layout title={`Document ${id} of ${name}`} current="/status" styles={['account.css']} description="What changed in a document that could not be read.">
        <h1>Document {id} of {name}</h1>
        <Comparison change={change} />
      </Layout>
    )
  }
})

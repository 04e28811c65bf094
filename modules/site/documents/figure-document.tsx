import type { CertifiedEntry } from '../../../proof/certificate.ts'
import type { Place } from '../../../proof/place.ts'
import type { ReadableDocument, ReadRate } from '../../../proof/verify.ts'
import type { CertifiedRate } from '../../../proof/statement.ts'
import type { Context } from '../../../api/server/route.ts'
import type { Certified } from '../../../api/proof/certificates-query.ts'
import { findDocument } from '../../../api/documents/publications-query.ts'
import { ScrollingTable } from '../../../api/site/kit/tables.tsx'
import { DocumentCard } from './documents.tsx'

/** A published rate behind a figure, with its document and its place there. */
export interface Evidence {
  rate: CertifiedRate
  entry: CertifiedEntry
  place?: Place
}

/** Finds the document of a published rate, and the rate’s place in it, if the current adapter can show it. */
export async function evidenceOf (rate: CertifiedRate, { statement: { bank }, entries }: Certified, context: Context): Promise<Evidence> {
  const entry = entries.find(({ leaf }) => leaf === rate.leaf)!
  return { rate, entry, place: await placeOf({ source: bank.code, entry }, rate, context) }
}

/** The place of a rate in its document. Undefined if the current adapter does not read that rate in it. */
export async function placeOf ({ source, entry }: Omit<ReadableDocument, 'bytes'>, rate: ReadRate, { database, operations, logger }: Context): Promise<Place | undefined> {
  const found = await findDocument(database, String(entry.publication))
  return found && operations.findPlace({ source, entry, bytes: found.bytes }, rate).catch((error: unknown) => {
    logger.warn({ err: error, source, publication: entry.publication }, 'the current adapter cannot read a loaded document')
    return undefined
  })
}

/** A card that shows a published rate in its document: the lines around it with the figure marked. */
export function InDocument ({ evidence: { rate: { base, quote, value, unit }, entry, place }, isOnly }: { evidence: Evidence, isOnly: boolean }) {
  const { document_sha256: sha256, fetched_at: fetched, peer } = JSON.parse(entry.entry) as { document_sha256: string, fetched_at: string, peer?: string }
  const [id, { url, method, size }] = [entry.publication, entry]
  return (
    <div class="card place">
      {!isOnly && <h3>1 {base} in {quote}</h3>}
      <p>
        {unit === '1' ? <>The document prints {value} {quote} for 1 {base}.</> : unit === 'gram' ? <>The document prints a price per gram of {base}; for one troy ounce it is {value} {quote}.</> : <>The document prints the figure for {unit} {base}; for one it is {value} {quote}.</>}
        {' '}{!place && NO_PLACE}
      </p>
      {place && <InPlace place={place} label={`${base} in ${quote} in its document`} />}
      <DocumentCard document={{ id, url, method, size, sha256, fetched_at: fetched, peer }} />
    </div>
  )
}

export const NO_PLACE = 'Its place in the document could not be found by a program.'

/** The lines of a document around a figure, with the figure marked. */
export function InPlace ({ place, label }: { place: Place, label: string }) {
  return <><p><PlaceText place={place} /></p><Excerpt place={place} label={label} /></>
}

function PlaceText ({ place: { where, isProven } }: { place: Place }) {
  return isProven
    ? <>It is in {where}: when these digits are changed, the adapter reads another rate.</>
    : <>It is in {where}, found by its digits.</>
}

function Excerpt ({ place: { lines, isCells }, label }: { place: Place, label: string }) {
  if (isCells) {
    return (
      <ScrollingTable label={label}>
        <tbody>{lines.map(({ label, pieces }) => <tr><th scope="row">{label}</th>{pieces.map(({ text, isFigure }) => <td>{isFigure ? <mark>{text}</mark> : text}</td>)}</tr>)}</tbody>
      </ScrollingTable>
    )
  }
  return (
    <div class="excerpt" role="region" aria-label={label} tabIndex={0}>
      <pre>
        {lines.map(({ label, pieces }) => (
          <span class="line">
            <span class="place-label">{label}</span>
            <span>{pieces.map(({ text, isFigure }) => isFigure ? <mark>{text}</mark> : text)}</span>
          </span>
        ))}
      </pre>
    </div>
  )
}

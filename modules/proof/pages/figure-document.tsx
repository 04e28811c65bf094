import type { CertifiedEntry } from '../kit/certificate.ts'
import type { Place } from '../../../adapters/kit/reading.ts'
import type { CertifiedRate } from '../kit/statement.ts'
import type { Context } from '../../../api/server/route.ts'
import type { Certified } from '../certificates-query.ts'
import { placeOf } from '../../pages/kit/place-of.ts'
import { DocumentCard } from '../../pages/kit/documents.tsx'
import { InPlace, NO_PLACE } from '../../pages/kit/place.tsx'

/** A published rate behind a figure, with its document and its place there. */
export interface Evidence {
  rate: CertifiedRate
  entry: CertifiedEntry
  place?: Place
}

/** Finds the document of a published rate, and the rate’s place in it, if the current adapter can show it. */
export async function evidenceOf(
  rate: CertifiedRate,
  { statement: { bank }, entries }: Certified,
  context: Context
): Promise<Evidence> {
  const entry = entries.find(({ leaf }) => leaf === rate.leaf)!
  return { rate, entry, place: await placeOf({ source: bank.code, entry }, rate, context) }
}

/** A card that shows a published rate in its document: the lines around it with the figure marked. */
export function InDocument({
  evidence: {
    rate: { base, quote, value, unit },
    entry,
    place
  },
  isOnly
}: {
  evidence: Evidence
  isOnly: boolean
}) {
  const {
    document_sha256: sha256,
    fetched_at: fetched,
    peer
  } = JSON.parse(entry.entry) as {
    document_sha256: string
    fetched_at: string
    peer?: string
  }
  const [id, { url, method, size }] = [entry.publication, entry]
  return (
    <div class="card place">
      {!isOnly && (
        <h3>
          1 {base} in {quote}
        </h3>
      )}
      <p>
        {unit === '1' ? (
          <>
            The document prints {value} {quote} for 1 {base}.
          </>
        ) : unit === 'gram' ? (
          <>
            The document prints a price per gram of {base}; for one troy ounce it is {value} {quote}.
          </>
        ) : (
          <>
            The document prints the figure for {unit} {base}; for one it is {value} {quote}.
          </>
        )}{' '}
        {!place && NO_PLACE}
      </p>
      {place && <InPlace place={place} label={`${base} in ${quote} in its document`} />}
      <DocumentCard document={{ id, url, method, size, sha256, fetched_at: fetched, peer }} />
    </div>
  )
}

import { Facts, InstantText } from './components.tsx'
import { DocumentDownload } from './document-download.tsx'

export interface PublishedDocument {
  id: number
  url: string
  method: string
  sha256: string
  size: number
  fetched_at: string
  /** The peer through which it came; null if the publisher sent it. */
  peer?: string | null
  /** The number of rates in the table that come from it. */
  rates?: number
}

/** Documents with their hashes, each with a link to the stored bytes. */
export function Documents({ documents }: { documents: PublishedDocument[] }) {
  return (
    <ul class="documents">
      {documents.map((it) => (
        <li class="card">
          <DocumentCard document={it} />
        </li>
      ))}
    </ul>
  )
}

/** A document with its request, the time and its hash. */
export function DocumentCard({
  document: { id, url, method, sha256, size, fetched_at: fetched, peer, rates }
}: {
  document: PublishedDocument
}) {
  return (
    <>
      <p>
        <strong>{method}</strong> <code>{url}</code>
      </p>
      <Facts
        facts={[
          ['Fetched', <InstantText instant={fetched} hasZone />],
          !!peer && ['Through', `${peer}, which also gave the time`],
          ['Size', `${size} bytes`],
          rates !== undefined && ['Rates in the table', rates],
          ['SHA-256', <code>{sha256}</code>]
        ]}
      />
      <p class="small">
        <DocumentDownload id={id} />
      </p>
    </>
  )
}

import { documentAddress } from '../kit/addresses.ts'

export interface PublishedDocument {
  id: number
  url: string
  method: string
  sha256: string
  size: number
  fetched_at: string
  /** The instance through which it came; nothing where the publisher sent it to this one. */
  peer?: string | null
  /** The number of rates in the table that come from it. */
  rates?: number
}

/** Documents with their hashes, each with a link to the stored bytes. */
export function Documents ({ documents }: { documents: PublishedDocument[] }) {
  return <ul class="documents">{documents.map((it) => <li class="card"><DocumentCard document={it} /></li>)}</ul>
}

/** One document: what was requested, when, and its hash. */
export function DocumentCard ({ document: { id, url, method, sha256, size, fetched_at: fetched, peer, rates } }: { document: PublishedDocument }) {
  return (
    <>
      <p><strong>{method}</strong> <code>{url}</code></p>
      <dl class="facts">
        <div><dt>Fetched</dt><dd><time dateTime={fetched}>{`${fetched.slice(0, 16).replace('T', ' ')} UTC`}</time></dd></div>
        {peer && <div><dt>Through</dt><dd>{peer}, which also gave the time</dd></div>}
        <div><dt>Size</dt><dd>{size} bytes</dd></div>
        {rates !== undefined && <div><dt>Rates in the table</dt><dd>{rates}</dd></div>}
        <div class="long"><dt>SHA-256</dt><dd><code>{sha256}</code></dd></div>
      </dl>
      <p class="small"><a href={documentAddress(id)} download>Download the stored document</a> <span class="quiet">(log in; one unit)</span></p>
    </>
  )
}

import { documentAddress } from './addresses.ts'

/** A link that downloads a stored document, with its price. */
export function DocumentDownload({ id }: { id: number | string }) {
  return (
    <>
      <a href={documentAddress(id)} download>
        Download the stored document
      </a>{' '}
      <span class="quiet">(log in; one unit)</span>
    </>
  )
}

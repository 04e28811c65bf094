import type { CertifiedEntry } from '../../proof/certificate.ts'
import { TILE_WIDTH, tileAddress } from '../../proof/tiles.ts'
import { CERTIFICATE_UNITS } from '../routes/certificates.ts'

/** Links that download a certificate in each of its forms. */
export function CertificateLinks ({ query }: { query: Record<string, string | undefined> }) {
  const given = Object.entries(query).filter((it): it is [string, string] => it[1] !== undefined)
  const address = (format: string) => `/certificate?${new URLSearchParams([...given, ['format', format]])}`
  return (
    <>
      <p>A certificate is a signed statement that can be checked without this service. It needs a paid plan and costs {CERTIFICATE_UNITS} units.</p>
      <p class="buttons">
        <a class="button plain" href={address('pdf')} download>Certificate as PDF</a>
        <a class="button plain" href={address('json')} download>As JSON</a>
        <a class="button plain" href={address('zip')} download>As ZIP with the document</a>
      </p>
    </>
  )
}

/** An entry of the log, and where the log publishes it. */
export function LogEntry ({ entry: { leaf, entry }, size }: { entry: CertifiedEntry, size: number }) {
  const index = Math.floor(leaf / TILE_WIDTH)
  const bundle = `entries/${tileAddress(index, Math.min(size - index * TILE_WIDTH, TILE_WIDTH))}`
  return (
    <>
      <p>
        The load is entry {leaf} of the <a href="/log/checkpoint">log</a>, which has {size} entries and can’t be rewritten. The entry is in
        the bundle <a href={`/log/tile/${bundle}`} download>{bundle}</a>. <a href="/verify">Check a certificate</a>
      </p>
      <details>
        <summary>Show entry {leaf}</summary>
        <div class="excerpt" role="region" aria-label={`Entry ${leaf} of the log`} tabIndex={0}><pre>{JSON.stringify(JSON.parse(entry), null, 2)}</pre></div>
      </details>
    </>
  )
}

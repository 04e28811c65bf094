import type { CertifiedEntry } from '../kit/certificate.ts'
import type { CertifiedRate } from '../kit/statement.ts'
import { TILE_WIDTH, tileAddress } from '../kit/tiles.ts'
import { lineOf, readEntry } from '../kit/verify.ts'

/** An entry of the log, its address in the log, and the proof that these rates are rows of it. */
export function LogEntry({ entry, size, rates }: { entry: CertifiedEntry; size: number; rates: CertifiedRate[] }) {
  const { leaf } = entry
  const index = Math.floor(leaf / TILE_WIDTH)
  const bundle = `entries/${tileAddress(index, Math.min(size - index * TILE_WIDTH, TILE_WIDTH))}`
  return (
    <>
      <p>
        The load is entry {leaf} of the <a href="/log/checkpoint">log</a>, which has {size} entries and can’t be
        rewritten. The entry is in the bundle{' '}
        <a href={`/log/tile/${bundle}`} download>
          {bundle}
        </a>
        . <a href="/verify">Check a certificate</a>
      </p>
      {rates.map((rate) => (
        <RowOfEntry rate={rate} entry={entry} />
      ))}
      <details>
        <summary>Show entry {leaf}</summary>
        <div class="excerpt" role="region" aria-label={`Entry ${leaf} of the log`} tabIndex={0}>
          <pre>{JSON.stringify(JSON.parse(entry.entry), null, 2)}</pre>
        </div>
      </details>
    </>
  )
}

function RowOfEntry({ rate, entry }: { rate: CertifiedRate; entry: CertifiedEntry }) {
  if (!rate.row) {
    return (
      <p>
        This page does not show the proof that <code>{lineOf(rate)}</code> is a row of the entry. A certificate has it,
        unless the entry is of version 1.
      </p>
    )
  }
  const { part, place, former, inclusion } = rate.row
  const { rows, root } = readEntry(entry)[part]
  return (
    <details>
      <summary>Show the proof of the row {lineOf(rate)}</summary>
      <p>
        It is number {place + 1} of the {rows} {part} rows of the entry
        {former !== null && (
          <>
            , and replaced <code>{former}</code>
          </>
        )}
        . The hash of its line and these {inclusion.length} nodes lead to the root of the rows in the entry,{' '}
        <code>{root}</code> (RFC 6962).
      </p>
      <div class="excerpt" role="region" aria-label={`Nodes from the row ${place} upwards`} tabIndex={0}>
        <pre>{inclusion.join('\n')}</pre>
      </div>
    </details>
  )
}

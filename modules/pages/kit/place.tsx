import type { Place } from '../../../adapters/kit/reading.ts'
import { ScrollingTable } from './tables.tsx'

export const NO_PLACE = 'Its place in the document could not be found by a program.'

/** The lines of a document around a figure, with the figure marked. */
export function InPlace({ place, label }: { place: Place; label: string }) {
  return (
    <>
      <p>
        <PlaceText place={place} />
      </p>
      <Excerpt place={place} label={label} />
    </>
  )
}

function PlaceText({ place: { where, isProven } }: { place: Place }) {
  return isProven ? (
    <>It is in {where}: when these digits are changed, the adapter reads another rate.</>
  ) : (
    <>It is in {where}, found by its digits.</>
  )
}

function Excerpt({ place: { lines, isCells }, label }: { place: Place; label: string }) {
  if (isCells) {
    return (
      <ScrollingTable label={label}>
        <tbody>
          {lines.map(({ label, pieces }) => (
            <tr>
              <th scope="row">{label}</th>
              {pieces.map(({ text, isFigure }) => (
                <td>{isFigure ? <mark>{text}</mark> : text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    )
  }
  return (
    <div class="excerpt" role="region" aria-label={label} tabIndex={0}>
      <pre>
        {lines.map(({ label, pieces }) => (
          <span class="line">
            <span class="place-label">{label}</span>
            <span>{pieces.map(({ text, isFigure }) => (isFigure ? <mark>{text}</mark> : text))}</span>
          </span>
        ))}
      </pre>
    </div>
  )
}

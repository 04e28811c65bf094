import { z } from 'zod'
import * as parameters from '../../../api/contract/parameters.ts'
import { utcText } from '../../../api/contract/instants.ts'
import { TextField } from './components.tsx'

/** The parameter of a page for the state known at an instant. An empty field is ignored. */
export const asOfQuery = { as_of: parameters.asOf.or(z.literal('').transform(() => undefined)).optional() }

/** The form that shows a page as known at an instant. `keep` are the other parameters of the page. */
export function AsOf({
  page,
  asOf,
  keep = {}
}: {
  page: string
  asOf?: string
  keep?: Record<string, string | undefined>
}) {
  const instant = asOf && new Date(asOf).toISOString()
  const others = Object.entries(keep).filter((it): it is [string, string] => it[1] !== undefined)
  return (
    <details open={asOf !== undefined}>
      <summary>{instant === undefined ? 'As known at an earlier time' : `As known at ${utcText(instant)}`}</summary>
      <form class="row" method="get" action={page}>
        {others.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <TextField
          label="As known at (UTC)"
          name="as_of"
          type="datetime-local"
          value={instant?.slice(0, 16)}
          required
        />
        <button class="plain">Show</button>
        {asOf !== undefined && (
          <a href={others.length > 0 ? `${page}?${new URLSearchParams(others)}` : page}>As known now</a>
        )}
      </form>
    </details>
  )
}

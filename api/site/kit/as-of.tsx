import { z } from 'zod'
import * as parameters from '../../contract/parameters.ts'
import { TextField } from './components.tsx'

/** The parameter of a page for what was known at an instant. An empty field asks for what is known now. */
export const asOfQuery = { as_of: parameters.asOf.or(z.literal('').transform(() => undefined)).optional() }

/** The form that shows a page as known at an instant. `keep` are the other parameters of the page. */
export function AsOf ({ page, asOf, keep = {} }: { page: string, asOf?: string, keep?: Record<string, string | undefined> }) {
  const shown = asOf && new Date(asOf).toISOString().slice(0, 16)
  const kept = Object.entries(keep).filter((it): it is [string, string] => it[1] !== undefined)
  return (
    <details open={asOf !== undefined}>
      <summary>{shown === undefined ? 'As known at an earlier time' : `As known at ${shown.replace('T', ' ')} UTC`}</summary>
      <form class="row" method="get" action={page}>
        {kept.map(([name, value]) => <input type="hidden" name={name} value={value} />)}
        <TextField label="As known at (UTC)" name="as_of" type="datetime-local" value={shown} required />
        <button class="plain">Show</button>
        {asOf !== undefined && <a href={kept.length > 0 ? `${page}?${new URLSearchParams(kept)}` : page}>As known now</a>}
      </form>
    </details>
  )
}

import type { Rows } from '../queries/rows.ts'
import { figureAddress } from './addresses.ts'
import { ScrollingTable } from './components.tsx'
import { currencyName, labelOf } from './labels.ts'

interface PairRow {
  base: string
  quote: string
  values: Map<string, string>
  /** The validity of its rates. Empty if the document prints none. */
  spans: Set<string>
}

/**
 * The rates of a source's table of a date (base, quote, type, value and, if printed, the validity): a row for each pair, a column for each rate type.
 * Each figure links to its story.
 */
export function RatesTable ({ rates, bank, date, caption }: { rates: Rows, bank: string, date: string, caption: string }) {
  const types = [...new Set(rates.cells.map(([, , type]) => type as string))]
  const rows = rowsOf(rates)
  const hasValidity = rows.some(({ spans }) => spans.size > 0)
  const hasOneBase = rows.every(({ base }) => base === rows[0]!.base)
  return (
    <ScrollingTable label={caption}>
      <caption><span>{caption}</span></caption>
      <thead>
        <tr>
          <th scope="col">One unit of</th>
          <th scope="col">In</th>
          {types.map((type) => <th scope="col" class="number">{labelOf(type)}</th>)}
          {hasValidity && <th scope="col">Valid</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ base, quote, values, spans }) => (
          <tr>
            <th scope="row">{base} {!hasOneBase && <Name code={base} />}</th>
            <td>{quote} {hasOneBase && <Name code={quote} />}</td>
            {types.map((type) => (
              <td class="number">
                {values.has(type) ? <a class="figure-link" href={figureAddress({ bank, base, quote, date, type })}>{values.get(type)}</a> : <span class="none">–</span>}
              </td>
            ))}
            {hasValidity && <td>{[...spans].join(', ')}</td>}
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

function Name ({ code }: { code: string }) {
  return <span class="name">{currencyName(code)}</span>
}

function rowsOf (rates: Rows): PairRow[] {
  const rows = new Map<string, PairRow>()
  const [first, last] = [rates.at('valid_from'), rates.at('valid_to')]
  for (const cells of rates.cells as Array<Array<string | null>>) {
    const [base, quote, type, value] = cells as string[]
    const row = rows.get(base! + quote!) ?? { base: base!, quote: quote!, values: new Map(), spans: new Set() }
    rows.set(base! + quote!, row)
    row.values.set(type!, value!)
    const span = spanOf(cells[first], cells[last])
    if (span) row.spans.add(span)
  }
  return [...rows.values()]
}

function spanOf (first?: string | null, last?: string | null): string {
  return [first && `from ${first}`, last && `to ${last}`].filter(Boolean).join(' ')
}

import type { Table } from '../queries/table.ts'
import { ScrollingTable } from './components.tsx'
import { currencyName, inWords } from './words.ts'

interface PairRow {
  base: string
  quote: string
  values: Map<string, string>
}

/** The rates of one table (columns base, quote, type, value), a row a pair and a column a rate type. */
export function RatesTable ({ rates, caption }: { rates: Table, caption: string }) {
  const types = [...new Set(rates.cells.map(([, , type]) => type as string))]
  const rows = rowsOf(rates)
  const hasOneBase = rows.every(({ base }) => base === rows[0]!.base)
  return (
    <ScrollingTable label={caption}>
      <caption><span>{caption}</span></caption>
      <thead>
        <tr>
          <th scope="col">One unit of</th>
          <th scope="col">In</th>
          {types.map((type) => <th scope="col" class="number">{inWords(type)}</th>)}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ base, quote, values }) => (
          <tr>
            <th scope="row">{base} {!hasOneBase && <Name code={base} />}</th>
            <td>{quote} {hasOneBase && <Name code={quote} />}</td>
            {types.map((type) => <td class="number">{values.get(type) ?? <span class="none">–</span>}</td>)}
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

function Name ({ code }: { code: string }) {
  return <span class="name">{currencyName(code)}</span>
}

function rowsOf (rates: Table): PairRow[] {
  const rows = new Map<string, PairRow>()
  for (const [base, quote, type, value] of rates.cells as string[][]) {
    const row = rows.get(base! + quote!) ?? { base: base!, quote: quote!, values: new Map() }
    rows.set(base! + quote!, row)
    row.values.set(type!, value!)
  }
  return [...rows.values()]
}

import type { Bank } from '../../../api/rates/bank-query.ts'
import type { RecentRates } from '../sources/overview-query.ts'
import type { Rows } from '../../../api/formats/rows.ts'
import { figureAddress, tableAddress } from '../../pages/kit/addresses.ts'
import type { CopiedFigures } from '../../pages/kit/copy-as.tsx'
import { currencyName, labelOf } from '../../pages/kit/labels.ts'
import { DataTable, type Column } from '../../pages/kit/tables.tsx'
import { changeOf, Sparkline } from './sparkline.tsx'

interface PairRow {
  base: string
  quote: string
  values: Map<string, string>
  /** The validity of its rates. Empty if the document prints none. */
  spans: Set<string>
}

interface RatesTableProps {
  rates: Rows
  bank: string
  date: string
  caption: string
  /** The rates of the last days, for the change and the line. */
  recent?: RecentRates[]
}

/** The copy options of a source's table of a date. The endpoint for past tables has no CSV. */
export function copiedTable({
  bank: { code, name },
  rates,
  date,
  isNewest,
  origin
}: {
  bank: Pick<Bank, 'code' | 'name'>
  rates: Rows
  date: string
  isNewest: boolean
  origin: string
}): CopiedFigures {
  const newest = `/api/v1/central-bank/${code}/latest`
  return {
    origin,
    page: tableAddress(code, date),
    endpoint: isNewest ? newest : `/api/v1/central-bank/${code}/${date}`,
    file: isNewest ? newest : undefined,
    rows: [
      ['bank', 'rate_date', 'base', 'quote', 'type', 'value'],
      ...rates.cells.map(([base, quote, type, value]) => [code, date, base, quote, type, value].map(String))
    ],
    citation: `${name}: official exchange rates of ${date}`
  }
}

const MIN_SPLIT = 12 // a table of fewer rows stays in one column
const SPARSE = 0.5

/**
 * The rates of a source's table of a date (base, quote, type, value and, if printed, the validity): a row for each
 * pair, a column for each rate type, or a table for each type if most pairs lack some types. Each figure links to its
 * page.
 */
export function RatesTable(props: RatesTableProps) {
  const types = [...new Set(props.rates.cells.map(([, , type]) => type as string))]
  const rows = rowsOf(props.rates)
  if (types.length === 1) return <OneType {...props} rows={rows} type={types[0]!} caption={props.caption} />
  if (props.rates.length >= rows.length * types.length * SPARSE) return <Figures {...props} rows={rows} types={types} />
  return (
    <>
      {types.map((type) => (
        <OneType
          {...props}
          rows={rows.filter(({ values }) => values.has(type))}
          type={type}
          caption={`${labelOf(type)}: ${props.caption}`}
        />
      ))}
    </>
  )
}

/** A table of one rate type, in two columns if it is long. */
function OneType({ rows, type, caption, ...props }: RatesTableProps & { rows: PairRow[]; type: string }) {
  const half = Math.ceil(rows.length / 2)
  if (rows.length < MIN_SPLIT || rows.some(({ spans }) => spans.size > 0)) {
    return <Figures {...props} rows={rows} types={[type]} caption={caption} />
  }
  return (
    <div class="halves">
      <Figures {...props} rows={rows.slice(0, half)} types={[type]} caption={caption} />
      <Figures {...props} rows={rows.slice(half)} types={[type]} caption={`${caption}, continued`} isContinued />
    </div>
  )
}

function Figures({
  rows,
  types,
  bank,
  date,
  caption,
  recent = [],
  isContinued = false
}: RatesTableProps & {
  rows: PairRow[]
  types: string[]
  isContinued?: boolean
}) {
  const hasValidity = rows.some(({ spans }) => spans.size > 0)
  const hasOneBase = rows.every(({ base }) => base === rows[0]!.base)
  const hasOneQuote = !hasOneBase && rows.every(({ quote }) => quote === rows[0]!.quote)
  const hasTrend = types.length === 1 && recent.some(({ values }) => values.length > 1)
  const trends = new Map(recent.map(({ base, quote, type, values }) => [base + quote + type, values]))
  const trendOf = ({ base, quote }: PairRow) => trends.get(base + quote + types[0]) ?? []
  const decimals = types.map((type) => Math.max(...rows.map(({ values }) => decimalsOf(values.get(type)))))
  return (
    <DataTable
      label={caption}
      caption={isContinued ? 'Continued' : caption}
      isDense
      rows={rows}
      columns={[
        {
          head: hasOneBase
            ? `One ${rows[0]!.base} in`
            : hasOneQuote
              ? `In ${rows[0]!.quote}, one unit of`
              : 'One unit of',
          cell: ({ base, quote }) => <Symbol code={hasOneBase ? quote : base} />
        },
        !hasOneBase && !hasOneQuote && { head: 'In', cell: ({ quote }) => quote },
        ...types.map((type, index): Column<PairRow> => ({
          head: labelOf(type),
          class: 'number',
          cell: ({ base, quote, values }) =>
            values.has(type) ? (
              <Aligned
                value={values.get(type)!}
                decimals={decimals[index]!}
                href={figureAddress({
                  bank,
                  base,
                  quote,
                  date,
                  type
                })}
              />
            ) : (
              <span class="none">–</span>
            )
        })),
        hasTrend && { head: 'Change', class: 'number change', cell: (row) => changeOf(trendOf(row)) },
        hasTrend && {
          head: <span class="hidden">Line of the last weeks</span>,
          class: 'wider',
          cell: (row) => <Sparkline values={trendOf(row)} />
        },
        hasValidity && { head: 'Valid', cell: ({ spans }) => [...spans].join(', ') }
      ]}
    />
  )
}

function Symbol({ code }: { code: string }) {
  return (
    <>
      {code} <span class="name">{currencyName(code)}</span>
    </>
  )
}

/** A figure whose decimal point is aligned with those of the others: hidden digits fill the space. */
function Aligned({ value, decimals, href }: { value: string; decimals: number; href: string }) {
  const missing = decimals - decimalsOf(value)
  return (
    <>
      <a class="figure-link" href={href}>
        {value}
      </a>
      {missing > 0 && (
        <span class="pad" aria-hidden="true">
          {(missing === decimals ? '.' : '') + '0'.repeat(missing)}
        </span>
      )}
    </>
  )
}

function decimalsOf(value = ''): number {
  return value.split('.')[1]?.length ?? 0
}

function rowsOf(rates: Rows): PairRow[] {
  const rows = new Map<string, PairRow>()
  const [first, last] = [rates.at('valid_from'), rates.at('valid_to')]
  for (const cells of rates.cells as Array<Array<string | null>>) {
    const [base, quote, type, value] = cells as string[]
    const row = rows.get(base! + quote!) ?? { base: base!, quote: quote!, values: new Map(), spans: new Set() }
    rows.set(base! + quote!, row)
    row.values.set(type!, String(value!))
    const span = spanOf(cells[first], cells[last])
    if (span) row.spans.add(span)
  }
  return [...rows.values()]
}

function spanOf(first?: string | null, last?: string | null): string {
  return [first && `from ${first}`, last && `to ${last}`].filter(Boolean).join(' ')
}

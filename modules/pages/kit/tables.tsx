import type { ComponentChildren, JSX } from 'preact'

/**
 * A column of a table: its heading and the cell of a row. The first column has the headings of the rows, unless another
 * one does.
 */
export interface Column<Row> {
  head: ComponentChildren
  cell: (row: Row, index: number) => ComponentChildren
  /** The classes of its cells. */
  class?: string
  /** The label of its cells on a narrow screen that shows rows as cards. */
  name?: string
  isRowHeading?: boolean
}

interface FrameProps {
  label: string
  id?: string
  isDense?: boolean
  /** On a narrow screen each row is a card with its cells one below the other, each with its label. */
  isStacked?: boolean
  /** On a narrow screen each row is a card with its cells in a line, for long lists. */
  isCarded?: boolean
  /** The visible caption. */
  caption?: ComponentChildren
  /** The caption for screen readers. */
  description?: string
}

/** A table in a box that scrolls sideways on narrow screens, also with the keyboard. */
export function ScrollingTable({
  label,
  id,
  isDense,
  isStacked,
  isCarded,
  caption,
  description,
  children
}: FrameProps & {
  children: ComponentChildren
}) {
  const classes = ['table', isDense && 'dense', isStacked && 'stacked', isCarded && 'carded'].filter(Boolean).join(' ')
  return (
    <div class={classes} id={id} role="region" aria-label={label} tabIndex={0}>
      <table>
        {description && <caption class="hidden">{description}</caption>}
        {caption && (
          <caption>
            <span>{caption}</span>
          </caption>
        )}
        {children}
      </table>
    </div>
  )
}

interface DataTableProps<Row> extends FrameProps {
  columns: Array<Column<Row> | false>
  rows: Row[]
  /** Attributes of the element of a row. */
  rowProps?: (row: Row) => JSX.HTMLAttributes<HTMLTableRowElement> & Record<`data-${string}`, string>
}

/** A scrolling table with a column for each declaration and a line for each row. */
export function DataTable<Row>({ columns, rows, rowProps, ...frame }: DataTableProps<Row>) {
  const shown = columns.filter((it) => it !== false)
  const heading = Math.max(
    0,
    shown.findIndex(({ isRowHeading }) => isRowHeading)
  )
  const nameOf = ({ head, name }: Column<Row>) =>
    name ?? (frame.isStacked && typeof head === 'string' ? head : undefined)
  return (
    <ScrollingTable {...frame}>
      <thead>
        <tr>
          {shown.map((it) =>
            it.head === '' ? (
              <td />
            ) : (
              <th scope="col" class={headClass(it.class)}>
                {it.head}
              </th>
            )
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr {...rowProps?.(row)}>
            {shown.map((it, at) =>
              at === heading ? (
                <th scope="row" class={it.class}>
                  {it.cell(row, index)}
                </th>
              ) : (
                <td class={it.class} data-name={nameOf(it)}>
                  {it.cell(row, index)}
                </td>
              )
            )}
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

/** The classes that a heading shares with its cells: its alignment, and the screens that show it. */
function headClass(classes = ''): string | undefined {
  return (
    classes
      .split(' ')
      .filter((it) => it === 'number' || it === 'wider')
      .join(' ') || undefined
  )
}

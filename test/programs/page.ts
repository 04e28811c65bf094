import { FILES } from './files.ts'
import { NOTATIONS, PROGRAMS, VALUATIONS, type Cell, type Verdict } from './table.ts'

// The tables of docs/programs.md, generated from the cells that the tests run.

/** The formats, each with its files. */
const FORMATS: Record<string, string[]> = {
  CSV: ['rates.csv'],
  'CSV, wide': ['wide.csv'],
  'CSV, decimal commas': ['comma.csv'],
  XLSX: ['rates.xlsx'],
  XML: ['rates.xml'],
  JSON: ['rates.json'],
  NDJSON: ['rates.ndjson'],
  Parquet: ['rates.parquet'],
  hledger: ['eur-jpy.hledger'],
  Ledger: ['eur-jpy.ledger'],
  Beancount: ['eur-jpy.beancount'],
  'SDMX generic': ['generic.xml', 'withdrawn.xml'],
  'SDMX specific': ['specific.xml'],
  'SDMX-JSON': ['sdmx.json', 'sdmx-1.json', 'sdmx-months.json'],
  'SDMX-CSV': ['sdmx.csv']
}

const MARKS: Record<Verdict, string> = {
  'as meant': 'yes',
  'with an option': 'option',
  wrong: 'wrong',
  'not read': 'no'
}

/** The overview, and the lines of each program. */
export function page(): string {
  return `${overview()}\n\n${PROGRAMS.map(section).join('\n\n')}`
}

function overview(): string {
  const rows = PROGRAMS.map(({ name, version, cells }) => [
    name,
    version,
    ...Object.values(FORMATS).map((files) => {
      const verdicts = new Set(cells.filter(({ file }) => files.includes(file)).map(({ verdict }) => MARKS[verdict]))
      return [...verdicts].join(', ')
    })
  ])
  return tableOf(['program', 'version', ...Object.keys(FORMATS)], rows)
}

function section({ name, version, run, install, cells }: (typeof PROGRAMS)[number]): string {
  const runs = run === undefined ? '' : ` Each line is the last argument of \`${run.join(' ')}\`.`
  const rows = cells.map(({ file, verdict, line, printed, remark }) => [
    `\`${file}\``,
    verdict,
    code(line),
    [verdict === 'wrong' || verdict === 'not read' ? `Prints ${code(printed!.trim())}.` : '', remark ?? '']
      .join(' ')
      .trim()
  ])
  return `### ${name}\n\nVersion ${version}, from \`${install}\`.${runs}\n\n${tableOf(['file', 'read', 'line', 'remark'], rows)}`
}

/** The requests behind the files. */
export function requests(): string {
  return tableOf(
    ['file', 'request'],
    Object.entries(FILES).map(([name, { path, accept }]) => [
      `\`${name}\``,
      code(path) + (accept === undefined ? '' : ` with \`Accept: ${accept}\``)
    ])
  )
}

/** How ledgers treat prices. */
export function valuations(): string {
  return behaviours('prices', VALUATIONS)
}

/** How programs read publishers' notations. */
export function notations(): string {
  return behaviours('notation', NOTATIONS)
}

function behaviours(subjects: string, list: typeof VALUATIONS): string {
  return tableOf(
    ['program', subjects, 'line', 'prints', 'remark'],
    list.flatMap(({ program, cells }) =>
      cells.map(({ subject, line, printed, remark }) => [program, subject, code(line), code(printed.trim()), remark])
    )
  )
}

export function countCells(): Record<Verdict, number> {
  const counts = { 'as meant': 0, 'with an option': 0, wrong: 0, 'not read': 0 }
  for (const { verdict } of PROGRAMS.flatMap((it): Cell[] => it.cells)) counts[verdict]++
  return counts
}

// Puts backticks around a code span in a cell of a table.
const code = (text: string) => {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${text.replaceAll('|', '\\|')}${fence}`
}

function tableOf(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

import type { Publication, Row, Source } from '../../adapters/source.ts'
import type { TruePublication } from './truth.ts'

interface Table {
  source: Source
  publication: Publication
  date: string
  rows: Row[]
}

/**
 * True rows as they came in: a document for each of the newest tables of every source, in the order of their dates over all sources. The older
 * tables of a source come before them, in one document.
 */
export function * asDaily (truth: TruePublication[], newest: number): Generator<TruePublication> {
  const tables = tablesOf(truth)
  const left = new Map<string, Table[]>()
  for (const table of tables) {
    const own = left.get(table.source.code)
    if (own) own.push(table)
    else left.set(table.source.code, [table])
  }
  for (const table of tables) {
    const own = left.get(table.source.code)!
    if (own.length > newest) yield documentOf(own.splice(0, own.length - newest))
    if (own[0] === table) yield documentOf(own.splice(0, 1))
  }
}

/** The tables of all publications by date, each row once: as the last publication that has it prints it. */
function tablesOf (truth: TruePublication[]): Table[] {
  const tables = new Map<string, Table & { byKey: Map<string, Row> }>()
  for (const { source, publication, rows } of truth) {
    for (const row of rows) {
      const key = `${row.date} ${source.code}`
      const table = tables.get(key) ?? { source, publication, date: row.date, rows: [], byKey: new Map<string, Row>() }
      table.byKey.set(`${row.base} ${row.quote} ${row.type}`, row)
      tables.set(key, table)
    }
  }
  return [...tables].sort(([one], [other]) => one < other ? -1 : 1).map(([, { byKey, ...table }]) => ({ ...table, rows: [...byKey.values()] }))
}

function documentOf (tables: Table[]): TruePublication {
  const { source, publication } = tables.at(-1)!
  const rows = tables.flatMap((table) => table.rows)
  const request = { ...publication.request, url: `${publication.request.url}#${tables[0]!.date}/${tables.at(-1)!.date}` }
  return { source, publication: { ...publication, request, body: Buffer.from(JSON.stringify(rows)) }, rows }
}

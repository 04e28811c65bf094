// Prints the rows of a query.
import { DuckDBInstance } from '@duckdb/node-api'

const connection = await (await DuckDBInstance.create(':memory:')).connect()
const rows = await connection.runAndReadAll(process.argv[2])
const head = rows.columnNames().join(' ')
console.log([head, ...rows.getRowsJson().map((cells) => cells.map((it) => it ?? 'NULL').join(' '))].join('\n'))

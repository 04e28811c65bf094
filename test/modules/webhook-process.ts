import { once } from 'node:events'
import { pino } from 'pino'
import type { Row } from '../../adapters/source.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { loadRows } from '../../pipelines/load/load.ts'
import { Network } from '../../pipelines/fetch/network.ts'
import { deliverDue } from '../../modules/events/delivery.ts'
import { Database } from '../../sql/database.ts'

/**
 * Loads a row, then waits for a line on standard input and delivers the due messages, so that a test can kill it in
 * between.
 * Arguments: the URL of the database, and optionally a source and a row as JSON.
 */
const [url, source, row] = process.argv.slice(2)
const database = new Database({ url: url! })
const dispatcher = new Network({ local: true })

if (row !== undefined) {
  const request = { method: 'GET', url: 'https://example.com/table.csv', headers: {} } as const
  const { id } = await archive(database, {
    source: source!,
    request,
    mediaType: 'text/csv',
    charset: 'utf-8',
    headers: {},
    body: Buffer.from(row)
  })
  await loadRows(database, id, [JSON.parse(row) as Row], [], null)
}
process.stdout.write('loaded\n')
await once(process.stdin, 'data')
await deliverDue({ database, logger: pino({ level: 'silent' }), dispatcher, notifyOwner: async () => {} })
await dispatcher.close()
await database.close()

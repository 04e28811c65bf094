import { once } from 'node:events'
import { pino } from 'pino'
import type { Row } from '../../../adapters/source.ts'
import { archive } from '../../../pipelines/load/archive.ts'
import { loadRows } from '../../../pipelines/load/load.ts'
import { Network } from '../../../pipelines/fetch/network.ts'
import { deliverDue } from '../../../pipelines/messages/webhooks.ts'
import { Database } from '../../../sql/database.ts'

/**
 * Loads a table of a source and then delivers what is due, as a process that a test kills in between: it delivers when it reads a line. Arguments: the URL of
 * the database, the source, and the row as JSON; the last two are left out to load nothing.
 */
const [url, source, row] = process.argv.slice(2)
const database = new Database({ url: url! })
const dispatcher = new Network({ local: true })

if (row !== undefined) {
  const request = { method: 'GET', url: 'https://example.com/table.csv', headers: {} } as const
  const { id } = await archive(database, { source: source!, request, mediaType: 'text/csv', charset: 'utf-8', headers: {}, body: Buffer.from(row) })
  await loadRows(database, id, [JSON.parse(row) as Row], [], null)
}
process.stdout.write('loaded\n')
await once(process.stdin, 'data')
await deliverDue({ database, logger: pino({ level: 'silent' }), dispatcher, tell: async () => {} })
await dispatcher.close()
await database.close()

// Writes sql/schema.txt: npm run schema
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../../sql/database.ts'
import { dumpSchema } from '../../sql/dump.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import { migrate } from '../../sql/migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'ratebook-schema-'))
const server = await startEmbedded(folder)
const database = new Database({ url: server.url })
await migrate(database)
writeFileSync(new URL('../../sql/schema.txt', import.meta.url), await dumpSchema(database))
await database.close()
await server.stop()
rmSync(folder, { recursive: true })

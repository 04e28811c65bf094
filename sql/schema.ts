// Writes sql/schema.txt: npm run schema
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from './database.ts'
import { dumpSchema } from './dump.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'ratebook-schema-'))
const server = await startEmbedded(folder)
const database = new Database({ url: server.url })
await migrate(database)
writeFileSync(new URL('schema.txt', import.meta.url), await dumpSchema(database))
await database.close()
await server.stop()
rmSync(folder, { recursive: true })

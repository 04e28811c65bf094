// npm run schema: writes sql/schema.txt.
import { writeFileSync } from 'node:fs'
import { Database } from '../../sql/database.ts'
import { dumpSchema } from './schema.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import { migrate } from '../../sql/migrate.ts'
import { testSchema } from '../../test/support/modules.ts'
import { inFolder } from '../folder.ts'

await inFolder(async (folder) => {
  const server = await startEmbedded(folder)
  const database = new Database({ url: server.url })
  await migrate(database, await testSchema())
  writeFileSync(new URL('../../sql/schema.txt', import.meta.url), await dumpSchema(database))
  await database.close()
  await server.stop()
})

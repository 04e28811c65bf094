import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { loadRows } from '../../pipelines/load/load.ts'
import type { Database } from '../../sql/database.ts'
import { dailyRates, prepareEcb } from './daily.ts'
import { withDatabases, type BenchOptions } from './databases.ts'
import { compareTimes, inTurns, print, progress, timed } from './measure.ts'

const ROUNDS = 3
const LEAST = 0.999 // the share of rows to store; the checks quarantine some that coincide or move far by chance
const CHUNK = 2000 // lines

/** Loading daily rates, checked and merged, against a plain COPY of the same rows into the same table. */
export async function benchLoad(options: BenchOptions): Promise<void> {
  const rows = dailyRates(options.days)
  progress(`load: ${rows.length} rows`)
  await withDatabases(options, async ({ create, checkpoint }) => {
    let database: Database
    let publication: number

    async function load(expected: 'new' | 'unchanged'): Promise<number> {
      await checkpoint()
      return timed(async () => {
        const counts = await loadRows(database, publication, rows)
        if (counts[expected] < LEAST * rows.length) throw new Error(`rows are missing: ${JSON.stringify(counts)}`)
      })
    }

    async function copy(): Promise<number> {
      const lines = rows.map(
        ({ date, base, quote, type, value }) =>
          `ecb\t${base}\t${quote}\t${type}\t${date}\t${value}\t1\t${publication}\n`
      )
      const chunks = Array.from({ length: Math.ceil(lines.length / CHUNK) }, (_, index) =>
        lines.slice(index * CHUNK, (index + 1) * CHUNK).join('')
      )
      await database.write('truncate rates')
      await checkpoint()
      return timed(() =>
        database.withClient((client) =>
          pipeline(
            Readable.from(chunks),
            client.query(
              copyFrom('copy rates (source, base, quote, type, date, value, unit, publication_id) from stdin')
            )
          )
        )
      )
    }

    const [first, again, copied] = (await inTurns(options.rounds ?? ROUNDS, [
      async () => {
        database = await create('load')
        publication = await prepareEcb(database)
        return load('new')
      },
      () => load('unchanged'),
      copy
    ])) as [number[], number[], number[]]

    print(`Loading ${rows.length} rows, checked and merged, against a plain COPY of them into the empty table`, [
      compareTimes('first load', first, copied),
      compareTimes('second load, which changes nothing', again, copied)
    ])
  })
}

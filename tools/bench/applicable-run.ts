import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { answerFile, checkFile } from '../../api/applicable/file.ts'
import { Batch } from '../../api/applicable/batch-query.ts'
import { Database } from '../../sql/database.ts'

// A process that answers files of invoices, and says how long each took and how much memory it has needed so far.

export interface Question {
  url: string
  path: string
  /** Where the answer is written. */
  output: string
}

export interface Answered {
  milliseconds: number
  /** Megabytes of memory at the peak of the process. */
  peak: number
}

process.on('message', async ({ url, path, output }: Question) => {
  const database = new Database({ url })
  const started = performance.now()
  const batch = await Batch.open(database, {}, { at: Date.now(), withUnsure: false })
  await checkFile(batch, path, 'csv')
  await pipeline(Readable.from(answerFile(batch, path, 'csv'), { objectMode: false }), createWriteStream(output))
  const answered: Answered = { milliseconds: performance.now() - started, peak: process.resourceUsage().maxRSS / 1024 }
  await database.close()
  process.send!(answered)
})
process.once('disconnect', () => process.exit())

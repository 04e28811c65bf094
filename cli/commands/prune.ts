import type { Command } from 'commander'
import { confirm } from '../confirm.ts'
import { megabytes, print, printRows } from '../output.ts'
import { runCommand } from '../runtime.ts'

/** Adds the command that deletes documents which were never read. */
export function addPruneCommand (program: Command): void {
  program.command('prune')
    .description('delete documents that were never read and are over the quota of their source, or older than 400 days')
    .option('--yes', 'do not ask for confirmation').action(prune)
}

interface Prunable {
  source: string
  documents: number
  bytes: number
}

const PRUNABLE = `
  select source, count(*) as documents, sum(size) as bytes
  from prunable_documents()
  group by source
  order by bytes desc, source`

async function prune ({ yes }: { yes?: boolean }): Promise<void> {
  await runCommand(async ({ owner }) => {
    const sources = await owner.write<Prunable>(PRUNABLE)
    printRows(
      sources.map((it) => ({ ...it, bytes: megabytes(it.bytes) })),
      'no document is over the quota of its source or too old'
    )
    if (sources.length === 0) return
    await confirm('These documents cannot be fetched again. Delete them?', yes)
    const [gone] = await owner.write<{ documents: number, bytes: number }>('select * from prune_documents()')
    print(`${gone!.documents} documents deleted, ${megabytes(gone!.bytes)} before compression`)
  })
}

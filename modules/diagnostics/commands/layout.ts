import type { Command } from 'commander'
import type { LayoutChange } from '../../../adapters/kit/reading.ts'
import { compareLayout, newestUnread } from '../../../pipelines/care/layout.ts'
import { countArgument } from '../../../cli/arguments.ts'
import { print, printRows } from '../../../cli/output.ts'
import { runCommand, selectSources } from '../../../cli/runtime.ts'

interface LayoutOptions {
  document?: number
}

/** Adds the command that shows how a document that could not be read differs from the last good one. */
export function addLayoutCommand(program: Command): void {
  program
    .command('layout')
    .description('compare the newest document that could not be read with the last good one')
    .argument('<code>', 'code of a source')
    .option('--document <id>', 'number of another archived document to compare', countArgument)
    .action(layout)
}

async function layout(code: string, { document }: LayoutOptions): Promise<void> {
  await runCommand(async (runtime) => {
    const [source] = selectSources(runtime, [code])
    const id = document ?? (await newestUnread(runtime, source!))
    if (id === undefined) return print(`every archived document of ${code} was read`)
    printChange(await compareLayout(runtime, source!, id))
  })
}

function printChange({ source, document, error, last, changes, same, rows }: LayoutChange): void {
  print(`${source}: ${error ?? 'today’s adapter reads this document: run "ratebook reparse"'}\n`)
  printRows([...(last ? [{ document: 'last good', ...last }] : []), { document: 'new', ...document }])
  if (!last) return print('\nno document of this source has been read yet')
  print(`\n${changes.length} labels changed, ${same} did not`)
  printRows(changes.map(({ label, before = '', after = '' }) => ({ label, before, after })))
  print('\nthe rows of the last good document, and the texts at their places in the new one')
  printRows(
    rows.map(({ date, base, quote, type, value, place = '', found = '' }) => ({
      date,
      base,
      quote,
      type,
      value,
      place,
      found
    }))
  )
}

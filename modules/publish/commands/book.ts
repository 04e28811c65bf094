import { InvalidArgumentError, type Command } from 'commander'
import { examples, listArgument } from '../../../cli/arguments.ts'
import { megabytes, print } from '../../../cli/output.ts'
import type { UpdateOptions } from '../book/update.ts'
import { addressArgument, yearArgument } from './publish.ts'

/** Adds the commands of a book: official rates as files, updated without a server. */
export function addBookCommands(program: Command): void {
  const book = program.command('book').description('keep official rates as a folder of files, without a server')
  book
    .command('update')
    .description('fetch the sources that are due, and write what changed: documents, rates, log and pages')
    .argument('<folder>', 'a book, or an empty folder to begin one')
    .option('--sources <codes>', 'only these sources, separated by commas', listArgument)
    .option('--without <codes>', 'sources to leave out, separated by commas', listArgument)
    .option('--with <codes>', 'sources to include although their terms restrict redistribution', listArgument)
    .option(
      '--from-year <year>',
      'first year of the tables by date (default: the year before the newest)',
      yearArgument
    )
    .option('--base-url <url>', 'public address of the book', addressArgument)
    .option('--all', 'fetch all sources, not only those that are due')
    .option('--backfill', 'fetch the whole history; resume an interrupted backfill')
    .option('--replay <folder>', 'read recorded answers from a folder instead of the network')
    .option('--at <instant>', 'the time of a replayed run, such as 2026-03-18T18:00:00Z', instantArgument)
    .addHelpText('after', examples('book update book', 'book update book --sources ecb,bnr --from-year 1999'))
    .action(update)
}

function instantArgument(text: string): Date {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new InvalidArgumentError('expected an instant in UTC, such as 2026-03-18T18:00:00Z')
  }
  return new Date(text)
}

async function update(folder: string, options: UpdateOptions): Promise<void> {
  if (options.at && !options.replay)
    throw new Error('--at needs --replay: a publisher answers only at the present time')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stderr.write(`ratebook: stopped by ${signal}\n`)
      process.exit(1)
    })
  }
  const { updateBook } = await import('../book/update.ts')
  const { outcomes, files, bytes, written, removed, isSigned, restricted } = await updateBook(folder, options)
  const failed = outcomes.filter(({ status }) => status === 'failed').length
  print(`${outcomes.length - failed} of ${outcomes.length} fetched sources answered as expected`)
  if (restricted.length > 0) {
    print(`left out, because their terms restrict redistribution (--with includes them): ${restricted.join(', ')}`)
  }
  print(`${files} files with ${megabytes(bytes)}; ${written} written, ${removed} removed`)
  if (!isSigned) print('the log is not signed, because SIGNING_KEY_FILE is not set')
}

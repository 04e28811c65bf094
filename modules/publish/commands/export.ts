import { Option, type Command } from 'commander'
import { SigningKeys } from '../../proof/keys.ts'
import { dateArgument, examples, listArgument } from '../../../cli/arguments.ts'
import { exportDocumentsTo, type DocumentsReport } from '../export/documents.ts'
import { exportLogTo } from '../export/log.ts'
import { EXPORT_FORMATS, type ExportOptions } from '../export/options.ts'
import { print } from '../../../cli/output.ts'
import { runCommand, selectSources, type Runtime } from '../../../cli/runtime.ts'
import { keyFileOf } from '../../../cli/key-file.ts'

/** Adds the commands that write all rates, or the archived documents, as files. */
export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('write all rates, revisions and sources to files by source and year; update an earlier export')
    .argument('<folder>', 'an empty folder, or one with an earlier export')
    .addOption(new Option('--format <format>', 'format of the files').choices(EXPORT_FORMATS).default('parquet'))
    .option('--since <date>', 'leave out rates before this date', dateArgument)
    .addHelpText('after', examples('export rates --format parquet', 'export rates-csv --format csv --since 2020-01-01'))
    .action(exportData)
  program
    .command('export-documents')
    .description('write the archived documents and the signed log to a folder that "ratebook mirror" can read')
    .argument('<folder>', 'an empty folder, or one with an earlier export of documents')
    .option('--source <codes>', 'only these sources, separated by commas', listArgument)
    .option('--since <date>', 'only documents read since this date', dateArgument)
    .action(exportDocuments)
}

async function exportDocuments(
  folder: string,
  { source: sources, since }: { source?: string[]; since?: string }
): Promise<void> {
  await runCommand(async (runtime) => {
    if (sources) selectSources(runtime, sources)
    const { documents, written, bytes } = await exportSigned(runtime, folder, { sources, since })
    print(`${documents} documents; ${written} written, ${bytes} bytes`)
  })
}

/** Writes archived documents to a folder, with the signed log of the instance. */
export async function exportSigned(
  { database, settings }: Runtime,
  folder: string,
  options: { sources?: string[]; since?: string }
): Promise<DocumentsReport> {
  const [{ answerOffline: answer }, { published: endpoints }] = await Promise.all([
    import('../offline.ts'),
    import('../endpoints.ts')
  ])
  const signingKey = keyFileOf(settings)
  const { origin } = await new SigningKeys(signingKey).ring()
  const report = await exportDocumentsTo(folder, database, { origin, ...options })
  const now = Date.now()
  const offline = {
    database,
    endpoints,
    settings: { signingKey },
    origin: '',
    now,
    today: new Date(now).toISOString().slice(0, 10)
  }
  await exportLogTo(folder, async (path, parameters) => (await answer(path, parameters, offline)).body)
  return report
}

async function exportData(folder: string, options: ExportOptions): Promise<void> {
  // imported late: the formats take longer to load than most commands run
  const { exportTo } = await import('../export/folder.ts')
  await runCommand(async ({ database }) => {
    const { files, rows, written, removed } = await exportTo(folder, database, options)
    print(`${files} files with ${rows} rows; ${written} written, ${removed} removed`)
  })
}

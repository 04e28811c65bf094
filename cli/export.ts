import { Option, type Command } from 'commander'
import { dateArgument } from './arguments.ts'
import { EXPORT_FORMATS, exportTo, type ExportOptions } from './export-folder.ts'
import { print } from './output.ts'
import { runCommand } from './runtime.ts'

/** Adds the command that writes the whole data as files. */
export function addExportCommand (program: Command): void {
  program.command('export').description('write all rates, revisions and sources as files by source and year; only what changed since the last export').argument('<folder>')
    .addOption(new Option('--format <format>', 'the format of the files').choices(EXPORT_FORMATS).default('parquet'))
    .option('--since <date>', 'leave out earlier rates', dateArgument).action(exportData)
}

async function exportData (folder: string, options: ExportOptions): Promise<void> {
  await runCommand(async ({ database }) => {
    const { files, rows, written, removed } = await exportTo(folder, database, options)
    print(`${files} files with ${rows} rows; ${written} written, ${removed} removed`)
  })
}

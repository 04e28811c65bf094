import { resolve } from 'node:path'
import { InvalidArgumentError, type Command } from 'commander'
import { COMPOSITE } from '../../../api/rates/bank-query.ts'
import { underLock } from '../../../pipelines/runs/lock.ts'
import { examples, listArgument } from '../../../cli/arguments.ts'
import type { EditionOptions } from '../edition/edition.ts'
import { megabytes, print } from '../../../cli/output.ts'
import { startProgress } from '../../../cli/progress.ts'
import { runCommand, selectSources, type Runtime } from '../../../cli/runtime.ts'
import { keyFileOf } from '../../../cli/key-file.ts'
import { Folder, openFolder } from '../folder.ts'

interface Options {
  fromYear?: number
  without?: string[]
  baseUrl?: string
  reset?: true
}

/** Adds the command that writes a static edition. */
export function addPublishCommand(program: Command): void {
  program
    .command('publish')
    .description('write the open data as files that any web server can serve; update an earlier edition')
    .argument('<folder>', 'an empty folder, or one with an earlier edition')
    .option(
      '--from-year <year>',
      'first year of tables and histories (default: the year before the newest table of each source)',
      yearArgument
    )
    .option('--without <codes>', 'sources to leave out, separated by commas', listArgument)
    .option(
      '--base-url <url>',
      'public address of the service, for links to its pages (default: PUBLIC_URL)',
      addressArgument
    )
    .option('--reset', 'forget the options of earlier runs, which otherwise remain in force')
    .addHelpText('after', examples('publish edition --without cbr --from-year 1999'))
    .action(publish)
}

export function yearArgument(text: string): number {
  if (!/^[12]\d{3}$/.test(text)) throw new InvalidArgumentError('expected a year, such as 1999')
  return Number(text)
}

export function addressArgument(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text)) throw new InvalidArgumentError('expected an http or https URL')
  return text.replace(/\/$/, '')
}

async function publish(folder: string, options: Options): Promise<void> {
  await runCommand(async (runtime) => {
    const report = await underLock(runtime.database, `publish ${resolve(folder)}`, 0, () =>
      publishData(folder, runtime, options)
    )
    if (!report) throw new Error(`another process is publishing to ${folder}`)
    const { files, bytes, written, removed } = report
    print(`${files} files with ${megabytes(bytes)}; ${written} written, ${removed} removed`)
  })
}

async function publishData(folder: string, runtime: Runtime, { fromYear, without, baseUrl, reset }: Options) {
  const { database, settings } = runtime
  for (const code of without ?? []) if (code !== COMPOSITE) selectSources(runtime, [code])
  // Imported late: all endpoints and formats take long to load.
  const [{ answerOffline: answer }, { published: endpoints }, { publishTo }] = await Promise.all([
    import('../offline.ts'),
    import('../endpoints.ts'),
    import('../edition/edition.ts')
  ])
  const defaults: EditionOptions = reset ? { fromYear: null, without: [], baseUrl: null } : {}
  const progress = startProgress(1)
  const places = { publicUrl: settings.PUBLIC_URL, signingKey: keyFileOf(settings) }
  const parts = {
    database,
    endpoints,
    ...places,
    answer,
    now: Date.now(),
    onSource: (code: string) => progress.step(code)
  }
  const options = {
    ...defaults,
    ...(fromYear && { fromYear }),
    ...(without && { without: without.toSorted() }),
    ...(baseUrl && { baseUrl })
  }
  await openFolder(folder)
  return publishTo(new Folder(folder), parts, options).finally(() => progress.end())
}

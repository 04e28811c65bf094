import type { Command } from 'commander'
import { dryRun } from '../../pipelines/runs/dry-run.ts'
import { missingCredential } from '../../pipelines/fetch/credentials.ts'
import { scaffoldSource } from '../../tools/scaffold/scaffold.ts'
import { COMPOSITE } from '../../pipelines/load/sources.ts'
import { print, printRows } from '../output.ts'
import { runCommand, selectSources } from '../runtime.ts'

/** Adds the commands that list sources, and create and check one. */
export function addSourceCommands(program: Command): void {
  program.command('sources').description('list the sources, and the credentials that are missing').action(list)
  const source = program.command('source').description('create or check the adapter of a source')
  source
    .command('new')
    .description('create the files of a new source')
    .argument('<code>', 'code of the new source')
    .action(create)
  source
    .command('check')
    .description(
      'fetch, parse and check a source and compare it with the stored rates and the other banks; store nothing'
    )
    .argument('<code>', 'code of a source')
    .option('--replay <folder>', 'read recorded answers from a folder instead of the network')
    .action(check)
}

async function list(): Promise<void> {
  await runCommand(async ({ sources, environment }) =>
    printRows(
      [...sources, COMPOSITE].map((source) => ({
        code: source.code,
        name: source.name,
        country: source.country,
        kind: source.kind,
        cadence: source.cadence,
        types: source.rateTypes.join(','),
        since: source.historyFrom,
        status: missingCredential(source, environment) ?? 'ready'
      }))
    )
  )
}

async function create(code: string): Promise<void> {
  print((await scaffoldSource(code)).join('\n'))
}

async function check(code: string, { replay }: { replay?: string }): Promise<void> {
  await runCommand(async (runtime) => {
    const [source] = selectSources(runtime, [code])
    const { publications, good, bad, unread, outside, differences, unlike } = await dryRun(
      runtime,
      source!,
      replay
    ).catch((error: unknown) => {
      throw new Error(`${code}: ${(error as Error).message}`, { cause: error })
    })
    const dates = good.map(({ date }) => date).sort()
    printRows(good.map(({ date, base, quote, type, value, unit = 1 }) => ({ date, base, quote, type, value, unit })))
    print(
      `\npublications: ${publications.length}, rows: ${good.length} (${dates.at(0)} to ${dates.at(-1)}), refused: ${bad.length}`
    )
    if (bad.length > 0) printRows(bad.map(({ row, reason }) => ({ ...row, reason })))
    if (unread.length > 0) print('\nneither read nor left out by name:')
    printRows(
      unread.map(({ place, figures, example }) => ({ place, figures, example })),
      'every figure is read or left out by name'
    )
    if (outside.length > 0) {
      print(
        source!.pairs
          ? '\ntables with fewer or more pairs than the source states:'
          : '\nthe source does not state how many pairs its tables have at least and at most (pairs):'
      )
      printRows(outside)
    }
    const changed = differences.filter(({ stored }) => stored !== null)
    const missing = differences.length - changed.length
    if (missing > 0) print(missing === good.length ? 'none of these rows is stored yet' : `not stored yet: ${missing}`)
    if (changed.length > 0) print(`\ndifferent from what is stored: ${changed.length}`)
    printRows(changed, missing > 0 ? '' : 'nothing differs from what is stored')
    if (unlike.length > 0) print(`\naway from the other banks: ${unlike.length}`)
    printRows(unlike, 'no newest figure is away from the other banks, where these are stored')
  })
}

import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Option, type Command } from 'commander'
import { z } from 'zod'
import { grouping, groupingOf, STATS, UNITS } from '../../api/contract/grouping.ts'
import { askedDay } from '../../api/contract/dates.ts'
import { windowOf } from '../../api/contract/parameters.ts'
import { seriesQuery } from './series-fields.ts'
import { extentOfSeries, listSeries, readSeries } from './series-query.ts'
import { examples } from '../../cli/arguments.ts'
import { runCommand } from '../../cli/runtime.ts'

const FORMATS = ['csv', 'ndjson', 'parquet', 'xlsx'] as const
const SHAPES = ['long', 'wide', 'spread'] as const
const { pairs, banks, from, to, type, as_of } = seriesQuery
const request = z.object({ pairs, banks, from, to, type, as_of, ...grouping })

interface Options {
  banks?: string
  from?: string
  to?: string
  type?: string
  asOf?: string
  shape: (typeof SHAPES)[number]
  group?: string
  stat?: string
  round?: string
  format: (typeof FORMATS)[number]
  output?: string
}

/** Adds the command that writes histories of pairs to a file. */
export function addSeriesCommand(program: Command): void {
  program
    .command('series')
    .description('write the history of pairs at one or more sources to one file')
    .argument('<pairs...>', 'pairs, such as EUR/USD')
    .option('--banks <codes>', 'sources, separated by commas (default: all that have a pair)')
    .option('--from <date>', 'first date (default: a year before the last)')
    .option('--to <date>', 'last date (default: today)')
    .option('--type <type>', 'rate type, such as sell')
    .option('--as-of <instant>', 'only the rates known at this time')
    .addOption(
      new Option('--shape <shape>', 'a row for each rate, a column for each series, or the spread between sources')
        .choices(SHAPES)
        .default('long')
    )
    .addOption(new Option('--group <period>', 'one figure for each period').choices(UNITS))
    .addOption(new Option('--stat <figure>', 'figure for each period, with --group').choices(STATS))
    .option('--round <decimals>', 'number of decimals, with --group')
    .addOption(new Option('--format <format>', 'format of the file').choices(FORMATS).default('csv'))
    .option('--output <file>', 'write to this file instead of standard output')
    .addHelpText(
      'after',
      examples(
        'series EUR/USD --banks ecb --from 1999-01-01',
        'series EUR/USD GBP/USD --shape wide --group month --format xlsx --output series.xlsx'
      )
    )
    .action(writeSeries)
}

async function writeSeries(texts: string[], { shape, format, output, asOf, ...options }: Options): Promise<void> {
  const { success, data, error } = request.safeParse({ ...options, as_of: asOf, pairs: texts.join(',') })
  if (!success) throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  if (output === undefined && format !== 'csv' && format !== 'ndjson' && process.stdout.isTTY) {
    throw new Error(`${format} is a binary format: expected --output FILE`)
  }
  // Imported late: the workbook library takes longer to load than most commands run.
  const { streamOf } = await import('../../api/formats/index.ts')
  await runCommand(async ({ requestDatabase }) => {
    const window = windowOf(data, askedDay(data, Date.now()))
    const lookup = {
      ...window,
      series: await listSeries(requestDatabase, data.pairs, data.banks),
      type: data.type,
      asOf: data.as_of,
      grouping: groupingOf(data)
    }
    const content = await extentOfSeries(requestDatabase, lookup)
    if (content.count === 0) {
      throw new Error(`none of these sources has a rate of these pairs from ${window.from} to ${window.to}`)
    }
    const rates = readSeries(requestDatabase, shape, lookup, content)
    const body = streamOf({ fields: { rates }, rows: { list: 'rates', beside: [] } }, { format, bom: '0' })
    await pipeline(body, output === undefined ? process.stdout : createWriteStream(output))
  })
}

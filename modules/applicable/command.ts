import { createWriteStream, existsSync } from 'node:fs'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { TableFormat } from './tables/tables.ts'
import { Batch, type Defaults } from './batch/batch.ts'
import { DECIMAL_MARKS } from './batch/columns.ts'
import { emptySummary, summaryText } from './batch/summary.ts'
import type { DecimalMark } from '../../api/contract/amounts.ts'
import { examples } from '../../cli/arguments.ts'
import { runCommand } from '../../cli/runtime.ts'
import { updateOwnRules } from './register.ts'

const EXIT_SOME_WITHOUT_RATE = 2 // exit code

interface Options {
  jurisdiction?: string
  purpose?: string
  rule?: string
  target?: string
  unsure?: boolean
  decimal?: DecimalMark
  formulas?: 'keep'
  output?: string
  checkMethod?: boolean
  dateColumn?: ChosenColumn
  currencyColumn?: ChosenColumn
  amountColumn?: ChosenColumn
  invoiceDateColumn?: ChosenColumn
}

type ChosenColumn = number | 'none'

/** Adds the command that adds official rates to a file of invoices. */
export function addApplicableCommand(program: Command): void {
  program
    .command('applicable')
    .description('add the official rate that the law requires to each row of a file')
    .argument('<file>', 'a .csv, .jsonl or .xlsx file')
    .option('--jurisdiction <code>', 'jurisdiction of rows that name none')
    .option('--purpose <purpose>', 'purpose of rows that name none')
    .option('--rule <id>', 'rule of rows that name none')
    .option('--target <currency>', 'target currency of rows that name none')
    .addOption(
      new Option(
        '--decimal <sign>',
        'decimal separator of amounts that are texts (default: detected from them)'
      ).choices(DECIMAL_MARKS)
    )
    .addOption(
      new Option('--formulas <handling>', 'do not escape texts that a spreadsheet would run as formulas').choices([
        'keep'
      ])
    )
    .option('--date-column <number>', 'column of the date, if no heading identifies it', columnArgument)
    .option('--currency-column <number>', 'column of the currency', columnArgument)
    .option('--amount-column <number>', 'column of the amount, or none', columnArgument)
    .option('--invoice-date-column <number>', 'column of the date of the invoice, or none', columnArgument)
    .option('--check-method', 'name the rows whose rule or rate departs from the method of their year')
    .option('--unsure', 'also use unsure rules, whose legal text was not read')
    .option('--output <file>', 'write to this file instead of standard output')
    .addHelpText('after', examples('applicable invoices.csv --jurisdiction PL --purpose vat --output with-rates.csv'))
    .action(applicable)
}

function columnArgument(text: string): ChosenColumn {
  if (text !== 'none' && !/^[1-9]\d{0,4}$/.test(text)) {
    throw new InvalidArgumentError('expected the number of a column from 1, or none')
  }
  return text === 'none' ? text : Number(text)
}

async function applicable(path: string, options: Options): Promise<void> {
  const {
    output,
    checkMethod: onlyChecksMethod = false,
    unsure = false,
    decimal,
    formulas,
    dateColumn,
    currencyColumn,
    amountColumn,
    invoiceDateColumn,
    ...defaults
  } = options
  const columns = {
    date_column: dateColumn,
    currency_column: currencyColumn,
    amount_column: amountColumn,
    invoice_date_column: invoiceDateColumn
  }
  // Imported late: the workbook library takes longer to load than most commands run.
  const [{ answerFile, checkFile }, { checkMethod, methodLines }, { TABLE_TYPES }] = await Promise.all([
    import('./batch/file.ts'),
    import('./batch/method.ts'),
    import('./tables/tables.ts')
  ])
  const format = extname(path).slice(1).toLowerCase()
  if (!Object.hasOwn(TABLE_TYPES, format)) {
    throw new Error(`expected a file that ends with .${Object.keys(TABLE_TYPES).join(', .')}, not ${path}`)
  }
  if (!existsSync(path)) throw new Error(`there is no file ${path}`)
  await runCommand(async ({ owner, requestDatabase }) => {
    await updateOwnRules(owner)
    const batch = await Batch.open(requestDatabase, upperCase(defaults), {
      at: Date.now(),
      withUnsure: unsure,
      columns,
      decimal
    })
    await checkFile(batch, path, format as TableFormat)
    if (onlyChecksMethod) {
      const check = await checkMethod(batch, path, format as TableFormat, { elected: defaults.rule })
      const to = output === undefined ? process.stdout : createWriteStream(output)
      for (const line of methodLines(check)) to.write(`${line}\n`)
      if (check.departures.length > 0) process.exitCode = EXIT_SOME_WITHOUT_RATE
      return
    }
    const summary = emptySummary()
    await pipeline(
      Readable.from(answerFile(batch, path, format as TableFormat, { keepsFormulas: formulas === 'keep', summary }), {
        objectMode: false
      }),
      output === undefined ? process.stdout : createWriteStream(output)
    )
    process.stderr.write(`${summaryText(summary)}\n`)
    if (summary.no_rate + summary.no_data + summary.error > 0) {
      process.exitCode = EXIT_SOME_WITHOUT_RATE
    }
  })
}

function upperCase({ jurisdiction, target, ...others }: Defaults): Defaults {
  return { ...others, jurisdiction: jurisdiction?.toUpperCase(), target: target?.toUpperCase() }
}

import { Readable } from 'node:stream'
import { z } from 'zod'
import {
  answerFields,
  citationFields,
  jurisdiction,
  NO_ADVICE,
  purpose,
  query,
  REPORT,
  ruleFields,
  ruleId
} from './fields.ts'
import { notFound } from '../../api/contract/errors.ts'
import * as fields from '../../api/contract/fields.ts'
import { asOf } from '../../api/contract/parameters.ts'
import { answerFile, checkFile, previewFile } from './batch/file.ts'
import { columnsOf } from '../../api/formats/columns.ts'
import { FORMATS } from '../../api/formats/index.ts'
import { TABLE_TYPES, type TableFormat } from './tables/tables.ts'
import { NO_STORE, REVALIDATE } from '../../api/server/cache-control.ts'
import { route, type Context } from '../../api/server/route.ts'
import { applicableRate, ruleAndCitation } from './answer.ts'
import { Batch, type Defaults } from './batch/batch.ts'
import type { DecimalMark } from '../../api/contract/amounts.ts'
import { DECIMAL_MARKS } from './batch/columns.ts'
import { Rows } from '../../api/formats/rows.ts'
import type { ChosenColumns } from './batch/headings.ts'
import { readRulebook, type KnownRule } from './rulebook.ts'

// prettier-ignore
const BESIDE = [
  'jurisdiction', 'purpose', 'date', 'source', 'target', 'amount', 'status', 'reason', 'explanation', 'rate_date',
  'rate', 'publisher', 'rate_type', 'method', 'converted', 'pending_until', 'dated', 'valid_from', 'valid_to', 'rule',
  'citation', 'document', 'disclaimer'
]

export const applicable = route({
  path: '/api/v1/applicable',
  summary:
    'Get the official rate that the law of a jurisdiction requires for a purpose and a date, with the rule, ' +
    'its citation and the document',
  access: 'paid',
  query,
  examples: [
    {
      summary: 'VAT in Poland',
      request: { jurisdiction: 'PL', purpose: 'vat', date: '2026-03-03', source: 'USD', amount: '1000' }
    },
    {
      summary: 'The balance sheet of the same day',
      request: { rule: 'pl-accounting-closing', date: '2026-03-03', source: 'USD' }
    }
  ],
  formats: FORMATS,
  response: answerFields,
  failures: [404],
  cacheControl: REVALIDATE,
  run: async ({ format: _format, unsure, as_of: asOf, ...request }, { database, now }) => {
    const answer = await applicableRate(database, { ...request, withUnsure: unsure === 'true' }, { asOf, at: now })
    return { fields: answer, rows: { beside: BESIDE }, fileName: `${answer.rule.id}-${request.source}-${request.date}` }
  }
})

const MAX_UPLOAD = 512 * 1024 * 1024
const TYPES = Object.entries(TABLE_TYPES) as Array<[TableFormat, string]>
const { jurisdiction: ofJurisdiction, purpose: ofPurpose, rule, target, side, unsure, as_of: known } = query
const decimal = z
  .enum(DECIMAL_MARKS, `expected ${DECIMAL_MARKS.join(' or ')}`)
  .optional()
  .meta({
    description:
      'The decimal separator of amounts that are text. The default is the separator that the rows ' +
      'show. If no row shows it, an ambiguous amount such as 1,234 or 1.234 is an error.',
    examples: ['comma']
  })
const formulas = z
  .literal('keep', 'expected keep')
  .optional()
  .meta({
    description:
      'Leaves text that a spreadsheet would run as a formula unchanged. By default, the service ' +
      'puts an apostrophe before it.',
    examples: ['keep']
  })
const column = (field: string, example: string) =>
  z
    .union(
      [
        z.literal('none'),
        z
          .string()
          .regex(/^[1-9]\d{0,4}$/)
          .transform(Number)
      ],
      'expected the number of a column from 1, or none'
    )
    .optional()
    .meta({
      description:
        `The number of the column with the ${field}, from 1, or \`none\`. By default, the headings ` + 'identify it.',
      examples: [example]
    })
const columnsQuery = {
  date_column: column('date of the event', '2'),
  currency_column: column('currency', '3'),
  amount_column: column('amount', '4'),
  invoice_date_column: column('date of the invoice', 'none')
}
const batchQuery = {
  jurisdiction: ofJurisdiction,
  purpose: ofPurpose,
  rule,
  target,
  side,
  unsure,
  decimal,
  ...columnsQuery,
  as_of: known
}
const answerQuery = { ...batchQuery, formulas }

export const batch = route({
  method: 'POST',
  path: '/api/v1/applicable/batch',
  summary:
    'The applicable rate for each row of a file: CSV, JSON lines or a workbook in, the same file with its own ' +
    'columns out. Columns: date, currency, amount, jurisdiction, purpose, target, rule, side, series, invoice_date, ' +
    'from, to; what a row leaves out is taken from the parameters',
  access: 'paid',
  query: answerQuery,
  upload: {
    types: TYPES.map(([, type]) => type),
    maxBytes: MAX_UPLOAD,
    example: { type: TABLE_TYPES.csv, text: 'invoice,date,currency,amount\nA-1,2026-03-03,USD,1000\n' }
  },
  examples: [{ summary: 'Invoices in Poland', request: { jurisdiction: 'PL', purpose: 'vat' } }],
  ignored: ['format'],
  cost: 'a unit for each row that is neither in error nor a total',
  mediaType: 'text/csv',
  response: z.string(),
  cacheControl: NO_STORE,
  run: async ({ formulas, ...request }, context) => {
    const { path, type } = context.file!
    const { batch, format } = await openBatch(request, context)
    const { rows, units, passedOver } = await checkFile(batch, path, format)
    const body = answerFile(batch, path, format, { keepsFormulas: formulas === 'keep', units })
    const headers = {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="applicable.${format}"`,
      'X-Rows': String(rows),
      'X-Rows-In-Error': String(rows - units - passedOver),
      'X-Rows-Passed-Over': String(passedOver)
    }
    return { body: Readable.from(body, { objectMode: false }), headers, units }
  }
})

interface BatchRequest extends Defaults, ChosenColumns {
  unsure?: string
  decimal?: DecimalMark
  as_of?: string
  format?: string
}

/** The rules for a file, with the defaults and the columns of a request. */
export async function openBatch(
  {
    unsure,
    decimal,
    as_of: asOf,
    format: _format,
    date_column,
    currency_column,
    amount_column,
    invoice_date_column,
    ...defaults
  }: BatchRequest,
  { database, file, now }: Context
): Promise<{ batch: Batch; format: TableFormat }> {
  const columns = { date_column, currency_column, amount_column, invoice_date_column }
  const [format] = TYPES.find(([, it]) => it === file!.type)!
  return {
    format,
    batch: await Batch.open(database, defaults, { asOf, at: now, withUnsure: unsure === 'true', columns, decimal })
  }
}

const MAX_PREVIEW = 10
const shown = <Field extends z.ZodType>(field: Field) =>
  field.nullable().meta({ description: 'As read from the row; null if the row has none.' })

export const preview = route({
  method: 'POST',
  path: '/api/v1/applicable/batch/preview',
  summary:
    'Preview a file for the batch: the columns as they are read, the first rows, the number of rows and the price',
  access: 'paid',
  units: 0,
  query: batchQuery,
  upload: batch.upload,
  examples: [{ summary: 'Invoices in Poland', request: { jurisdiction: 'PL', purpose: 'vat' } }],
  response: z.strictObject({
    rows: fields.count.meta({ description: 'The number of rows.' }),
    units: fields.count.meta({
      description: 'The price in units: one for each row that is neither in error nor a total.'
    }),
    charset: z
      .string()
      .nullable()
      .meta({
        description: 'How the text of the file is encoded; null for a workbook.',
        examples: ['utf-8']
      }),
    columns: z.array(
      z.strictObject({
        name: z.string().meta({ description: 'The name of the column.', examples: ['currency'] }),
        field: z
          .string()
          .nullable()
          .meta({
            description: 'The field that is read from the column; null for a column that is only returned.',
            examples: ['source']
          }),
        written: z
          .string()
          .nullable()
          .meta({
            description: 'The notation of its dates or amounts, inferred from all rows.',
            examples: ['DD.MM.YYYY']
          })
      })
    ),
    summary: z
      .strictObject({
        final: fields.count,
        open: fields.count,
        pending: fields.count,
        no_rate: fields.count,
        no_data: fields.count,
        error: fields.count,
        passed_over: fields.count
      })
      .meta({
        description:
          'The number of rows that will have each status. Empty rows and rows with a total are `passed_over`.'
      }),
    first: z
      .array(
        z.strictObject({
          row: z
            .int()
            .positive()
            .meta({
              description: 'The number of the row in the file, as a spreadsheet counts.',
              examples: [2]
            }),
          date: shown(z.string()),
          source: shown(z.string()),
          target: shown(z.string()),
          amount: shown(z.string()),
          rule: z
            .string()
            .nullable()
            .meta({
              description: 'The rule that will answer the row; null if none can.',
              examples: ['pl-vat']
            }),
          error: z.string().nullable().meta({ description: 'The expected value, if the row is invalid.' })
        })
      )
      .meta({ description: `The first ${MAX_PREVIEW} rows as they were understood.` }),
    errors: z
      .array(
        z.strictObject({
          row: z
            .int()
            .positive()
            .meta({ description: 'The number of the row in the file, as a spreadsheet counts.', examples: [3] }),
          column: z
            .string()
            .nullable()
            .meta({ description: 'The column that is wrong; null if no single one is.', examples: ['date'] }),
          error: z
            .string()
            .meta({ description: 'The expected value.', examples: ['date: expected a date, found an empty cell'] })
        })
      )
      .meta({ description: 'The first rows in error.' })
  }),
  cacheControl: NO_STORE,
  run: async (request, context) => {
    const { batch, format } = await openBatch(request, context)
    return { fields: { ...(await previewFile(batch, context.file!.path, format, MAX_PREVIEW)) } }
  }
})

const listed = z.strictObject({
  ...ruleFields.shape,
  ...citationFields.pick({ act: true, article: true, url: true, seen: true, place: true }).shape
})

export const rules = route({
  path: '/api/v1/applicable/rules',
  summary: 'List the rules that say which official rate a law requires, each with its citation and confidence',
  access: 'key',
  query: { jurisdiction: jurisdiction.optional(), purpose: purpose.optional(), as_of: asOf.optional() },
  examples: [{ summary: 'The rules of a jurisdiction', request: { jurisdiction: 'PL', purpose: 'vat' } }],
  formats: FORMATS,
  response: z.strictObject({
    count: fields.count,
    jurisdictions: z.array(z.string()).meta({
      description: 'All jurisdictions with rules, their own or those of a union to which they belong.',
      examples: [['EU', 'PL']]
    }),
    rules: z.array(listed),
    report: z.string(),
    disclaimer: fields.disclaimer
  }),
  cacheControl: REVALIDATE,
  run: async (request, { database }) => {
    const rulebook = await readRulebook(database, request.as_of)
    const found = rulebook.rules.filter(
      (rule) =>
        rule.jurisdiction === (request.jurisdiction ?? rule.jurisdiction) &&
        rule.purpose === (request.purpose ?? rule.purpose)
    )
    return {
      fields: {
        count: found.length,
        jurisdictions: rulebook.jurisdictions.map(({ code }) => code),
        rules: rowsOf(found),
        report: REPORT,
        disclaimer: NO_ADVICE
      },
      rows: { list: 'rules', beside: [] },
      fileName: 'rules'
    }
  }
})

function rowsOf(rules: KnownRule[]): Rows {
  const columns = columnsOf(listed.shape)
  return new Rows(
    columns,
    rules.map((rule) => {
      const { rule: own, citation } = ruleAndCitation(rule)
      const values = { ...own, ...citation }
      return columns.map(({ name }) => values[name as keyof typeof values])
    })
  )
}

export const oneRule = route({
  path: '/api/v1/applicable/rules/:id',
  summary: 'Get one rule with its citation and all fields of its file',
  access: 'key',
  params: { id: ruleId.meta({ description: 'The id of a rule.', examples: ['pl-vat'] }) },
  query: { as_of: asOf.optional() },
  response: z.strictObject({
    rule: ruleFields,
    citation: citationFields,
    known_at: fields.instant.meta({ description: 'When this revision became known.' }),
    as_written: z.looseObject({}).meta({
      description: 'The rule as in its file, with references resolved.',
      examples: [{ id: 'pl-vat' }]
    }),
    report: z.string(),
    disclaimer: fields.disclaimer
  }),
  failures: [404],
  cacheControl: REVALIDATE,
  run: async ({ id, as_of: asOf }, { database }) => {
    const rule = (await readRulebook(database, asOf)).rule(id)
    if (!rule) throw notFound(`there is no rule ${id}: /api/v1/applicable/rules lists them`)
    return {
      fields: {
        ...ruleAndCitation(rule),
        known_at: rule.known_at,
        as_written: writtenOf(rule),
        report: REPORT,
        disclaimer: NO_ADVICE
      }
    }
  }
})

function writtenOf(rule: KnownRule): object {
  const ours = ['revision', 'sha256', 'known_at']
  return Object.fromEntries(Object.entries(rule).filter(([name]) => !ours.includes(name)))
}

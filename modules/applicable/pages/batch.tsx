import { readFile } from 'node:fs/promises'
import type { ComponentChildren } from 'preact'
import { z } from 'zod'
import type { Context } from '../../../api/server/route.ts'
import { checkFile, findUnclearColumns, type UnclearColumns } from '../batch/file.ts'
import { CHOSEN_FIELDS, COLUMN_NAMES, HEADINGS, type ChosenColumns, type Field } from '../batch/headings.ts'
import { bindingOf, checkMethod, type MethodCheck } from '../batch/method.ts'
import { summaryText, type FilePreview } from '../batch/summary.ts'
import { readRulebook, type Rulebook } from '../rulebook.ts'
import { batch, openBatch, preview } from '../routes.ts'
import { ruleAddress } from '../../pages/kit/addresses.ts'
import { jurisdictionOptions, purposeOptions } from './applicable-form.tsx'
import { Breadcrumbs, Notice, SelectField, type Option } from '../../pages/kit/components.tsx'
import { sentence } from '../../pages/kit/form-parts.tsx'
import { asRefusal } from '../../pages/kit/forms.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { hasHistory, neededPlan, PlanNotice } from '../../pages/kit/plan-needed.tsx'
import { download, privatePage, privateAnswer } from '../../pages/kit/private.ts'
import { countOf, formatCount } from '../../pages/kit/labels.ts'
import { DataTable } from '../../pages/kit/tables.tsx'

const MAX_DEPARTURES = 50
const FORM_BYTES = 8 * 2 ** 20 // a form without scripts is sent back with the file in it, which is then a third longer
const ENDINGS = {
  '.csv': 'text/csv',
  '.txt': 'text/csv',
  '.tsv': 'text/csv',
  '.jsonl': 'application/jsonl',
  '.ndjson': 'application/jsonl',
  '.xlsx': batch.upload!.types[2]!
}

const DECIMAL_OPTIONS: Option[] = [
  ['', 'As the rows show'],
  ['point', 'Point: 1234.50'],
  ['comma', 'Comma: 1234,50 or 1.234,50']
]

const SAMPLE = ['Invoice;Date;Currency;Amount', 'FV/1;10.03.2026;USD;1 234,50', 'FV/2;12.03.2026;EUR;99,00', ''].join(
  '\r\n'
)

type Defaults = Record<string, string>

export const batchPage = privatePage({
  path: '/applicable/batch',
  summary: 'The form for a file of invoices',
  query: { jurisdiction: z.string().max(10).optional(), purpose: z.string().max(20).optional() },
  run: async ({ jurisdiction = '', purpose = 'vat' }, context) => {
    const rulebook = await readRulebook(context.database)
    return privateAnswer(
      <Page>
        <FileForm rulebook={rulebook} defaults={{ jurisdiction, purpose }} context={context} />
      </Page>
    )
  }
})

export const batchSample = download({
  path: '/applicable/batch/sample',
  summary: 'A file of invoices as an example',
  access: 'keyless',
  run: async () => ({
    body: Buffer.from(SAMPLE),
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': 'attachment; filename="invoices.csv"' }
  })
})

export const batchPreview = download({
  method: 'POST',
  path: '/applicable/batch',
  summary: 'How a file was understood, and its price',
  access: 'paid-session',
  query: preview.query,
  body: preview.query,
  upload: { ...preview.upload!, form: { maxBytes: FORM_BYTES, endings: ENDINGS } },
  run: async (request, context) => {
    const given = Object.entries(request as Record<string, string | number | undefined>).filter(
      ([name, value]) => name !== 'format' && value !== undefined && value !== ''
    )
    const defaults = Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
    const rulebook = await readRulebook(context.database)
    const again = (errors?: Defaults) => (
      <FileForm rulebook={rulebook} defaults={defaults} context={context} errors={errors} />
    )
    try {
      const { batch: opened, format } = await openBatch(request, context)
      const unclear = await findUnclearColumns(opened, context.file!.path, format)
      if (unclear) {
        return privateAnswer(
          <Page>
            {await ColumnsStep({ unclear, defaults, context })}
            <h2>Another file</h2>
            {again()}
          </Page>
        )
      }
      const { fields } = await preview.run(request, context)
      await checkFile(opened, context.file!.path, format)
      const method = await checkMethod(opened, context.file!.path, format, { withRates: false })
      return privateAnswer(
        <Page>
          {await Preview({ found: fields as unknown as FilePreview, method, defaults, context })}
          <h2>Another file</h2>
          {again()}
        </Page>
      )
    } catch (error) {
      const { status, field, message } = asRefusal(error)
      const choice = CHOICES_OF_FILE[field ?? '']
      return privateAnswer(
        <Page>
          <div id="preview">
            <Notice kind="bad" title={choice ?? 'The file could not be read'}>
              <p>{sentence(message)}</p>
            </Notice>
          </div>
          {again(choice === undefined ? {} : { [field!]: `${choice}.` })}
        </Page>,
        { status }
      )
    }
  }
})

/** The choices that a person must make if the file does not determine them. */
const CHOICES_OF_FILE: Record<string, string> = {
  jurisdiction: 'Choose the country',
  purpose: 'Choose the purpose'
}

export const batchFile = download({
  method: 'POST',
  path: '/applicable/batch/file',
  summary: 'A file with the applicable rate beside each row',
  access: 'paid-session',
  query: batch.query,
  body: batch.query,
  upload: { ...batch.upload!, form: { maxBytes: FORM_BYTES, endings: ENDINGS } },
  cost: 'a unit for each row that is neither in error nor a total',
  run: (request, context) => batch.run(request, context)
})

function Page({ children }: { children: ComponentChildren }) {
  return (
    <Layout
      title="Rates for a file"
      current="/applicable"
      scripts={['batch.js']}
      description="The official exchange rate that the law requires, for every row of a file of invoices."
    >
      <Breadcrumbs trail={[['Applicable rate', '/applicable']]} />
      <h1>Rates for a file</h1>
      <p class="lead">
        The rate that the law requires beside each row of a file of invoices, with its date, rule, citation and
        document. Your own columns stay as they are.
      </p>
      {children}
    </Layout>
  )
}

function FileForm({
  rulebook,
  defaults,
  errors = {},
  context
}: {
  rulebook: Rulebook
  defaults: Defaults
  errors?: Defaults
  context: Context
}) {
  const {
    caller,
    settings: { demo }
  } = context
  if (!caller) {
    return (
      <Notice kind="warning" title="Log in to convert a file">
        <p>
          <a href="/login?next=/applicable/batch">Log in</a> with {neededPlan(context)}: each row costs one unit. Single
          questions need no account: <a href="/applicable">applicable rate</a>.
        </p>
        {demo && (
          <p>
            In this demo the account is <code>{demo.login.email}</code> with the password{' '}
            <code>{demo.login.password}</code>.
          </p>
        )}
      </Notice>
    )
  }
  if (!hasHistory(context)) {
    return (
      <PlanNotice what="Files need" page="/applicable/batch" context={context}>
        Each row costs one unit. Single questions are open: <a href="/applicable">applicable rate</a>.
      </PlanNotice>
    )
  }
  return (
    <>
      <form class="card question" id="batch" method="post" action="/applicable/batch" enctype="multipart/form-data">
        <SelectField
          label="Country or union"
          name="jurisdiction"
          value={defaults.jurisdiction}
          error={errors.jurisdiction}
          options={jurisdictionOptions(rulebook)}
          hint="For rows without a column jurisdiction."
        />
        <SelectField
          label="Purpose"
          name="purpose"
          value={defaults.purpose}
          error={errors.purpose}
          options={purposeOptions()}
          hint="For rows without a column purpose."
        />
        <SelectField
          label="Decimals"
          name="decimal"
          value={defaults.decimal}
          options={DECIMAL_OPTIONS}
          hint="For amounts stored as text, as in every CSV file."
        />
        <div class="field drop" id="drop">
          <label for="file">The file: CSV, Excel (.xlsx) or JSON lines (.jsonl)</label>
          <input type="file" id="file" name="file" accept={Object.keys(ENDINGS).join(',')} required />
          <p class="hint">
            Choose a file, or drop it here. Nothing is charged before you start.{' '}
            <a href="/applicable/batch/sample">A sample file</a>
          </p>
        </div>
        <button>Check the file</button>
      </form>
      <div id="outcome" aria-live="polite" />
      <Columns />
    </>
  )
}

const CHOICES: Array<[keyof ChosenColumns, string]> = [
  ['date_column', 'Date of the event, such as the tax point'],
  ['currency_column', 'Currency'],
  ['amount_column', 'Amount'],
  ['invoice_date_column', 'Date of the invoice, if it differs']
]

/** The step in which a person assigns the columns. */
async function ColumnsStep({
  unclear: { problem, header, rows, guesses },
  defaults,
  context
}: {
  unclear: UnclearColumns
  defaults: Defaults
  context: Context
}) {
  const others = Object.fromEntries(Object.entries(defaults).filter(([name]) => !(name in CHOSEN_FIELDS)))
  const options = [
    ['none', 'None'],
    ...header.map((name, at): Option => [String(at + 1), `${at + 1}: ${name || 'without a heading'}`])
  ] as Option[]
  return (
    <section id="preview" aria-labelledby="columns-title">
      <h2 id="columns-title">Which column is which?</h2>
      <Notice kind="warning" title="The headings do not identify the columns">
        <p>{sentence(problem)}</p>
      </Notice>
      <DataTable
        label="The first rows of the file"
        rows={header.map((name, at) => ({ name, at }))}
        columns={[
          { head: 'Column', class: 'number', cell: ({ at }) => at + 1 },
          { head: 'Heading', cell: ({ name }) => name },
          {
            head: 'First cells',
            cell: ({ at }) =>
              rows
                .map((cells) => cells[at])
                .filter(Boolean)
                .join(' · ')
          }
        ]}
      />
      <form class="card question" id="columns" method="post" action="/applicable/batch" enctype="multipart/form-data">
        {CHOICES.map(([name, label]) => (
          <SelectField label={label} name={name} value={String(guesses[name] ?? 'none')} options={options} />
        ))}
        {await ReturnedFile({ defaults: others, context })}
        <button>Read these columns</button>
      </form>
    </section>
  )
}

/** The fields and the file of a form, for the next form. */
async function ReturnedFile({ defaults, context: { file } }: { defaults: Defaults; context: Context }) {
  return (
    <>
      {Object.entries(defaults).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {file!.fields && (
        <>
          <input type="hidden" name="name" value={file!.fields.name} />
          <input type="hidden" name="content" value={await readFile(file!.path, 'base64url')} />
        </>
      )}
    </>
  )
}

function namesOf(field: Field): string {
  return [...COLUMN_NAMES[field], ...(HEADINGS[field] ?? [])].join(', ')
}

function Columns() {
  return (
    <details>
      <summary>The columns that are read</summary>
      <DataTable
        label="Columns that are read"
        rows={Object.keys(COLUMN_NAMES) as Field[]}
        columns={[
          { head: 'Field', cell: (field) => (field === 'source' ? 'currency' : field.replace('_', ' ')) },
          { head: 'Names of the column', cell: namesOf }
        ]}
      />
      <p>Headings may be in capital letters and without accents, and below title rows.</p>
      <p>
        Dates may be written as YYYY-MM-DD, as DD.MM.YYYY, or with slashes if a row shows which number is the day.
        Amounts may have decimal commas, groups of thousands, a sign such as € or zł, and parentheses for a negative
        one.
      </p>
      <p>Rows with a total, and empty rows, are passed over.</p>
      <p>
        The command line does the same: <code>ratebook applicable invoices.csv --jurisdiction PL --purpose vat</code>
      </p>
    </details>
  )
}

async function Preview({
  found: { rows, units, charset, columns, summary, first, errors },
  method,
  defaults,
  context
}: {
  found: FilePreview
  method: MethodCheck
  defaults: Defaults
  context: Context
}) {
  const { caller, meter } = context
  const { limit, used } = await meter.charge(caller!, '/applicable/batch/file', 0)
  const isEnough = units <= limit - used
  return (
    <section id="preview" aria-labelledby="understood" data-rows={rows}>
      <h2 id="understood">How the file is read</h2>
      <Notice
        kind={isEnough && summary.final === rows ? 'good' : units === 0 ? 'bad' : 'warning'}
        title={summaryText(summary)}
      >
        <p>
          {`The file has ${countOf(rows, 'row')} and costs ${countOf(units, 'unit')}${units < rows ? ', since rows in error and totals are free' : ''}; ${formatCount(limit - used)} are left${isEnough ? '' : ', which is not enough'}.`}
        </p>
      </Notice>
      {errors.length > 0 && <RowsInError errors={errors} count={summary.error} />}
      <FirstRows rows={first} />
      {method.methods.length > 0 && <MethodOfYear check={method} />}
      <p class="small quiet">
        {columnsText(columns)}
        {charset !== null && ` The text is in ${charset.toUpperCase()}.`}
      </p>
      {isEnough && units > 0 && (
        <form id="start" method="post" action="/applicable/batch/file" enctype="multipart/form-data">
          {await ReturnedFile({ defaults, context })}
          <button>{`Start for ${countOf(units, 'unit')}`}</button>
        </form>
      )}
    </section>
  )
}

function MethodOfYear({ check: { methods, departures } }: { check: MethodCheck }) {
  const shown = departures.slice(0, MAX_DEPARTURES)
  return (
    <>
      <h3>One method over a year</h3>
      {departures.length > 0 && (
        <DataTable
          label="The rows that depart from the method of their year"
          caption={`${shown.length < departures.length ? `The first ${shown.length} of ` : ''}${countOf(departures.length, 'row')} whose rule differs from the first of the year`}
          rows={shown}
          columns={[
            { head: 'Row', class: 'number', cell: ({ row }) => row },
            { head: 'Date', cell: ({ date }) => <span class="unbroken">{date}</span> },
            { head: 'Departure', class: 'reason', cell: ({ text }) => sentence(text) }
          ]}
        />
      )}
      <ul>
        {methods.map(({ rule, year }) => (
          <li>
            {year}: <a href={ruleAddress(rule.id)}>{rule.id}</a>; {bindingOf(rule)}
          </li>
        ))}
      </ul>
      <p class="small quiet">
        <code>ratebook applicable FILE --check-method</code> also compares the rates in a column <code>rate</code>.
      </p>
    </>
  )
}

function columnsText(columns: FilePreview['columns']): string {
  const read = columns
    .filter(({ field }) => field !== null)
    .map(
      ({ name, field, written }) =>
        `${name}${field === name ? '' : ` as ${field}`}${written === null ? '' : ` (${written})`}`
    )
  const kept = columns.filter(({ field }) => field === null).map(({ name }) => name)
  return `Read: ${read.join(', ') || 'none'}. ${kept.length > 0 ? `Only kept: ${kept.join(', ')}.` : ''}`
}

function RowsInError({ errors, count }: { errors: FilePreview['errors']; count: number }) {
  return (
    <DataTable
      label="The rows in error"
      caption={
        errors.length < count ? `The first ${errors.length} of ${countOf(count, 'row')} in error` : 'The rows in error'
      }
      rows={errors}
      columns={[
        { head: 'Row', class: 'number', cell: ({ row }) => row },
        { head: 'Column', cell: ({ column }) => column },
        { head: 'What is wrong', class: 'reason', cell: ({ error }) => sentence(error) }
      ]}
    />
  )
}

function FirstRows({ rows }: { rows: FilePreview['first'] }) {
  return (
    <DataTable
      label="The first rows as they were understood"
      caption="The first rows as they were understood"
      rows={rows}
      columns={[
        { head: 'Row', class: 'number', cell: ({ row }) => row },
        { head: 'Date', cell: ({ date }) => <span class="unbroken">{date}</span> },
        { head: 'Amount', class: 'number', cell: ({ amount }) => amount },
        { head: 'From', cell: ({ source }) => source },
        { head: 'Into', cell: ({ target }) => target },
        {
          head: 'Rule',
          class: 'reason',
          cell: ({ rule, error }) => (rule === null ? sentence(error!) : <a href={ruleAddress(rule)}>{rule}</a>)
        }
      ]}
    />
  )
}

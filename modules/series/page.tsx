import type { ComponentChildren } from 'preact'
import { z } from 'zod'
import { FILE_COST } from '../../api/contract/prices.ts'
import { STATS, UNITS } from '../../api/contract/grouping.ts'
import type { Context } from '../../api/server/route.ts'
import { measureFile, series, type SeriesRequest } from './series-route.ts'
import { Breadcrumbs, Notice, SelectField, TextField, type Option } from '../pages/kit/components.tsx'
import { errorAt, GeneralRefusal, titleOf } from '../pages/kit/form-parts.tsx'
import { asRefusal, type Refusal } from '../pages/kit/forms.ts'
import { countOf } from '../pages/kit/labels.ts'
import { Layout } from '../pages/kit/layout.tsx'
import { hasHistory, PlanNotice } from '../pages/kit/plan-needed.tsx'
import { download, privatePage, privateAnswer } from '../pages/kit/private.ts'

const PATH = '/account/series'
const FILE = '/account/series/file'
const BEGINNING = '1900-01-01'
const FIELDS = ['pairs', 'banks', 'from', 'to', 'type', 'shape', 'group', 'stat'] as const
const text = z.string().max(2000).optional()
const query = {
  pairs: text.meta({ description: 'The pairs, separated by commas.', examples: ['EUR/USD'] }),
  banks: text.meta({ description: 'The codes of the sources; by default all.', examples: ['ecb,boe'] }),
  from: text.meta({ description: 'The first date.' }),
  to: text.meta({ description: 'The last date.' }),
  type: text.meta({ description: 'A rate type.' }),
  shape: z.enum(['long', 'wide', 'spread']).default('long').meta({
    description: 'A row for each rate, a column for each series, or the spread of the sources.'
  }),
  group: text.meta({ description: 'The length of a period, for one figure each.' }),
  stat: text.meta({ description: 'The figure of a period.' })
}

type Typed = Partial<Record<(typeof FIELDS)[number], string>>

/** The query of the API request, from the first date of the series by default. Empty form fields are ignored. */
function readForm(
  { shape, group, stat, ...fields }: Typed,
  form: Record<string, string> = { format: 'csv' }
): SeriesRequest {
  const isGrouped = group !== undefined && group !== ''
  const all = {
    ...fields,
    from: fields.from?.trim() || BEGINNING,
    ...(isGrouped && { group, stat }),
    ...(shape === 'spread' ? { spread: 'true' } : { shape }),
    ...form
  }
  const given = Object.entries(all)
    .filter((it): it is [string, string] => it[1] !== undefined && it[1].trim() !== '')
    .map(([name, value]) => [name, value.replace(/\s+/g, '')])
  return series.read({}, new URLSearchParams(given)) as SeriesRequest
}

export const seriesForm = privatePage({
  path: PATH,
  summary: 'The form to download any pairs at any sources as one file, with its price',
  access: 'session',
  query,
  run: async (request: Typed, context) => {
    const fields = Object.fromEntries(FIELDS.map((name) => [name, request[name]])) as Typed
    if (!hasHistory(context))
      return privateAnswer(
        <Form fields={fields}>
          <PlanNotice what="Files of series need" page={PATH} context={context} />
        </Form>
      )
    if (!fields.pairs) return privateAnswer(<Form fields={fields} />)
    const { refusal, size } = await sizeOf(fields, context)
    return privateAnswer(
      <Form fields={fields} refusal={refusal}>
        {size && <Downloads size={size} />}
      </Form>,
      refusal
    )
  }
})

type Size = Awaited<ReturnType<typeof measureFile>>

async function sizeOf(fields: Typed, context: Context): Promise<{ refusal?: Refusal; size?: Size }> {
  try {
    return { size: await measureFile(readForm(fields), context) }
  } catch (error) {
    return { refusal: asRefusal(error) }
  }
}

export const seriesFile = download({
  path: FILE,
  summary: 'Any pairs at any sources as one file',
  access: 'paid-session',
  query,
  formats: series.formats,
  run: ({ format, bom, ...fields }, context) => series.run(readForm(fields, { format, ...(bom && { bom }) }), context)
})

function Form({ fields, refusal, children }: { fields: Typed; refusal?: Refusal; children?: ComponentChildren }) {
  return (
    <Layout title={titleOf('Download series', refusal)} current="/account" styles={['account.css']}>
      <Breadcrumbs trail={[['Account', '/account']]} />
      <h1>Download series</h1>
      <p class="lead">Any pairs at any sources over any time, in one file. It costs {FILE_COST} of each source.</p>
      <GeneralRefusal refusal={refusal} fields={[...FIELDS]} />
      <form class="stack" method="get" action={PATH}>
        <TextField
          label="Pairs"
          name="pairs"
          required
          value={fields.pairs}
          placeholder="EUR/USD, GBP/USD"
          error={errorAt(refusal, 'pairs')}
          autocomplete="off"
        />
        <TextField
          label="Sources"
          name="banks"
          value={fields.banks}
          hint="Codes separated by commas, such as ecb, boe. Leave it empty for all that have a pair."
          error={errorAt(refusal, 'banks')}
          autocomplete="off"
        />
        <div class="window">
          <TextField
            label="From"
            name="from"
            type="date"
            value={fields.from}
            hint="Empty for the whole history."
            error={errorAt(refusal, 'from')}
          />
          <TextField label="To" name="to" type="date" value={fields.to} error={errorAt(refusal, 'to')} />
        </div>
        <SelectField
          label="Layout"
          name="shape"
          value={fields.shape}
          options={[
            ['long', 'a row for each rate'],
            ['wide', 'a column for each series'],
            ['spread', 'the spread of the sources']
          ]}
        />
        <div class="window">
          <SelectField
            label="One figure for each"
            name="group"
            value={fields.group}
            options={[['', 'date'], ...UNITS.map((it): Option => [it, it])]}
            error={errorAt(refusal, 'group')}
          />
          <SelectField
            label="Figure of a period"
            name="stat"
            value={fields.stat}
            options={STATS.map((it) => [it, it])}
            error={errorAt(refusal, 'stat')}
          />
        </div>
        <TextField
          label="Rate type"
          name="type"
          value={fields.type}
          hint="Such as reference. Leave it empty for the first type of each source."
          error={errorAt(refusal, 'type')}
          autocomplete="off"
        />
        <div class="buttons">
          <button class={children ? 'plain' : undefined}>Show rows and cost</button>
        </div>
        {children}
      </form>
    </Layout>
  )
}

function Downloads({ size: { series, rows, units } }: { size: Size }) {
  return (
    <>
      <Notice kind="good">
        <p>{`${countOf(rows, 'rate')} in ${series} series. The file costs ${countOf(units, 'unit')}.`}</p>
      </Notice>
      <div class="buttons">
        {[
          ['csv', 'CSV'],
          ['xlsx', 'Excel'],
          ['parquet', 'Parquet'],
          ['ndjson', 'NDJSON']
        ].map(([format, name], at) => (
          <button name="format" value={format} formaction={FILE} class={at === 0 ? undefined : 'plain'}>
            Download {name}
          </button>
        ))}
      </div>
    </>
  )
}

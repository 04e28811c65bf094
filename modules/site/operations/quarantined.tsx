import { z } from 'zod'
import { asHttpError, HttpError } from '../../../api/contract/errors.ts'
import type { Decision } from '../../../adapters/kit/reading.ts'
import type { Context } from '../../../api/server/route.ts'
import { reviewQuarantined, type Evidence, type ReviewedRow } from '../../../api/operations/operations-query.ts'
import { bankAddress } from '../../pages/kit/addresses.ts'
import {
  Badge,
  Breadcrumbs,
  DateText,
  Facts,
  Figure,
  InstantText,
  Notice,
  Section,
  TextField
} from '../../pages/kit/components.tsx'
import { differenceOf, rounded } from '../../pages/kit/figures.ts'
import { formText } from '../../pages/kit/forms.ts'
import { labelOf } from '../../pages/kit/labels.ts'
import { LineChart } from '../../pages/kit/chart/line-chart.tsx'
import { placeOf } from '../../pages/kit/place-of.ts'
import { InPlace, NO_PLACE } from '../../pages/kit/place.tsx'
import { Layout } from '../../pages/kit/layout.tsx'
import { privatePage, seeOther, privateAnswer } from '../../pages/kit/private.ts'
import { DataTable } from '../../pages/kit/tables.tsx'

interface Entered {
  reason?: string
  errors?: { reason?: string; confirmed?: string; undo?: string }
}

const PARTS = { before: 'stored before', stored: 'stored now', after: 'stored after', other: 'other source' }
const STATES = {
  pending: <Badge kind="warning">waits</Badge>,
  released: <Badge kind="good">released</Badge>,
  rejected: <Badge kind="quiet">rejected</Badge>,
  corrected: <Badge kind="quiet">corrected</Badge>,
  unsaid: <Badge kind="quiet">never printed again</Badge>
}

async function reviewPage(context: Context, id: number, given: Entered = {}) {
  const { row, evidence } = await reviewQuarantined(context.database, id)
  const {
    source,
    name,
    base,
    quote,
    type,
    date,
    value,
    unit,
    reason,
    status,
    rate,
    url,
    publication_id: publication,
    fetched_at: fetched,
    decisions
  } = row
  const place =
    rate === null
      ? undefined
      : await placeOf(
          { source, entry: { ...row, publication } },
          { base, quote, type, date, value: rate, unit },
          context
        )
  return (
    <Layout
      title={`Row ${id} in quarantine`}
      current="/status"
      styles={['account.css']}
      scripts={['chart.js']}
      description="A figure that failed the checks, with the rates to compare it with."
    >
      <Breadcrumbs trail={[['Quarantine', '/status#quarantine']]} />
      <h1>
        {base} → {quote}, {date}
      </h1>
      <p class="lead">
        <a href={bankAddress(source)}>{name}</a>, {labelOf(type)} {STATES[status]}
      </p>
      <Notice kind="warning">
        <p>{reason}</p>
      </Notice>
      <Facts
        facts={[
          ['As printed', <Figure value={value} unit={unit === 'gram' ? 'per gram' : `for ${unit}`} />],
          ['For one unit', <span class="figure">{rate ?? 'no rate'}</span>],
          ['Document', <a href={`/api/v1/publications/${publication}/document`}>{`Publication ${publication}`}</a>],
          ['Fetched', <InstantText instant={fetched} />]
        ]}
      />
      <h2>In the document</h2>
      <p class="small">
        <code>{url}</code>
      </p>
      {place ? <InPlace place={place} label="The figure in its document" /> : <p>{NO_PLACE}</p>}
      <h2>Beside other rates</h2>
      <NeighbourChart row={row} evidence={evidence} />
      <EvidenceTable row={row} evidence={evidence} />
      {decisions.length > 0 && <Decisions decisions={decisions} />}
      {status === 'pending' ? <Decide row={row} given={given} /> : <Undo row={row} given={given} />}
    </Layout>
  )
}

/** A chart of the stored rates around the date, with the figure. */
function NeighbourChart({ row: { date, rate, quote }, evidence }: { row: ReviewedRow; evidence: Evidence[] }) {
  const points = evidence
    .filter(({ part }) => part !== 'other')
    .map(({ date, rate }) => ({ date, value: rate }))
    .sort((one, other) => (one.date < other.date ? -1 : 1))
  if (points.length < 2 || rate === null) return null
  const dates = [...points.map((it) => it.date), date].sort()
  return (
    <figure class="chart">
      <figcaption>The stored rates around this date, and the figure</figcaption>
      <LineChart
        series={[
          { name: 'stored', points },
          { name: 'this figure', points: [{ date, value: rate }] }
        ]}
        from={dates[0]!}
        to={dates.at(-1)!}
        unit={quote}
      />
    </figure>
  )
}

function EvidenceTable({ row: { date, type, rate }, evidence }: { row: ReviewedRow; evidence: Evidence[] }) {
  if (evidence.length === 0) {
    return <p>Nothing is stored of this series, and no other source has the pair in the ten days up to this date.</p>
  }
  return (
    <DataTable
      label="The figure beside other rates"
      description="Stored rates of the series, and the rates of other sources"
      isCarded
      rows={[undefined, ...evidence.toSorted(byPart)]}
      rowProps={(it) => ({ class: it ? undefined : 'chosen' })}
      columns={[
        {
          head: 'Rate of',
          cell: (it) =>
            it ? it.part === 'other' ? <a href={bankAddress(it.source)}>{it.name}</a> : PARTS[it.part] : 'this figure'
        },
        { head: 'Date', cell: (it) => <DateText day={it?.date ?? date} /> },
        {
          head: 'Type',
          cell: (it) => (
            <>
              {labelOf(it?.type ?? type)} {it?.derived && <Badge kind="derived">calculated</Badge>}
            </>
          )
        },
        { head: 'Rate', class: 'number', cell: (it) => (it?.derived ? rounded(it.rate) : (it?.rate ?? rate)) },
        { head: 'Difference', class: 'number', cell: (it) => it && rate !== null && differenceOf(rate, it.rate) }
      ]}
    />
  )
}

const ORDER = ['stored', 'before', 'after', 'other']

function byPart(one: Evidence, other: Evidence): number {
  return ORDER.indexOf(one.part) - ORDER.indexOf(other.part)
}

function Decisions({ decisions }: Pick<ReviewedRow, 'decisions'>) {
  return (
    <>
      <h2>Decisions</h2>
      <ul>
        {decisions.map(({ decision, by, why, at }) => (
          <li>
            <InstantText instant={at} /> {decision} by {by}
            {why && `: ${why}`}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The choices of an operator: to keep the row waiting, which is the default, or to reject or release it. */
function Decide({ row: { id }, given: { reason, errors = {} } }: { row: ReviewedRow; given: Entered }) {
  return (
    <>
      <p class="buttons">
        <a class="button" href="/status#quarantine">
          Keep waiting
        </a>{' '}
        A later table of the source may confirm the figure.
      </p>
      <div class="cards">
        <Section id="reject" class="card" title="Reject">
          <p>The figure stays out. The rate that is stored stays as it is.</p>
          <form class="stack" method="post" action={`/status/quarantine/${id}/reject`}>
            <TextField label="Reason (optional)" name="reason" id="reject-reason" maxLength={500} autocomplete="off" />
            <button class="plain">Reject</button>
          </form>
        </Section>
        <Section id="release" class="card" title="Release">
          <p>The figure is published as printed, and replaces the rate that is stored, which becomes a revision.</p>
          <form class="stack" method="post" action={`/status/quarantine/${id}/release`}>
            <TextField
              label="Why the figure is right"
              name="reason"
              id="release-reason"
              maxLength={500}
              required
              value={reason}
              error={errors.reason}
              autocomplete="off"
            />
            <div class={errors.confirmed ? 'field wrong' : 'field'}>
              <label class="check">
                <input
                  type="checkbox"
                  name="confirmed"
                  value="yes"
                  required
                  aria-describedby={errors.confirmed && 'confirmed-error'}
                />{' '}
                I have found this figure in the document
              </label>
              {errors.confirmed && (
                <p class="error" id="confirmed-error">
                  {errors.confirmed}
                </p>
              )}
            </div>
            <button class="plain">Release</button>
          </form>
        </Section>
      </div>
    </>
  )
}

function Undo({ row: { id, status }, given: { reason, errors = {} } }: { row: ReviewedRow; given: Entered }) {
  return (
    <Section id="undo" class="card" title="Undo">
      <p>
        {status === 'released'
          ? 'The former rate is stored again, and this figure stays as a revision. The row waits for a new decision.'
          : 'The row waits for a new decision.'}
      </p>
      <form class="stack" method="post" action={`/status/quarantine/${id}/undo`}>
        <TextField
          label="Why the decision was wrong"
          name="reason"
          id="undo-reason"
          maxLength={500}
          required
          value={reason}
          error={errors.undo}
          autocomplete="off"
        />
        <button class="plain">Undo the decision</button>
      </form>
    </Section>
  )
}

const params = {
  id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'expected the number of a row')
    .meta({ description: 'The number of a row in quarantine.' })
}
const form = { method: 'POST', access: 'operator', status: 303, params } as const
const REASON_NEEDED = 'Enter a reason. It is stored with your e-mail address'

export const reviewRoute = privatePage({
  path: '/status/quarantine/:id',
  access: 'operator',
  summary: 'A row in quarantine beside the stored rates and those of other sources',
  params,
  run: async ({ id }, context) => privateAnswer(await reviewPage(context, Number(id)))
})

function decisionOf(reason: string, { caller }: Context): Decision {
  return { by: caller!.user!.email, reason: reason.trim() }
}

/** Carries out a decision and returns to the list. Throws 409 with the reason if it fails. */
async function decide(notice: string, id: string, action: () => Promise<void>) {
  try {
    await action()
  } catch (error) {
    throw asHttpError(error) ?? new HttpError('conflict', (error as Error).message)
  }
  return seeOther(`/status?${new URLSearchParams({ notice, of: id })}`)
}

export const releaseForm = privatePage({
  ...form,
  path: '/status/quarantine/:id/release',
  summary: 'Releases a quarantined row',
  body: { reason: formText, confirmed: formText },
  run: async ({ id, reason, confirmed }, context) => {
    const errors = {
      ...(reason.trim() === '' && { reason: REASON_NEEDED }),
      ...(confirmed !== 'yes' && { confirmed: 'Compare the figure with the document first' })
    }
    if (Object.keys(errors).length > 0) {
      return privateAnswer(await reviewPage(context, Number(id), { reason, errors }), { status: 400 })
    }
    return decide('released', id, () => context.operations.release(Number(id), decisionOf(reason, context)))
  }
})

export const rejectForm = privatePage({
  ...form,
  path: '/status/quarantine/:id/reject',
  summary: 'Rejects a quarantined row',
  body: { reason: formText },
  run: async ({ id, reason }, context) =>
    decide('rejected', id, () => context.operations.reject(Number(id), decisionOf(reason, context)))
})

export const undoForm = privatePage({
  ...form,
  path: '/status/quarantine/:id/undo',
  summary: 'Undoes the decision about a quarantined row',
  body: { reason: formText },
  run: async ({ id, reason }, context) => {
    if (reason.trim() === '') {
      return privateAnswer(await reviewPage(context, Number(id), { errors: { undo: REASON_NEEDED } }), { status: 400 })
    }
    return decide('undone', id, () => context.operations.undo(Number(id), decisionOf(reason, context)))
  }
})

import { z } from 'zod'
import { asHttpError } from '../../../api/contract/errors.ts'
import * as parameters from '../../../api/contract/parameters.ts'
import type { Context } from '../../../api/server/route.ts'
import { COMPOSITE, findBank } from '../../../api/rates/bank-query.ts'
import {
  listDecided,
  listFailedRuns,
  listQuarantine,
  listSourceStates,
  listUnreadDocuments,
  type SourceState
} from './operations-query.ts'
import { Facts, Fold, Notice, Section, type Fact } from '../../pages/kit/components.tsx'
import { sentence, type PageNotice } from '../../pages/kit/form-parts.tsx'
import { Layout } from '../../pages/kit/layout.tsx'
import { isServed } from '../../pages/kit/served.ts'
import { Decided, FailedRuns, Quarantine } from './operators.tsx'
import { privatePage, seeOther, privateAnswer } from '../../pages/kit/private.ts'
import { SourceStates } from './source-states.tsx'
import { UnreadDocuments } from './unread.tsx'

const FAILED_WITHIN_DAYS = 7
const MAX_FAILED = 20
const MAX_WAITING = 100
const MAX_UNREAD = 20
const MAX_DECIDED = 20

const DONE: Record<string, (of: string) => string> = {
  released: (of) => `Row ${of} is released and loaded.`,
  rejected: (of) => `Row ${of} is rejected.`,
  undone: (of) => `Row ${of} waits for a decision again.`,
  started: (of) => `A run of ${of} has started. Its outcome appears here when it ends.`
}

async function statusPage(
  context: Context,
  message?: PageNotice,
  { source, page = 1 }: { source?: string; page?: number } = {}
) {
  const {
    caller,
    database,
    today,
    settings: { demo }
  } = context
  const isOperator = caller?.user?.isOperator ?? false
  const [sources, failed, waiting, decided, unread] = await Promise.all([
    listSourceStates(database, today),
    isOperator ? listFailedRuns(database, FAILED_WITHIN_DAYS, MAX_FAILED) : [],
    isOperator ? listQuarantine(database, { limit: MAX_WAITING, page, source }) : { rows: [], sources: [] },
    isOperator ? listDecided(database, MAX_DECIDED) : [],
    isOperator ? listUnreadDocuments(database, MAX_UNREAD) : []
  ])
  const publishers = sources.filter(({ code }) => code !== COMPOSITE)
  const counts: Fact[] = [
    ['Sources', publishers.length],
    ...(demo ? [] : [['Published tables received', serviceLevel(sources)] as Fact]),
    ...(demo ? samplesAmong(publishers, today) : latenessOf(publishers)),
    ['Last run failed', publishers.filter(({ last_status: status }) => status === 'failed').length],
    ...(isOperator ? [['In quarantine', waiting.sources.reduce((sum, it) => sum + it.waiting, 0)] as Fact] : [])
  ]
  const feed = isServed(context, '/status/feed.atom') ? '/status/feed.atom' : undefined
  return (
    <Layout
      title="Status"
      current="/status"
      styles={['account.css']}
      feed={feed}
      description="How current each source is and how its last run ended."
    >
      <h1>Status</h1>
      <p class="lead">How current each source is and how its last run ended. All times are UTC.</p>
      {demo && (
        <Notice kind="warning" title="Sample data">
          <p>{demo.notice} The tables are of different years, so an old one does not mean that its source is late.</p>
        </Notice>
      )}
      {message && (
        <Notice kind={message.kind}>
          <p>{message.text}</p>
        </Notice>
      )}
      <Unreachable sources={sources} />
      <Facts class="facts counts" facts={counts} />
      {isOperator && (
        <>
          <Section id="quarantine" title="Quarantine">
            <Quarantine {...waiting} source={source} page={page} pageSize={MAX_WAITING} />
            <Decided rows={decided} />
          </Section>
          <Section id="failed" title="Failed runs of the last seven days">
            <FailedRuns runs={failed} />
          </Section>
          <Section id="unread" title="Documents that could not be read">
            <UnreadDocuments documents={unread} />
          </Section>
        </>
      )}
      <Section id="sources" title="Sources">
        <Explanation feed={feed} />
        {isOperator && (
          <p>
            <a href="/status/rhythm">The tables expected of each source</a>, and those received.{' '}
            <a href="/status/users">The users and their plans</a>.
          </p>
        )}
        <Fold summary={`Show ${publishers.length} sources`}>
          <SourceStates sources={sources} isOperator={isOperator} demoDay={demo && today} />
        </Fold>
      </Section>
    </Layout>
  )
}

/** The common cause of many failures: most publishers could not be reached. */
function Unreachable({ sources }: { sources: SourceState[] }) {
  const ended = sources.filter(({ last_status: status }) => status === 'ok' || status === 'failed')
  const codes = ended.flatMap(({ unreachable }) => unreachable ?? [])
  if (2 * codes.length <= ended.length) return null
  const text = `${codes.length} of the last ${ended.length} runs could not reach their publisher (${[...new Set(codes)].sort().join(', ')}):`
  return (
    <Notice kind="warning">
      <p>{text} check the network, the DNS and the proxy of this machine.</p>
    </Notice>
  )
}

function Explanation({ feed }: { feed?: string }) {
  return (
    <p>
      The strip of a source has a column for each of the last ninety days: <span class="key day-t">a table</span>,{' '}
      <span class="key day-p">none from the publisher</span> on a day that usually has one, holidays included, or{' '}
      <span class="key day-u">missed here</span>, because no run succeeded in time. The percentage at the top is the
      share of the published tables that Ratebook has.
      {feed && (
        <>
          {' '}
          <a href={feed}>Atom feed of overdue sources</a>.
        </>
      )}{' '}
      Each source has a badge at <code>/status/ecb.svg</code>, with its own code.
    </p>
  )
}

/** The share, in percent, of the tables that were published on usual days in the last ninety days and received. */
function serviceLevel(sources: SourceState[]): string {
  const [had, missed] = [sources.reduce((sum, it) => sum + it.had, 0), sources.reduce((sum, it) => sum + it.unasked, 0)]
  return had === 0 ? 'none' : `${(Math.floor((had / (had + missed)) * 10_000) / 100).toFixed(2)} %`
}

function latenessOf(sources: SourceState[]): Fact[] {
  const count = (matches: (source: SourceState) => boolean) => sources.filter(matches).length
  return [
    ['Fresh', count(({ stale, overdue }) => !stale && !overdue)],
    ['Overdue', count(({ overdue }) => overdue)],
    ['Stale', count(({ stale }) => stale)]
  ]
}

/** The counts for a demo, in which no source is late. */
function samplesAmong(sources: SourceState[], today: string): Fact[] {
  const none = sources.filter(({ latest_date: latest }) => latest === null).length
  const fresh = sources.filter(
    ({ latest_date: latest, stale, overdue }) => latest !== null && latest <= today && !stale && !overdue
  ).length
  return [
    ['Fresh', fresh],
    ['Samples of other days', sources.length - none - fresh],
    ['Not in the demo', none]
  ]
}

export const statusRoute = privatePage({
  path: '/status',
  summary: 'How current each source is and how its last run ended; for operators also failed runs and the quarantine',
  query: {
    notice: z.string().optional().meta({ description: 'What was just done.' }),
    source: z
      .string()
      .regex(/^[a-z0-9_-]{1,20}$/)
      .optional()
      .catch(undefined)
      .meta({ description: 'The source whose rows in quarantine are shown; by default all.' }),
    page: z
      .string()
      .regex(/^[1-9]\d{0,4}$/)
      .transform(Number)
      .optional()
      .catch(undefined)
      .meta({ description: 'The page of the quarantine.' }),
    of: z
      .string()
      .regex(/^[a-z0-9_-]{1,20}$/)
      .optional()
      .catch(undefined)
      .meta({ description: 'The row or the source that it concerns.' })
  },
  run: async ({ notice = '', of, source, page }, context) => {
    const text = of === undefined || !Object.hasOwn(DONE, notice) ? undefined : DONE[notice]!(of)
    return privateAnswer(
      await statusPage(context, text === undefined ? undefined : { kind: 'good', text }, { source, page }),
      { isCompressed: true }
    )
  }
})

/** Carries out an operator's request. The page shows the success, or the reason of the failure. */
async function runAction(context: Context, notice: string, of: string, action: () => Promise<void>) {
  try {
    await action()
  } catch (error) {
    if (asHttpError(error)) throw error
    return privateAnswer(await statusPage(context, { kind: 'bad', text: sentence((error as Error).message) }), {
      status: 409
    })
  }
  return seeOther(`/status?${new URLSearchParams({ notice, of })}`)
}

export const runForm = privatePage({
  method: 'POST',
  access: 'operator',
  path: '/status/sources/:bank/run',
  summary: 'Starts a run of a source',
  params: { bank: parameters.bank },
  run: async ({ bank }, context) => {
    const { code } = await findBank(context.database, bank)
    return runAction(context, 'started', code, async () => context.operations.run(code))
  }
})

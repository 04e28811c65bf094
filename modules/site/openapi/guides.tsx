import type { ComponentChildren } from 'preact'
import type { Limits } from '../../../api/server/options.ts'
import { isPaid, TRIAL, type Allowances, type Plan } from '../../../api/access/plans.ts'
import { ERROR_CODES } from '../../../api/contract/error-codes.ts'
import { FILE_COST } from '../../../api/contract/prices.ts'
import { formatCount } from '../../pages/kit/labels.ts'
import { DataTable } from '../../pages/kit/tables.tsx'

interface GuidesProps {
  origin: string
  limits: Limits
  allowances: Allowances
  /** The plan of accounts on the free plan. */
  accountPlan: Plan
}

/** The guides that apply to all endpoints, with the limits of this service. */
export const GUIDES = [
  { id: 'authentication', title: 'Authentication', Text: Authentication },
  { id: 'plans', title: 'Plans and limits', Text: PlansAndLimits },
  { id: 'formats', title: 'Formats and figures', Text: Formats },
  { id: 'caching', title: 'Caching', Text: Caching },
  { id: 'pairs', title: 'How a pair is resolved', Text: Pairs },
  { id: 'errors', title: 'Errors', Text: Errors }
]

function Command({ children }: { children: ComponentChildren }) {
  return (
    <pre tabIndex={0}>
      <code>{children}</code>
    </pre>
  )
}

function Authentication({ origin }: GuidesProps) {
  return (
    <>
      <p>Public endpoints need no key. All others take an API key, preferably as a header:</p>
      <Command>{`curl -H "Authorization: Bearer $KEY" '${origin}/api/v1/central-banks'`}</Command>
      <p>
        A key can also be a parameter, usually <code>api_key</code>, but URLs end up in logs and headers do not.
      </p>
      <p>
        <a href="/register">Register</a> to get a key. A program can create a trial key:
      </p>
      <Command>
        {`curl -X POST -H 'Content-Type: application/json' -d '{"name":"dashboard"}' '${origin}/api/agent/keys'`}
      </Command>
      <p>Account endpoints, such as those for keys, need a logged-in session, which is in a cookie.</p>
    </>
  )
}

function PlansAndLimits({ limits, allowances, accountPlan }: GuidesProps) {
  return (
    <>
      <DataTable
        label="Plans"
        rows={Object.entries(allowances)}
        columns={[
          { head: 'Plan', cell: ([plan]) => plan },
          { head: 'Units', class: 'number', cell: ([, { units }]) => formatCount(units) },
          {
            head: 'Counted',
            cell: ([plan, { isMonthly }]) =>
              isMonthly ? 'each month (UTC)' : plan === 'trial' ? `once, within ${TRIAL.days} days` : 'once'
          },
          { head: 'Dated tables and histories', cell: ([plan]) => (isPaid(plan as Plan) ? 'yes' : 'no') }
        ]}
      />
      {accountPlan !== 'free' && <p>Accounts on the free plan have the {accountPlan} plan here.</p>}
      <p>
        Each endpoint states what an answer costs, usually one unit; errors cost nothing. Every answer to an account
        shows its units in <code>X-Monthly-Limit</code>, <code>X-Monthly-Used</code> and <code>X-Monthly-Resets</code>.
      </p>
      <p>
        {`A key or a session may send ${formatCount(limits.perCaller)} requests a minute, and an address without a key ${formatCount(limits.perAddress)}. An address may create ${limits.trialKeys} trial keys a day. `}
        <code>X-RateLimit-Limit</code> is the number of requests a minute, <code>X-RateLimit-Remaining</code> how many
        are left, and <code>X-RateLimit-Reset</code> when the next minute begins, as a Unix time. With status 429,{' '}
        <code>Retry-After</code> is the number of seconds to wait.
      </p>
    </>
  )
}

function Formats() {
  return (
    <>
      <p>
        Currencies are ISO 4217 codes in upper or lower case, dates are <code>YYYY-MM-DD</code>. <code>format</code> is{' '}
        <code>json</code>, <code>csv</code> (UTF-8 with a byte-order mark, or without it with <code>bom=0</code>),{' '}
        <code>xml</code>, <code>xlsx</code>, <code>ndjson</code> or
        <code>parquet</code> if the endpoint offers it; a history also comes as <code>hledger</code>,{' '}
        <code>ledger</code> or <code>beancount</code>. <a href="/docs/programs">What other programs read</a> has the
        line that opens each of them.
      </p>
      <p>
        A published figure has the publisher’s own digits, for one unit of the base: parse it as a decimal if the last
        digit matters. A figure with <code>"derived": true</code> was calculated and is a double.
      </p>
      <p>
        JSON of a long history comes in pages: if <code>truncated</code> is true, the <code>Link</code> header points to
        the next page. A file has every row, and costs {FILE_COST}.
      </p>
    </>
  )
}

function Caching({ origin }: GuidesProps) {
  return (
    <>
      <p>
        A successful answer has an <code>ETag</code>. Send it back as <code>If-None-Match</code> to get 304 without a
        body while the answer is unchanged. <code>Cache-Control</code> says how long an answer may be kept.
      </p>
      <Command>{`curl -H 'If-None-Match: "…"' '${origin}/api/open/central-bank/ecb'`}</Command>
      <p>
        Answers are compressed (brotli, gzip) if the client accepts it. A new table is visible immediately: its arrival
        clears this service’s cache.
      </p>
    </>
  )
}

function Pairs() {
  return (
    <>
      <p>
        <code>source</code> is the currency that is priced, <code>target</code> the currency of the price. A pair comes
        from one table of one source and one rate type, never across sources or dates:
      </p>
      <ol>
        <li>
          <strong>published</strong>: the source prints the pair in this direction.
        </li>
        <li>
          <strong>inverse</strong>: the source prints the other direction, and the rate is one divided by it.
        </li>
        <li>
          <strong>cross</strong>: the source prints both currencies against its home currency, and the rate is
          calculated over it.
        </li>
      </ol>
      <p>
        Inverses and crosses have <code>"derived": true</code>. The rate type is the first of the source’s rate types
        that has the pair, unless <code>type</code> selects one. For a date, the newest table on or before it that has
        the pair is used; <code>rate_date</code> is its date.
      </p>
    </>
  )
}

function Errors({ origin }: GuidesProps) {
  const shown = {
    error: 'bank: expected the code of a source: 2 to 20 characters of a-z, 0-9, _ and -',
    code: 'invalid_parameter',
    docs: `${origin}/docs`
  }
  return (
    <>
      <p>
        The message says what to change, and the code, which never changes its meaning, is for programs. An internal
        error has an <code>id</code> under which it is logged. Errors are JSON, whatever format the request asked for.
      </p>
      <Command>{JSON.stringify(shown, null, 2)}</Command>
      <DataTable
        label="Error codes"
        isStacked
        rows={Object.entries(ERROR_CODES)}
        rowProps={([code]) => ({ id: code })}
        columns={[
          { head: 'Code', cell: ([code]) => <code>{code}</code> },
          { head: 'Status', class: 'number', cell: ([, { status }]) => status },
          { head: 'Meaning', cell: ([, { meaning }]) => meaning }
        ]}
      />
    </>
  )
}

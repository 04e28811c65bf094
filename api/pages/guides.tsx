import type { ComponentChildren } from 'preact'
import type { Limits } from '../access/gate.ts'
import { isPaid, TRIAL, type Allowances, type Plan } from '../access/plans.ts'
import { ScrollingTable } from './components.tsx'

export interface GuidesProps {
  origin: string
  limits: Limits
  allowances: Allowances
}

export const GUIDES = [
  { id: 'authentication', title: 'Authentication', Text: Authentication },
  { id: 'plans', title: 'Plans and limits', Text: PlansAndLimits },
  { id: 'formats', title: 'Formats and figures', Text: Formats },
  { id: 'caching', title: 'Caching', Text: Caching },
  { id: 'pairs', title: 'How a pair is resolved', Text: Pairs },
  { id: 'errors', title: 'Errors', Text: Errors }
]

/** The guides, which hold for all endpoints, with the limits of this service. */
export function Guides (props: GuidesProps) {
  return <>{GUIDES.map(({ id, title, Text }) => <section aria-labelledby={id}><h2 id={id}>{title}</h2><Text {...props} /></section>)}</>
}

function Command ({ children }: { children: ComponentChildren }) {
  return <pre tabIndex={0}><code>{children}</code></pre>
}

function Authentication ({ origin }: GuidesProps) {
  return (
    <>
      <p>Endpoints for anybody need nothing. The others take an API key, best as a header:</p>
      <Command>{`curl -H "Authorization: Bearer $KEY" '${origin}/api/v1/central-banks'`}</Command>
      <p>A key can be a parameter as well, mostly <code>api_key</code>; but addresses end up in logs, and headers do not.</p>
      <p><a href="/register">Register</a> for a key of your own. A program can have one to try the service with:</p>
      <Command>{`curl -X POST -H 'Content-Type: application/json' -d '{"name":"dashboard"}' '${origin}/api/agent/keys'`}</Command>
      <p>What belongs to an account, such as its keys, is for those who are logged in: the session is in a cookie.</p>
    </>
  )
}

function PlansAndLimits ({ limits, allowances }: GuidesProps) {
  return (
    <>
      <ScrollingTable label="Plans">
        <thead><tr><th scope="col">Plan</th><th scope="col" class="number">Units</th><th scope="col">Counted</th><th scope="col">Dated tables and histories</th></tr></thead>
        <tbody>
          {Object.entries(allowances).map(([plan, { units, isMonthly }]) => (
            <tr>
              <th scope="row">{plan}</th>
              <td class="number">{units.toLocaleString('en')}</td>
              <td>{isMonthly ? 'each month (UTC)' : plan === 'trial' ? `once, within ${TRIAL.days} days` : 'once'}</td>
              <td>{isPaid(plan as Plan) ? 'yes' : 'no'}</td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
      <p>
        An answer costs what its endpoint says, mostly one unit; an error costs nothing. Each answer to somebody with an account says how it stands:{' '}
        <code>X-Monthly-Limit</code>, <code>X-Monthly-Used</code> and <code>X-Monthly-Resets</code>.
      </p>
      <p>
        {`A key or a session may ask ${limits.perCaller.toLocaleString('en')} times a minute, an address without a key ${limits.perAddress.toLocaleString('en')} times, and one address may have ${limits.trialKeys} trial keys a day. `}
        <code>X-RateLimit-Remaining</code> says how many are left of this minute; with 429, <code>Retry-After</code> says how many seconds to wait.
      </p>
    </>
  )
}

function Formats () {
  return (
    <>
      <p>
        Currencies are ISO 4217 codes in either case, dates are <code>YYYY-MM-DD</code>. <code>format</code> asks for <code>json</code>, <code>csv</code> (UTF-8
        with a byte-order mark), <code>xml</code> or <code>xlsx</code> where an endpoint has them.
      </p>
      <p>
        A published figure has its publisher’s own digits, brought to one unit of the base: read it as a decimal where the last digit matters. A figure with{' '}
        <code>"derived": true</code> was calculated and is a double.
      </p>
      <p>A long history comes in parts: where <code>truncated</code> is true, the <code>Link</code> header leads on.</p>
    </>
  )
}

function Caching ({ origin }: GuidesProps) {
  return (
    <>
      <p>
        A good answer has an <code>ETag</code>. Sent back as <code>If-None-Match</code>, it gives 304 without a body while the answer is the same. <code>Cache-Control</code> says
        how long an answer may be kept.
      </p>
      <Command>{`curl -H 'If-None-Match: "…"' '${origin}/api/open/central-bank/ecb'`}</Command>
      <p>Answers are compressed (brotli, gzip) where that is asked for. A new table shows at once: what was kept of it here is dropped when it arrives.</p>
    </>
  )
}

function Pairs () {
  return (
    <>
      <p>
        <code>source</code> is the currency of which one unit is priced, <code>target</code> the one in which. A pair is read within one table of one source
        and one rate type, never across sources or dates:
      </p>
      <ol>
        <li><strong>published</strong>: the source prints the pair in this direction.</li>
        <li><strong>inverse</strong>: it prints the other direction, and the rate is one divided by that.</li>
        <li><strong>cross</strong>: it prints both currencies against its home currency, and the rate goes over that.</li>
      </ol>
      <p>
        All but the first have <code>"derived": true</code>. The rate type is the first of the source’s own that gives the pair, unless <code>type</code> asks
        for one. For a date it is the newest table on or before it that has the pair; <code>rate_date</code> says which.
      </p>
    </>
  )
}

function Errors ({ origin }: GuidesProps) {
  const shown = { error: 'bank: expected the code of a source: 2 to 20 characters of a-z, 0-9, _ and -', docs: `${origin}/docs` }
  return (
    <>
      <p>An error is JSON whatever the format that was asked for. Its message says what to change; an error of ours has an <code>id</code> under which it is recorded.</p>
      <Command>{JSON.stringify(shown, null, 2)}</Command>
    </>
  )
}

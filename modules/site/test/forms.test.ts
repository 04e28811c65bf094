import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../api/accounts/mail.ts'
import { setDemo } from '../../pages/kit/layout.tsx'
import { localPath } from '../../pages/kit/private.ts'
import { setOperator, setUserPlan } from '../../../api/accounts/users.ts'
import {
  identity,
  logIn,
  NO_OPERATIONS,
  startService,
  stoppedClock,
  type TestUser,
  type Service
} from '../../../test/support/service.ts'

const PASSWORD = 'correct horse battery'
const FORM = 'application/x-www-form-urlencoded'

let service: Service
let user: TestUser
let operator: TestUser
const done: string[] = []

beforeAll(async () => {
  service = await startService(
    [identity('alpha', 'EUR'), { ...identity('odd', 'NOK'), name: '<script>alert(1)</script>' }],
    { alpha: [{ date: '2020-01-31', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1' }] },
    {
      clock: stoppedClock(),
      operations: {
        ...NO_OPERATIONS,
        run: (code) => void done.push(`run ${code}`),
        async reject(id) {
          throw new Error(`row ${id} is not waiting in quarantine`)
        },
        async compareLayout(source, id) {
          if (id !== 7) throw new Error(`there is no document ${id} of ${source}`)
          const document = { url: 'https://example.com/a?b=<c>', mediaType: 'text/csv', bytes: 1234, format: 'CSV' }
          return {
            source,
            error: 'expected 3 columns, found 4',
            document: { id, ...document },
            last: { id: 6, ...document },
            same: 2,
            changes: [{ label: '<b>Unit</b>', after: 'row 1, column 3' }],
            rows: [
              {
                date: '2026-01-05',
                base: 'EUR',
                quote: 'USD',
                type: 'reference',
                value: '1.1',
                place: 'row 2, column 3',
                found: '100'
              }
            ]
          }
        }
      }
    }
  )
  user = await logIn(service, 'person@example.org', PASSWORD)
  operator = await logIn(service, 'operator@example.org', PASSWORD)
  await setOperator(service.database, 'operator@example.org')
})
afterAll(() => service.stop())

async function post(path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const response = await fetch(service.address + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': FORM, origin: service.address, ...headers }
  })
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    location: response.headers.get('location')
  }
}

function get(path: string, cookie?: string) {
  return service.ask(path, { headers: { accept: 'text/html', ...(cookie !== undefined && { cookie }) } })
}

describe('the converter', () => {
  it.each([
    ['1.000', '1000 or 1.00? 1.000 may mean either'],
    ['1,000', '1000 or 1.00? 1,000 may mean either'],
    ['1.000,50', '1000.50 EUR ='],
    ['€ 12,5', '12.5 EUR ='],
    ['$5', 'Expected an amount in EUR, found $']
  ])('reads an amount with one reading, and asks about others: %s', async (amount, text) => {
    const query = new URLSearchParams({ amount, source: 'EUR', target: 'USD', bank: 'alpha' })
    expect(await (await fetch(`${service.address}/?${query}`)).text()).toContain(text)
  })
})

describe('the page after a log-in', () => {
  it.each([
    '/account',
    '/status',
    '/compare?source=EUR&target=USD',
    '/banks/ecb?from=2026-01-01&to=2026-02-01',
    '/a%2F%2Fb',
    '/'
  ])('is %s if requested', (next) => {
    expect(localPath(next)).toBe(next)
  })

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
    '/\t/evil.example',
    '/\n/evil.example',
    '/ /evil.example',
    ' //evil.example',
    '/@evil.example\\',
    '/"><script>',
    '/\u2028',
    '/ä'
  ])('is the account page instead of %j', (next) => {
    expect(localPath(next)).toBe('/account')
  })

  it('is kept in the form', async () => {
    expect((await get('/account?bank=alpha')).headers.get('location')).toBe('/login?next=%2Faccount%3Fbank%3Dalpha')
    expect((await get('/login?next=%2Fstatus')).text).toContain('name="next" value="/status"')
    expect((await get('/login?next=%2F%2Fevil.example')).text).toContain('name="next" value="/account"')
    const login = { email: 'person@example.org', password: PASSWORD }
    expect((await post('/login', { ...login, next: '/status' })).location).toBe('/status')
    expect((await post('/login', { ...login, next: '//evil.example' })).location).toBe('/account')
    expect((await get('/register?next=%2Fchart%2Fecb,old%2FEUR-USD%3Frange%3Dmax')).text).toContain(
      'name="next" value="/chart/ecb,old/EUR-USD?range=max"'
    )
    expect((await get('/login?next=/status', user.cookie)).headers.get('location')).toBe('/status')
    expect((await get('/login?next=//evil.example', user.cookie)).headers.get('location')).toBe('/account')
    expect((await get('/register', user.cookie)).headers.get('location')).toBe('/account')
  })
})

describe('a form', () => {
  // prettier-ignore
  const FORMS = [
    '/register', '/login', '/logout', '/reset', '/reset/abc', '/account/password', '/account/keys',
    '/account/keys/1/disable', '/status/quarantine/1/release', '/status/quarantine/1/reject',
    '/status/quarantine/1/undo', '/status/sources/alpha/run'
  ]

  it.each(FORMS)('is refused from another origin, and with a cookie but without an origin: %s', async (path) => {
    const { cookie } = operator
    expect((await post(path, {}, { cookie, origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(path, {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(path, {}, { cookie, origin: 'null' })).status).toBe(403)
    const response = await fetch(service.address + path, { method: 'POST', headers: { cookie, 'content-type': FORM } })
    expect(response.status).toBe(403)
    expect(done).toEqual([])
  })

  it.each(FORMS.slice(5))('redirects to the log-in without a session: %s', async (path) => {
    const { status, location } = await post(path)
    expect([status, location]).toEqual([303, `/login?next=%2F${path.split('/')[1]}`])
  })

  it('is shown again with its text escaped, but without the password', async () => {
    const { status, text } = await post('/register', { email: '"><b>x', password: 'secret-horse', name: '<i>Ada</i>' })
    expect(status).toBe(400)
    expect(text).toContain('value="&quot;>&lt;b>x"')
    expect(text).toContain('value="&lt;i>Ada&lt;/i>"')
    expect(text).toContain('Expected an e-mail address.')
    expect(text).not.toContain('secret-horse')
    const short = await post('/register', { email: 'x@example.org', password: 'short' })
    expect(short.status).toBe(400)
    expect(short.text).toMatch(/aria-describedby="field-password-hint field-password-error"/)
    expect(short.text).toContain('Expected 8 to 128 characters.')
  })

  it('logs in a new user after registration, but not a known one with another password', async () => {
    const known = await post('/register', { email: 'person@example.org', password: 'another horse' })
    expect([known.status, known.location, known.headers.get('set-cookie')]).toEqual([
      303,
      '/login?notice=registered',
      null
    ])
    const unknown = await post('/register', { email: 'unknown@example.org', password: 'another horse' })
    expect([unknown.status, unknown.text]).toEqual([200, expect.stringContaining('Welcome to Ratebook')])
    expect(unknown.headers.get('set-cookie')).toContain('session')
  })

  it('gives the same answer to the reset of a known and an unknown address', async () => {
    const resets = await Promise.all(
      ['person@example.org', 'nobody@example.org'].map((email) => post('/reset', { email }))
    )
    expect(resets.map(({ status, location }) => [status, location])).toEqual([
      [303, '/reset?notice=sent'],
      [303, '/reset?notice=sent']
    ])
  })

  it('requires the confirmation of the address at a log-in if mail is configured', async () => {
    const messages: Message[] = []
    const mailing = await startService(
      [],
      {},
      {
        settings: { publicUrl: 'http://rates.example' },
        mail: {
          async send(message) {
            messages.push(message)
          },
          close() {}
        }
      }
    )
    expect(await mailing.ask('/chart', { headers: { accept: 'text/html' } })).toMatchObject({
      status: 200,
      text: expect.stringContaining('Nothing has been collected yet. Charts')
    })
    const send = (path: string, fields: Record<string, string>) =>
      fetch(mailing.address + path, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields),
        headers: { origin: 'http://rates.example' }
      })
    const user = { email: 'mail@example.org', password: PASSWORD, name: '' }
    expect((await send('/register', user)).headers.get('location')).toBe('/login?notice=mailed')
    const refused = await send('/login', user)
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('Confirm your e-mail address first: a new mail with the link was sent to it')
    await expect.poll(() => messages).not.toHaveLength(0)
    const link = new URL(/http\S+/.exec(messages[0]!.text)![0])
    const { headers } = await mailing.ask(link.pathname + link.search)
    expect(new URL(headers.get('location')!).pathname).toBe('/login')
    expect((await mailing.ask(`/login${new URL(headers.get('location')!).search}`)).text).toContain(
      'Your address is confirmed. Log in.'
    )
    const entered = await send('/login', user)
    expect(entered.status).toBe(200)
    expect(await entered.text()).toMatch(/id="key"[^>]*><code>rb_/)
    expect((await mailing.ask('/login?unconfirmed')).text).toContain('The link has expired or was already used.')
    await mailing.stop()
  })

  it('shows when to try again after too many log-ins', async () => {
    const attempt = () => post('/login', { email: 'guessed@example.org', password: 'wrong horse' })
    expect((await attempt()).status).toBe(401)
    await Promise.all(Array.from({ length: 9 }, attempt))
    const { status, headers, text } = await attempt()
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(text).toContain('role="alert"')
    expect(text).toContain('More than 10 log-ins within 15 minutes')
    expect(text).toContain('value="guessed@example.org"')
  })

  it('disables only keys of its own account', async () => {
    const { keys } = (await service.ask('/api/account/keys', { headers: { cookie: operator.cookie } })).json
    const { status, text } = await post(`/account/keys/${keys[0].id}/disable`, {}, { cookie: user.cookie })
    expect(status).toBe(404)
    expect(text).toContain(`The account has no active key ${keys[0].id}.`)
    expect((await service.ask('/api/v1/central-banks', { key: operator.key })).status).toBe(200)
  })

  it('shows the error of a key name at its field, and escapes names in the list', async () => {
    const long = await post('/account/keys', { name: 'x'.repeat(61) }, { cookie: user.cookie })
    expect(long.status).toBe(400)
    expect(long.text).toContain('id="field-name-error"')
    const made = await post('/account/keys', { name: '<img src=x>' }, { cookie: user.cookie })
    expect(made.status).toBe(201)
    expect(made.headers.get('cache-control')).toBe('private, no-store')
    const { text } = await get('/account', user.cookie)
    expect(text).toContain('&lt;img src=x>')
    expect(text).not.toContain('<img src=x>')
  })
})

describe('the status page', () => {
  it('is public without reasons and buttons, and not cached', async () => {
    await service.database.write(
      "insert into runs (source, kind, status, finished_at, error) values ('alpha', 'schedule', 'failed', " +
        "service_now(), 'a secret reason')"
    )
    for (const cookie of [undefined, user.cookie]) {
      const { status, text, headers } = await get('/status', cookie)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(text).toContain('Bank alpha')
      expect(text).toContain('&lt;script>alert(1)&lt;/script>')
      expect(text).not.toMatch(/secret reason|Run now|<form method="post"|Quarantine/)
    }
    expect((await get('/status', operator.cookie)).text).toMatch(/secret reason.*Run now/s)
  })

  it('reports at the top that publishers could not be reached, if most could not', async () => {
    const fail = (source: string) =>
      service.database.write(
        "insert into runs (source, kind, status, finished_at, error) values ($1, 'schedule', 'failed', service_now(), " +
          "'GET https://example.com/ could not be reached: ENOTFOUND')",
        [source]
      )
    await fail('alpha')
    expect((await get('/status')).text).toMatch(
      /1 of the last 1 runs could not reach their publisher \(ENOTFOUND\): check the network/
    )
    await service.database.write(
      "insert into runs (source, kind, status, finished_at) values ('odd', 'schedule', 'ok', service_now())"
    )
    expect((await get('/status')).text).not.toContain('could not reach their publisher')
  })

  it('is mentioned at the first log-in of an operator', async () => {
    const credentials = { email: 'owner@example.org', password: PASSWORD }
    const registered = await post('/register', { ...credentials, name: '' })
    expect(registered.text).not.toContain('You are the operator')
    await service.database.write(
      'delete from api_keys where account_id = (select accounts.id from accounts join users on users.id = user_id ' +
        'where email = $1)',
      [credentials.email]
    )
    await service.database.write(
      'update accounts set first_key_at = null where user_id = (select id from users where email = $1)',
      [credentials.email]
    )
    await setOperator(service.database, credentials.email)
    expect((await post('/login', credentials)).text).toContain('You are the operator of this installation')
  })

  it('has actions only for operators', async () => {
    for (const path of [
      '/status/quarantine/1/release',
      '/status/quarantine/1/reject',
      '/status/quarantine/1/undo',
      '/status/sources/alpha/run'
    ]) {
      const { status, text } = await post(path, {}, { cookie: user.cookie })
      expect([path, status]).toEqual([path, 403])
      expect(text).toMatch(/This needs an operator account\. .* ratebook users operator person@example.org\./)
    }
    expect(done).toEqual([])
  })

  it('reports that an action succeeded, or why it failed', async () => {
    const { cookie } = operator
    expect(await post('/status/sources/alpha/run', {}, { cookie })).toMatchObject({
      status: 303,
      location: '/status?notice=started&of=alpha'
    })
    expect(done).toEqual(['run alpha'])
    expect((await post('/status/sources/nowhere/run', {}, { cookie })).status).toBe(404)
    const { status, text } = await post('/status/quarantine/77/reject', {}, { cookie })
    expect(status).toBe(409)
    expect(text).toContain('Row 77 is not waiting in quarantine.')
    expect((await get('/status?notice=released&of=<b>', cookie)).text).not.toContain('released')
    expect((await get('/status?notice=toString&of=5', cookie)).status).toBe(200)
  })
})

it('shows operators rows that their publisher corrected or never printed again', async () => {
  await service.database.write(`
    insert into quarantine (source, publication_id, date, base, quote, type, value, unit, reason, fault, rate, status, decided_at)
    select source, id, '2020-02-03', 'EUR', 'USD', 'reference', value, '1', 'far', 'move', value::numeric, status, service_now()
    from publications, (values ('1.5', 'corrected'), ('1.6', 'unsaid')) it (value, status) where source = 'alpha'`)
  await service.database.write(
    "insert into quarantine_decisions (quarantine_id, decision, decided_by, why) select id, status, 'ratebook', " +
      "'as printed' from quarantine where date = '2020-02-03'"
  )
  const rows = await service.database.read<{ id: number; status: string }>(
    "select id, status from quarantine where date = '2020-02-03' order by value"
  )
  const status = (await get('/status', operator.cookie)).text
  for (const [{ id }, shown] of [
    [rows[0]!, 'corrected'],
    [rows[1]!, 'never printed again']
  ] as const) {
    expect((await get(`/status/quarantine/${id}`, operator.cookie)).text).toContain(shown)
    expect(status).toContain(`/status/quarantine/${id}`)
  }
})

it('shows operators the tables of each source on the rhythm page', async () => {
  expect((await get('/status', operator.cookie)).text).toContain('href="/status/rhythm"')
  const { status, text } = await get('/status/rhythm', operator.cookie)
  expect(status).toBe(200)
  expect(text).toMatch(/Bank alpha.*2020-01-31.*missed/s)
  expect((await get('/status/rhythm', user.cookie)).status).toBe(403)
})

it('shows an operator an unreadable document next to the last readable one', async () => {
  const [{ id }] = (await service.database.write<{ id: number }>(
    'update publications set loaded_at = null returning id'
  )) as [
    {
      id: number
    }
  ]
  expect((await get('/status', operator.cookie)).text).toContain(`href="/status/sources/alpha/documents/${id}"`)
  expect((await get('/status', user.cookie)).text).not.toContain('could not be read')
  const { status, text } = await get('/status/sources/alpha/documents/7', operator.cookie)
  expect(status).toBe(200)
  expect(text).toMatch(
    /Expected 3 columns, found 4.*&lt;b>Unit&lt;\/b>.*row 1, column 3.*EUR → USD.*row 2, column 3.*100/s
  )
  expect((await get('/status/sources/alpha/documents/8', operator.cookie)).status).toBe(404)
  expect((await get('/status/sources/alpha/documents/7', user.cookie)).status).toBe(403)
})

it('shows an error page to a user who is not an operator and tries an action of operators', async () => {
  const { headers, text } = await post('/status/sources/alpha/run', {}, { cookie: user.cookie })
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self'; style-src 'self'/)
  expect(text).not.toMatch(/ style=| onclick=|<script>|<style/)
})

it('logs no passwords, tokens, keys or cookies', async () => {
  await post('/reset', { email: 'operator@example.org' })
  const links = service.log
    .map((line) => (JSON.parse(line) as { link?: string }).link)
    .filter((link) => link !== undefined)
  const token = links.at(-1)!.split('/').at(-1)!
  await get(`/reset/${token}`)
  await post(`/reset/${token}`, { newPassword: 'horses-are-secret' })
  await post('/login', { email: 'operator@example.org', password: 'horses-are-secret' })
  const lines = service.log.filter((line) => !line.includes('"link"')).join('\n')
  expect(lines).toContain('/reset/:token')
  for (const secret of [
    PASSWORD,
    'horses-are-secret',
    token,
    user.key,
    operator.key,
    user.cookie.split('=')[1]!,
    operator.cookie.split('=')[1]!
  ])
    expect(lines).not.toContain(secret)
})

describe('the form of series', () => {
  const of = (fields: Record<string, string>, path = '/account/series') =>
    get(`${path}?${new URLSearchParams(fields)}`, user.cookie)
  // prettier-ignore
  const FIELDS = {
    pairs: 'eur/usd, USD/EUR', banks: 'alpha', from: '2020-01-01', to: '2020-12-31', type: '', shape: 'long',
    group: '', stat: 'average'
  }

  it('requires a paid plan', async () => {
    expect((await of(FIELDS)).text).toContain('Yours is on the free plan: the operator of this service can change it.')
    expect((await of({ ...FIELDS, format: 'csv' }, '/account/series/file')).status).toBe(403)
    expect((await get('/account/series')).headers.get('location')).toBe('/login?next=%2Faccount%2Fseries')
  })

  it('shows the price, which the file costs', async () => {
    await setUserPlan(service.database, 'person@example.org', 'developer')
    const { text } = await of(FIELDS)
    expect(text).toContain('2 rates in 2 series. The file costs 2 units.')
    const file = await of({ ...FIELDS, format: 'csv', bom: '0' }, '/account/series/file')
    expect(file.text.split('\r\n').slice(0, 3)).toEqual([
      'bank,rate_date,base,quote,type,value,derived,method',
      'alpha,2020-01-31,EUR,USD,reference,1.1,false,published',
      expect.stringMatching(/^alpha,2020-01-31,USD,EUR,reference,0\.90909.*,true,inverse$/)
    ])
    expect([file.headers.get('content-disposition'), file.headers.get('x-monthly-used')]).toEqual([
      'attachment; filename="series-2020-01-01-2020-12-31.csv"',
      '2'
    ])
    for (const [shape, head] of [
      ['wide', 'rate_date,alpha_EUR_USD_reference,'],
      ['spread', 'rate_date,base,quote,banks_in_stats']
    ] as const) {
      expect((await of({ ...FIELDS, shape, format: 'csv', bom: '0' }, '/account/series/file')).text).toContain(head)
    }
    expect((await of({ ...FIELDS, group: 'year' })).text).toContain('2 rates in 2 series')
  })

  it.each([
    [{ pairs: 'EURUSD' }, 'Expected pairs separated by commas'],
    [{ banks: 'nobody' }, 'There is no source nobody'],
    [{ from: '2021-01-01' }, 'Must not be after to'],
    [{ to: '1999-12-31', from: '1999-01-01' }, 'None of these sources has a rate']
  ])('is shown again with an error for %j', async (change, message) => {
    const { status, text } = await of({ ...FIELDS, ...change })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).toContain(message)
  })
})

describe('the plans of an organization', () => {
  it('are changed by an operator on a page', async () => {
    const operator = await logIn(service, 'chief@example.org', PASSWORD)
    await setOperator(service.database, 'chief@example.org')
    const { text } = await get('/status/users', operator.cookie)
    expect(text).toContain('person@example.org')
    expect((await get('/status/users', user.cookie)).status).toBe(403)
    const save = (fields: Record<string, string>, cookie: string) => post('/status/users', fields, { cookie })
    expect((await save({ email: 'person@example.org', plan: 'enterprise' }, user.cookie)).status).toBe(403)
    expect(await save({ email: 'person@example.org', plan: 'huge' }, operator.cookie)).toMatchObject({
      status: 400,
      text: expect.stringContaining('plan: expected free, trial, developer, business, enterprise')
    })
    expect(await save({ email: 'nobody@example.org', plan: 'business' }, operator.cookie)).toMatchObject({
      status: 400,
      text: expect.stringContaining('There is no user nobody@example.org')
    })
    const { status, location } = await save({ email: 'person@example.org', plan: 'business' }, operator.cookie)
    expect([status, location]).toEqual([303, '/status/users?changed=person%40example.org'])
    expect((await get('/account', user.cookie)).text).toContain('Business plan')
    await setUserPlan(service.database, 'person@example.org', 'free')
  })

  it('are all the plan of ACCOUNT_PLAN, and no page mentions plans to buy', async () => {
    const house = await startService(
      [identity('alpha', 'EUR')],
      {
        alpha: ['2018-01-31', '2020-01-31'].map((date) => ({
          date,
          base: 'EUR',
          quote: 'USD',
          type: 'reference',
          value: '1.1'
        }))
      },
      { settings: { accountPlan: 'enterprise' } }
    )
    const PAST = '/banks/alpha/2018-01-31'
    const stranger = await house.ask(PAST)
    expect(stranger.text).toContain('The table of a past date needs an account<')
    expect(stranger.text).toContain('<a href="/login?next=%2Fbanks%2Falpha%2F2018-01-31">Log in</a>')
    const { cookie, key } = await logIn(house, 'colleague@example.org', PASSWORD)
    expect((await house.ask(PAST, { headers: { cookie } })).text).toContain('>1.1<')
    expect((await house.ask('/api/v1/central-bank/alpha/2018-01-31', { key })).status).toBe(200)
    expect((await house.ask('/api/v1/central-bank/alpha/2018-01-31', { plan: 'trial' })).status).toBe(403)
    expect((await house.ask('/api/account', { headers: { cookie } })).json).toMatchObject({
      plan: 'enterprise',
      limit: 1_000_000
    })
    for (const path of ['/', PAST, '/account', '/account/series', '/chart/alpha/EUR-USD?range=max', '/docs/plans']) {
      expect((await house.ask(path)).text).not.toMatch(/paid plan/)
    }
    await house.stop()
  })
})

it('shows the notice, key and account of a demo on its pages', async () => {
  const notice = 'Its clock stands at 2020-02-01.'
  const today = '2026-11-25'
  const demo = await startService(
    [identity('alpha', 'EUR'), identity('beta', 'EUR')],
    { alpha: [{ date: today, base: 'EUR', quote: 'USD', type: 'reference', value: '1.1' }] },
    {
      clock: stoppedClock(),
      settings: {
        demo: {
          notice,
          key: 'rb_0123456789abcdef0123456789abcdef',
          login: { email: 'demo@ratebook.example', password: 'printed as published' }
        }
      }
    }
  )
  const { text } = await demo.ask('/')
  expect(text).toContain(notice)
  expect(text).toContain('>fresh<')
  expect((await demo.ask('/status')).text).toContain('>not in the demo<')
  expect((await demo.ask('/login')).text).toContain('<code>demo@ratebook.example</code>')
  expect((await demo.ask('/docs/getCentralBankLatest')).text).toContain('value="rb_0123456789abcdef0123456789abcdef"')
  await demo.stop()
  setDemo(false) // the pages of later services in this process are of no demo
})

it('shows a button that copies an example of the manual', async () => {
  const { text } = await get('/docs/ecb-eur-usd')
  expect(text).toContain('data-copies="example-1"')
  expect(text).toMatch(/<code id="example-1" class="language-sh">curl /)
  expect(text).toContain('/assets/copy.js')
})

it('shows names between backticks as code, and an instant in a sentence without T or Z', async () => {
  expect((await get('/docs/getCentralBankLatest')).text).not.toMatch(/<dd>[^<]*`/)
  const { text } = await get('/banks/alpha/2020-01-31?as_of=2019-06-01T10:30:00Z')
  expect(text).toContain('as known at 2019-06-01 10:30 UTC')
})

it('shows the newest rate of a pair and its chart first on its page', async () => {
  for (const path of ['/EUR-USD', '/eur-usd']) {
    const { status, text } = await get(path)
    expect(status).toBe(200)
    const at = ['<h1>EUR to USD</h1>', '>1.1</a>', '<figure class="chart">', '<table'].map((it) => text.indexOf(it))
    expect(at).toEqual(at.toSorted((one, other) => one - other))
    expect(at[0]).toBeGreaterThan(0)
    expect(text).toContain('<a href="/USD-EUR">')
  }
  expect((await get('/EUR-XAU')).status).toBe(404)
  expect((await get('/EUR-EUR')).status).toBe(400)
  expect((await get('/search?q=eur/usd')).text).toContain('<a href="/EUR-USD">')
})

it('links the page of a table to the rows of its source that wait for a review', async () => {
  const page = async () => (await get('/banks/alpha/2020-01-31')).text
  const link = '<a href="/status?source=alpha#quarantine">'
  expect(await page()).not.toContain(link)
  await service.database.write(`
    insert into quarantine (source, publication_id, date, base, quote, type, value, unit, reason)
    select 'alpha', min(id), '2020-02-04', 'EUR', 'USD', 'reference', '-1', '1', 'negative' from publications`)
  expect(await page()).toContain(link)
  await service.database.write("delete from quarantine where date = '2020-02-04'")
})

it('shows the newest table with a note for a date after all tables', async () => {
  const next = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
  const location = (await get(`/banks/alpha/${next}`)).headers.get('location')!
  expect(location).toBe(`/banks/alpha/2020-01-31?asked=${next}`)
  expect((await get(location)).text).toContain(`${next} is in the future: the newest table is dated 2020-01-31.`)
  const past = (await get('/banks/alpha/2026-01-05')).headers.get('location')!
  expect((await get(past)).text).toContain('No table is dated 2026-01-05. This one was in force.')
})

it('reports failed runs on the home page if there is no table yet', async () => {
  const lonely = await startService([identity('alpha', 'EUR'), identity('beta', 'EUR')], {})
  await lonely.database.write(
    "insert into runs (source, kind, status, finished_at, error) values ('alpha', 'schedule', 'failed', " +
      "service_now(), 'no network')"
  )
  expect((await lonely.ask('/')).text).toContain('1 of 1 runs failed')
  await lonely.stop()
})

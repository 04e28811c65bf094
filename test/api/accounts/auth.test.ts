import { setTimeout as sleep } from 'node:timers/promises'
import { getMigrations } from 'better-auth/db/migration'
import pg from 'pg'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betterAuthOptions } from '../../../api/accounts/options.ts'
import { HashQueue } from '../../../api/accounts/hash-queue.ts'
import { operatorToken } from '../../../api/accounts/operator-link.ts'
import { hashingFor, passwordsOf } from '../../../api/accounts/passwords.ts'
import { AuthService, type Hardness } from '../../../api/accounts/service.ts'
import { createMail, type Mail } from '../../../api/accounts/mail.ts'
import { disableUser, listUsers, setOperator, setUserPlan } from '../../../api/accounts/users.ts'
import { testDatabase } from '../../support/database.ts'
import { settingsOf, startService, stoppedClock, type Service } from '../../support/service.ts'
import { WITHOUT_PAGES } from '../../support/modules.ts'

const RECOMMENDED = passwordsOf()
// A hash takes long enough to fill the queue, and an answer as long as in a real service.
const MEDIUM = { cost: { N: 2 ** 13, r: 8, p: 1 }, step: 500 }
const PASSWORD = 'correct horse battery'
const ORIGIN = 'http://rates.localhost:8080'
const SECURE = 'https://rates.localhost'
const WRONG = 'wrong e-mail address or password'

const clock = stoppedClock()

let people = 0
let networks = 0

interface Started {
  service: Service
  /** Reads sessions like the service. */
  auth: AuthService
  log: string[]
  stop: () => Promise<void>
}

/** Starts a service on a new database, which trusts the forwarding headers of one proxy. */
async function start({
  mail,
  ...settings
}: { publicUrl?: string; mail?: Mail; hardness?: Hardness } = {}): Promise<Started> {
  const service = await startService([], {}, { clock, settings: { ...settings, trustProxy: 1 }, mail })
  const auth = new AuthService({
    database: service.database,
    secret: settingsOf().sessionSecret,
    publicUrl: settings.publicUrl,
    logger: pino({ level: 'silent' })
  })
  return {
    service,
    auth,
    log: service.log,
    async stop() {
      await auth.close()
      await service.stop()
    }
  }
}

function newEmail(): string {
  return `person${++people}@example.com`
}

interface Answer {
  status: number
  body: any // eslint-disable-line @typescript-eslint/no-explicit-any
  headers: Headers
  cookies: string[]
  cookie: string
}

/** A client that stores no cookies and sends each request from another network. */
function client({ service, auth }: Started, origin = ORIGIN) {
  const { protocol, host } = new URL(origin)

  async function send(
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {}
  ): Promise<Answer> {
    const proxied = {
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-host': host,
      'x-forwarded-for': `10.0.${++networks >> 8}.${networks & 255}`
    }
    const response = await fetch(service.address + path, {
      ...init,
      redirect: 'manual',
      headers: { ...proxied, ...init.headers }
    })
    const text = await response.text()
    const cookies = response.headers.getSetCookie()
    const body = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
    return {
      status: response.status,
      body,
      headers: response.headers,
      cookies,
      cookie: cookies.map((it) => it.split(';')[0]).join('; ')
    }
  }
  return {
    send,
    sessionOf: (cookie: string) => auth.session({ cookie, origin }),
    get: (path: string, cookie?: string) => send(`/api/auth${path}`, { headers: { ...(cookie && { cookie }) } }),
    post: (path: string, body: object = {}, headers: Record<string, string> = {}) =>
      send(`/api/auth${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers }
      }),
    async register(email = newEmail()) {
      await this.post('/sign-up/email', { email, password: PASSWORD, name: 'A person' })
      return email
    },
    signIn: (email: string, password = PASSWORD) =>
      send('/api/auth/sign-in/email', {
        method: 'POST',
        body: JSON.stringify({ email, password }),
        headers: { 'content-type': 'application/json', origin }
      })
  }
}

/** The parts of an answer that must not reveal whether an address is registered. */
function shape({ status, headers, body }: Answer) {
  const lines: string[] = []
  headers.forEach((value, name) => {
    if (!['date', 'x-ratelimit-remaining', 'x-ratelimit-reset'].includes(name)) {
      lines.push(`${name}: ${value}`)
    }
  })
  return { status, lines, body }
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function logged(log: string[], pattern: RegExp): Promise<string> {
  const find = () => log.map((line) => pattern.exec(line)?.[1]).find((it) => it !== undefined)
  await expect.poll(find).toBeDefined()
  return find()!
}

test('matches the tables that better-auth expects', async () => {
  const db = await testDatabase()
  const pool = new pg.Pool({ connectionString: db.url })
  const nothing = async () => true
  const warnings: string[] = []
  const options = betterAuthOptions({
    pool,
    secret: settingsOf().sessionSecret,
    origin: ORIGIN,
    requiresConfirmation: true,
    passwords: RECOMMENDED,
    hooks: { mayLogIn: nothing, onReset: nothing, mailConfirmation() {}, mailReset() {} },
    onError() {}
  })
  const wanted = await getMigrations({
    ...options,
    logger: { level: 'warn', log: (_level, message) => warnings.push(message) }
  })
  expect(wanted).toMatchObject({ toBeCreated: [], toBeAdded: [], toBeAddedIndexes: [], schemaProblems: [] })
  expect(warnings).toEqual([])
  await pool.end()
  await db.drop()
})

describe('password hashing', () => {
  test('serves the clients with the fewest recent attempts first', async () => {
    const queue = new HashQueue(1)
    const order: string[] = []
    let end = () => {}
    const first = queue.on('attacker', () =>
      queue.run(
        () =>
          new Promise<void>((resolve) => {
            end = resolve
          })
      )
    )
    const hash = (client: string) => queue.on(client, () => queue.run(async () => void order.push(client)))
    const attempts = ['attacker', 'attacker', 'another attacker', 'another attacker', 'victim'].map(hash)
    end()
    await Promise.all([first, ...attempts])
    expect(order).toEqual(['another attacker', 'victim', 'attacker', 'another attacker', 'attacker'])
  })

  test('rejects the attempts of the busiest client when the queue is full', async () => {
    const queue = new HashQueue(1)
    let end = () => {}
    const first = queue.run(
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        })
    )
    const attempts = Promise.allSettled(
      Array.from({ length: 80 }, () => queue.on('attacker', () => queue.run(async () => {})))
    )
    const victim = queue.on('victim', () => queue.run(async () => 'in'))
    end()
    expect(await victim).toBe('in')
    await first
    expect((await attempts).filter(({ status }) => status === 'rejected')).toHaveLength(73)
  })

  test('delays a user by at most one attempt of each of three attackers', async () => {
    const queue = new HashQueue(1)
    const order: string[] = []
    let end = () => {}
    const first = queue.on('attacker 0', () =>
      queue.run(
        () =>
          new Promise<void>((resolve) => {
            end = resolve
          })
      )
    )
    const hash = (client: string) => queue.on(client, () => queue.run(async () => void order.push(client)))
    const guesses = Array.from({ length: 24 }, (_, number) => hash(`attacker ${number % 3}`).catch(() => {}))
    const victim = hash('victim')
    end()
    await Promise.all([first, ...guesses, victim])
    expect(order.indexOf('victim')).toBeLessThanOrEqual(3)
  })

  test('logs a user in while three networks guess passwords', async () => {
    const started = await start({ hardness: MEDIUM })
    const person = client(started)
    const email = await person.register()
    const signIn = async (network: string, to: string, password: string) => {
      const { status } = await person.send('/api/auth/sign-in/email', {
        method: 'POST',
        body: JSON.stringify({ email: to, password }),
        headers: { 'content-type': 'application/json', origin: ORIGIN, 'x-forwarded-for': network }
      })
      return status
    }
    const attack = Array.from({ length: 24 }, (_, number) =>
      signIn(`192.0.2.${number % 3}`, `person${number}@victims.example`, 'a wrong guess')
    )
    await Promise.race(attack)
    expect(await signIn('198.51.100.7', email, PASSWORD)).toBe(200)
    expect(await Promise.all(attack)).not.toContain(200)
    await started.stop()
  })

  test('uses scrypt with a salt, and compares passwords in normalized Unicode', async () => {
    const [one, other] = await Promise.all([
      RECOMMENDED.hash('caf\u00e9 au lait'),
      RECOMMENDED.hash('caf\u00e9 au lait')
    ])
    expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toBe(other)
    expect(await RECOMMENDED.verify({ hash: one, password: 'cafe\u0301 au lait' })).toBe(true)
    expect(await RECOMMENDED.verify({ hash: one, password: 'cafe au lait' })).toBe(false)
  })

  test('does not block the event loop', async () => {
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    }, 5)
    await RECOMMENDED.hash(PASSWORD)
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(2)
  })
})

describe('guessing', () => {
  let started: Started
  let me: ReturnType<typeof client>

  beforeAll(async () => {
    started = await start({ hardness: MEDIUM })
    me = client(started)
  })
  afterAll(() => started.stop())

  test('gets answers about an account only after half a second or more', async () => {
    const started = await start({ hardness: undefined })
    const me = client(started)
    const email = await me.register()
    const works = [
      () => me.signIn(email, 'not the password'),
      () => me.signIn('nobody@example.com', 'not the password'),
      () => me.post('/sign-up/email', { email, password: PASSWORD }),
      () => me.post('/sign-up/email', { email: newEmail(), password: PASSWORD }),
      () => me.post('/request-password-reset', { email }),
      () => me.post('/request-password-reset', { email: 'nobody@example.com' })
    ]
    for (const work of works) expect(await milliseconds(work)).toBeGreaterThan(495)
    await started.stop()
  })

  test('gets 503 for part of a burst of log-ins instead of late answers', async () => {
    const email = await me.register()
    const answers: Array<Awaited<ReturnType<typeof me.signIn>>> = []
    const statuses = () => new Set(answers.map(({ status }) => status))
    while (!statuses().has(503))
      answers.push(...(await Promise.all(Array.from({ length: 40 }, () => me.signIn(email)))))
    const refused = answers.filter(({ status }) => status === 503)
    expect(statuses()).toEqual(new Set([200, 503]))
    for (const { headers, cookies } of refused) expect([headers.get('retry-after'), cookies]).toEqual(['5', []])
  })

  test('does not count a log-in that was refused with 503 as an attempt', async () => {
    const email = await me.register()
    let isBusy = true
    let strangers = 0
    const keepTrying = async () => {
      while (isBusy)
        await hashingFor(`stranger ${++strangers}`, () => passwordsOf(MEDIUM.cost).hash('somebody else’s')).catch(() =>
          sleep(5)
        )
    }
    const others = Array.from({ length: 20 }, keepTrying) // more than the queue holds, so that it is almost always full
    const here = { 'x-forwarded-for': '192.0.2.9' }
    const statuses = new Set<number>()
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => me.post('/sign-in/email', { email, password: PASSWORD }, here))
      )
      for (const { status } of answers) statuses.add(status)
    }
    isBusy = false
    await Promise.all(others)
    expect(statuses).toContain(503)
    expect(statuses).not.toContain(429)
  })
})

describe('without mail', () => {
  let started: Started
  let db: Service
  let log: string[]
  let me: ReturnType<typeof client>

  beforeAll(async () => {
    started = await start()
    ;({ service: db, log } = started)
    me = client(started)
  })
  afterAll(() => started.stop())

  // prettier-ignore
  test.each([
    'password', 'Password1', '12345678', 'aaaaaaaa', 'abcabcabc', 'qwertyuiop', 'my ratebook password',
    'someone7 is me', 'SOMEONE7@example.com', '1234567890123', '890123456789', '987654321098', 'bcdefghijkl',
    'Winter2026!', 'Summer 2027!!', 'november-26?'
  ])('refuses to register a common password, a sequence, a season or one made of the address: %s', async (password) => {
    const email = 'someone7@example.com'
    const { status, body } = await me.post('/sign-up/email', { email, password, name: '' })
    expect([status, body.error]).toEqual([
      400, expect.stringMatching(/^password: expected a password (without|that is not)/)
    ])
  })

  test('refuses to change a password to one made of the address', async () => {
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    const { status, body } = await me.post(
      '/change-password',
      { currentPassword: PASSWORD, newPassword: `${email}!` },
      { cookie, origin: ORIGIN }
    )
    expect([status, body.error]).toEqual([400, expect.stringContaining('newPassword: expected a password without')])
  })

  test('registers a user, logs in, returns the session and logs out', async () => {
    const email = newEmail()
    const signedUp = await me.post('/sign-up/email', { email: email.toUpperCase(), password: PASSWORD, name: 'Ada' })
    expect(signedUp).toMatchObject({ status: 200, body: { token: null, user: { email, name: 'Ada' } }, cookies: [] })

    const signedIn = await me.signIn(email.toUpperCase())
    expect(signedIn).toMatchObject({
      status: 200,
      body: { redirect: false, user: { email, name: 'Ada', role: 'user' } }
    })
    expect(signedIn.body.api_key).toMatch(/^rb_/)
    expect(signedIn.body).not.toHaveProperty('token')
    expect(signedIn.cookies).toHaveLength(1)
    expect(signedIn.cookies[0]).toMatch(
      /^ratebook\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/
    )

    const { cookie } = signedIn
    const known = {
      user: signedIn.body.user,
      session: { userId: signedIn.body.user.id },
      account: { plan: 'free' },
      cookies: []
    }
    expect(await me.sessionOf(cookie)).toMatchObject(known)
    expect(await me.sessionOf(`theme=dark; ${cookie}`)).toMatchObject(known)
    const session = await me.get('/get-session', cookie)
    expect(session.body.user.email).toBe(email)
    expect(session.body.session).not.toHaveProperty('token')
    expect((await me.get('/get-session')).body).toBeNull()

    expect((await me.signIn(email)).body).not.toHaveProperty('api_key')

    const signedOut = await me.post('/sign-out', {}, { cookie, origin: ORIGIN })
    expect(signedOut).toMatchObject({ status: 200, body: { success: true } })
    expect(signedOut.cookies[0]).toContain('Max-Age=0')
    expect(await me.sessionOf(cookie)).toBeUndefined()
    expect((await me.get('/get-session', cookie)).body).toBeNull()
  })

  test('creates an account on the free plan at registration, and recreates a lost one at log-in', async () => {
    const email = await me.register()
    const { body } = await me.signIn(email)
    expect((await listUsers(db.database)).find((it) => it.email === email)).toMatchObject({
      plan: 'free',
      role: 'user',
      verified: false,
      keys: 1,
      disabled_at: null
    })
    await db.database.write('delete from accounts where user_id = $1', [body.user.id])
    const again = await me.signIn(email)
    expect(again.body.api_key).toMatch(/^rb_/)
  })

  test('answers a wrong e-mail address and a wrong password alike', async () => {
    const email = await me.register()
    const [known, unknown] = await Promise.all([
      me.signIn(email, 'not the password'),
      me.signIn('nobody@example.com', 'not the password')
    ])
    expect(shape(known)).toEqual(shape(unknown))
    expect(known).toMatchObject({ status: 401, body: { error: WRONG }, cookies: [] })
  })

  test('answers the registration of a known address like that of a new one, and changes nothing', async () => {
    const email = newEmail()
    const other = 'another password'
    const first = await me.post('/sign-up/email', { email, password: PASSWORD, name: 'Ada' })
    const again = await me.post('/sign-up/email', { email, password: other, name: 'Ada' })
    expect(shape(again)).toEqual(shape(first))
    expect((await me.signIn(email, other)).status).toBe(401)
    expect((await me.signIn(email)).body.user.name).toBe('Ada')
  })

  test('creates one user for concurrent registrations of one address', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      [1, 2, 3].map(() => me.post('/sign-up/email', { email, password: PASSWORD, name: 'Ada' }))
    )
    expect(new Set(answers.map((it) => JSON.stringify(shape(it)))).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    expect(await db.database.write('select email from users where email = $1', [email])).toHaveLength(1)
    expect((await me.signIn(email)).status).toBe(200)
  })

  test('raises no database error for concurrent registrations, because it would log the address', async () => {
    const email = newEmail()
    const register = (id: number) =>
      db.database.write<{ is_new: boolean }>("select register_user($1, $2, 'Ada', 'hash') as is_new", [
        `${email} ${id}`,
        email
      ])
    const outcomes = (await Promise.all(Array.from({ length: 20 }, (_, id) => register(id)))).map(
      ([row]) => row!.is_new
    )
    expect(outcomes.filter((isNew) => isNew)).toEqual([true])
  })

  test('makes one of several concurrent claimants the operator, on the enterprise plan', async () => {
    const empty = await testDatabase()
    await Promise.all(
      Array.from({ length: 5 }, async (_, id) => {
        await empty.database.write("select register_user($1, $1 || '@example.com', 'Ada', 'hash')", [`ada${id}`])
        await empty.database.write('select claim_operator($1)', [`ada${id}`])
      })
    )
    const users = (await listUsers(empty.database)).map(({ role, plan }) => `${role} ${plan}`).sort()
    expect(users).toEqual(['operator enterprise', ...Array.from({ length: 4 }, () => 'user free')])
    await empty.drop()
  })

  test.skipIf(WITHOUT_PAGES)(
    'makes nobody the operator without the link, and only the first user with it',
    async () => {
      const fresh = await start()
      await fresh.service.database.write('delete from users')
      const visitor = client(fresh)
      const roles = async () =>
        (await listUsers(fresh.service.database)).map(({ email, role, plan }) => `${email} ${role} ${plan}`).sort()
      const register = (name: string, operator?: string) =>
        visitor.post('/sign-up/email', { email: `${name}@example.com`, password: PASSWORD, name: '', operator })
      const token = operatorToken(settingsOf().sessionSecret)
      await register('stranger')
      expect(await register('guesser', `${token.slice(1)}A`)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('the link is wrong') }
      })
      const page = async () => (await fetch(`${fresh.service.address}/login`)).text()
      expect(await page()).toContain('This installation has no operator yet')
      expect((await register('owner', token)).status).toBe(200)
      expect(await page()).not.toContain('This installation has no operator yet')
      expect((await register('late', token)).status).toBe(400)
      expect(await roles()).toEqual(['owner@example.com operator enterprise', 'stranger@example.com user free'])
      await fresh.stop()
    }
  )

  test('accepts another attempt after a registration that failed half-way', async () => {
    const email = newEmail()
    const signUp = () => me.post('/sign-up/email', { email, password: PASSWORD, name: 'Ada' })
    await db.database.write('alter table credentials rename to credentials_gone')
    expect((await signUp()).status).toBe(500)
    await db.database.write('alter table credentials_gone rename to credentials')
    expect((await signUp()).status).toBe(200)
    expect((await me.signIn(email)).status).toBe(200)
  })

  test('ignores a role, a confirmation and an id in the body of a registration', async () => {
    const email = newEmail()
    await me.post('/sign-up/email', { email, password: PASSWORD, role: 'operator', emailVerified: true, id: 'me' })
    const { body } = await me.signIn(email)
    expect(body.user).toMatchObject({ role: 'user', emailVerified: false })
    expect(body.user.id).not.toBe('me')
  })

  test('ends all other sessions and pending resets after a password change', async () => {
    const email = await me.register()
    log.length = 0
    const [mine, other] = [(await me.signIn(email)).cookie, (await me.signIn(email)).cookie]
    await me.post('/request-password-reset', { email })
    const token = await logged(log, /reset\/([\w-]+)"/)
    const body = { currentPassword: PASSWORD, newPassword: 'another password' }
    const headers = { cookie: mine, origin: ORIGIN }

    expect(await me.post('/change-password', { ...body, currentPassword: 'not the password' }, headers)).toMatchObject({
      status: 400,
      body: { error: 'currentPassword: this is not your current password' }
    })
    expect(await me.post('/change-password', { ...body, newPassword: 'short' }, headers)).toMatchObject({
      status: 400,
      body: { error: 'newPassword: expected 8 to 128 characters' }
    })
    expect(await me.post('/change-password', body)).toMatchObject({
      status: 401,
      body: { error: expect.stringMatching(/^log in first/), docs: expect.any(String) }
    })
    expect(await me.sessionOf(other)).toBeDefined()

    const changed = await me.post('/change-password', body, headers)
    expect(changed).toMatchObject({ status: 200, body: { status: true } })
    expect(await me.sessionOf(changed.cookie)).toMatchObject({ user: { email } })
    for (const cookie of [mine, other]) expect(await me.sessionOf(cookie)).toBeUndefined()
    expect((await me.signIn(email)).status).toBe(401)
    expect((await me.signIn(email, body.newPassword)).status).toBe(200)
    expect((await me.post('/reset-password', { token, newPassword: PASSWORD })).status).toBe(400)
  })

  test('resets a password once by the link in the log', async () => {
    const email = await me.register()
    const { cookie, body } = await me.signIn(email)
    log.length = 0
    const [known, unknown] = [
      await me.post('/request-password-reset', { email }),
      await me.post('/request-password-reset', { email: 'nobody@example.com' })
    ]
    expect(shape(known)).toEqual(shape(unknown))
    expect(log.filter((line) => line.includes('/reset/'))).toHaveLength(1)
    expect(JSON.parse(log.find((line) => line.includes('/reset/'))!)).toMatchObject({
      level: 40,
      user: body.user.id,
      link: expect.stringMatching(/^\/reset\/\w+$/)
    })
    const token = await logged(log, /reset\/([\w-]+)"/)
    expect(await db.database.write('select id from verifications where identifier like $1', [`%${token}%`])).toEqual([])

    for (const newPassword of ['short', `my ${email.split('@')[0]!} password`, email])
      expect((await me.post('/reset-password', { token, newPassword })).status).toBe(400)
    expect(await me.post('/reset-password', { token, newPassword: 'another password' })).toMatchObject({
      status: 200,
      body: { status: true },
      cookies: []
    })
    expect(await me.sessionOf(cookie)).toBeUndefined()
    expect((await me.signIn(email, 'another password')).status).toBe(200)
    const late = { status: 400, body: { error: 'token: the link has expired or was already used; request a new one' } }
    expect(await me.post('/reset-password', { token, newPassword: 'a third password' })).toMatchObject(late)
    expect(await me.post('/reset-password', { token: 'made-up', newPassword: 'a third password' })).toMatchObject(late)
  })

  test('lets a reset link expire after an hour', async () => {
    const email = await me.register()
    log.length = 0
    await me.post('/request-password-reset', { email })
    const token = await logged(log, /reset\/([\w-]+)"/)
    const [row] = await db.database.write<{ left: number }>(
      'select extract(epoch from expires_at - now())::float8 as left from verifications order by created_at desc limit 1'
    )
    expect(row!.left).toBeGreaterThan(3500)
    expect(row!.left).toBeLessThanOrEqual(3600)
    await db.database.write("update verifications set expires_at = now() - interval '1 second'")
    expect((await me.post('/reset-password', { token, newPassword: 'another password' })).status).toBe(400)
    expect((await me.signIn(email)).status).toBe(200)
  })

  test('deletes expired sessions and reset links at a log-in', async () => {
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    await me.post('/request-password-reset', { email })
    await db.database.write("update sessions set expires_at = now() - interval '1 second'")
    await db.database.write("update verifications set expires_at = now() - interval '1 second'")
    expect(await me.sessionOf(cookie)).toBeUndefined()
    await me.signIn(email)
    expect(
      await db.database.write(
        'select 1 from sessions where expires_at < now() union all select 1 from verifications where expires_at < now()'
      )
    ).toEqual([])
  })

  test('keeps a session for thirty days and renews it after one', async () => {
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    expect((await me.sessionOf(cookie))!.cookies).toEqual([])
    await db.database.write("update sessions set expires_at = expires_at - interval '25 hours'")
    const renewed = await me.sessionOf(cookie)
    expect(renewed!.cookies[0]).toMatch(/^ratebook\.session_token=.*Max-Age=2592000/)
    expect((await me.sessionOf(cookie))!.cookies).toEqual([])
  })

  test('refuses a modified session cookie', async () => {
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    const [name, value] = cookie.split('=') as [string, string]
    const changed = decodeURIComponent(value)
    for (const forged of [changed.slice(0, -3) + 'AA=', 'x' + changed, changed.split('.')[0]!, '', '%']) {
      expect(await me.sessionOf(`${name}=${forged === '%' ? '%' : encodeURIComponent(forged)}`)).toBeUndefined()
    }
  })

  test('refuses the log-in of a disabled account, and ends its sessions', async () => {
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    const spared = (await me.signIn(email)).cookie
    await db.database.write(
      'update accounts set disabled_at = now() from users where users.id = user_id and email = $1',
      [email]
    )
    expect(await me.sessionOf(spared)).toBeUndefined()
    expect((await me.get('/get-session', spared)).body).toBeNull()
    expect(
      (
        await me.post(
          '/change-password',
          { currentPassword: PASSWORD, newPassword: 'another password' },
          { cookie: spared, origin: ORIGIN }
        )
      ).status
    ).toBe(401)
    await disableUser(db.database, email.toUpperCase())
    expect(
      await db.database.write('select 1 from sessions join users on users.id = user_id where email = $1', [email])
    ).toEqual([])
    expect(await me.sessionOf(cookie)).toBeUndefined()
    expect(shape(await me.signIn(email))).toEqual(shape(await me.signIn('nobody@example.com')))
  })

  test('limits failed log-ins and resets per network, without locking the account', async () => {
    const email = await me.register()
    const guess = (network: string) =>
      me.post('/sign-in/email', { email, password: 'not the password' }, { 'x-forwarded-for': network })
    const together = await Promise.all(Array.from({ length: 10 }, () => guess('192.0.2.1')))
    expect(together.map(({ status }) => status)).toEqual(Array<number>(10).fill(401))
    expect((await guess('192.0.2.1')).status).toBe(429)
    expect((await me.signIn(email)).status).toBe(200)
    const reset = (network: string) => me.post('/request-password-reset', { email }, { 'x-forwarded-for': network })
    const resets = (await Promise.all(Array.from({ length: 6 }, () => reset('192.0.2.1')))).map(({ status }) => status)
    expect(resets.sort()).toEqual([200, 200, 200, 200, 200, 429])
    expect((await reset('192.0.2.2')).status).toBe(200)
  })

  test('limits failed log-ins of an address across networks', async () => {
    const email = await me.register()
    const quarter = 900_000
    await db.database.write('insert into windows (name, ends_at, taken) values ($1, $2, 98)', [
      `log-ins ${email}`,
      new Date((Math.floor(clock.now() / quarter) + 1) * quarter).toISOString()
    ])
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await me.signIn(email, 'not the password')).status)
    expect(statuses).toEqual([401, 401, 429])
  })

  test('refuses a request from another origin that changes data', async () => {
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    const posts = [
      '/sign-out',
      '/change-password',
      '/sign-in/email',
      '/sign-up/email',
      '/request-password-reset',
      '/reset-password'
    ]
    for (const path of posts) {
      for (const origin of [
        undefined,
        'null',
        'https://evil.example',
        'https://rates.localhost:8080',
        'http://rates.localhost',
        `${ORIGIN}.evil.example`,
        ''
      ]) {
        expect(await me.post(path, {}, { cookie, ...(origin !== undefined && { origin }) })).toMatchObject({
          status: 403,
          cookies: []
        })
      }
      for (const origin of ['null', 'https://evil.example'])
        expect((await me.post(path, {}, { origin })).status).toBe(403)
      expect((await me.post(path, {}, { cookie, referer: `${ORIGIN}/login` })).status).toBe(403)
    }
    expect(await me.sessionOf(cookie)).toBeDefined()
    expect((await me.post('/sign-in/email', { email, password: PASSWORD })).status).toBe(200)
  })

  test('refuses an invalid body with the field and the reason', async () => {
    const raw = (body: string, type = 'application/json') =>
      me.send('/api/auth/sign-in/email', { method: 'POST', body, headers: { 'content-type': type } })
    expect((await raw('email=a%40example.com&password=12345678', 'application/x-www-form-urlencoded')).status).toBe(401)
    expect((await raw('{}', 'text/plain')).status).toBe(415)
    expect(await raw('{')).toMatchObject({ status: 400, body: { error: 'the body: expected JSON' } })
    expect(await raw('[]')).toMatchObject({ status: 400, body: { error: 'the body: expected a JSON object' } })
    expect(await raw('{}')).toMatchObject({ status: 400, body: { error: 'email: expected an e-mail address' } })
    const wrong: Array<[object, string]> = [
      [{ email: 'a@example.com\r\nBcc: b@example.com', password: PASSWORD }, 'email'],
      [{ email: { $ne: '' }, password: PASSWORD }, 'email'],
      [{ email: 'a', password: PASSWORD }, 'email'],
      [{ email: `${'a'.repeat(250)}@example.com`, password: PASSWORD }, 'email'],
      [{ email: 'a@example.com', password: '1234567' }, 'password'],
      [{ email: 'a@example.com', password: 'a'.repeat(129) }, 'password'],
      [{ email: 'a@example.com', password: PASSWORD, name: 'a\0b' }, 'name'],
      [{ email: 'a@example.com', password: PASSWORD, name: 'a'.repeat(101) }, 'name'],
      [{ email: 'a@example.com', password: 12345678 }, 'password']
    ]
    for (const [body, field] of wrong)
      expect(await me.post('/sign-up/email', body)).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(`^${field}: `) }
      })
  })

  test('returns 404 for other endpoints of better-auth', async () => {
    // prettier-ignore
    for (const path of [
      '/ok', '/error', '/list-sessions', '/update-user', '/change-email', '/delete-user', '/sign-in/social',
      '/reset-password/x?callbackURL=/', '/', '/constructor'
    ]) {
      expect(await me.get(path)).toMatchObject({ status: 404, body: { error: expect.any(String) } })
      expect((await me.post(path)).status).toBe(404)
    }
    expect(await me.get('//sign-out')).toMatchObject({ status: 405 }) // all endpoints accept doubled slashes
    expect(await me.get('/sign-out')).toMatchObject({ status: 405, body: { error: expect.any(String) } })
    expect((await me.get('/sign-out')).headers.get('allow')).toBe('POST')
  })

  test('marks answers as not cacheable', async () => {
    for (const answer of [await me.get('/get-session'), await me.post('/sign-out'), await me.get('/nothing')])
      expect(answer.headers.get('cache-control')).toContain('no-store')
  })
})

describe('over https', () => {
  test.each([undefined, SECURE])(
    'gives cookies the prefix __Host- and the attribute Secure (PUBLIC_URL %s)',
    async (publicUrl) => {
      const started = await start({ publicUrl })
      const me = client(started, SECURE)
      const email = await me.register()
      const { cookies, cookie } = await me.signIn(email)
      expect(cookies).toHaveLength(1)
      expect(cookies[0]).toMatch(
        /^__Host-ratebook\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/
      )
      expect(await me.sessionOf(cookie)).toMatchObject({ user: { email } })
      expect((await me.get('/get-session', cookie)).body.user.email).toBe(email)
      expect(await me.sessionOf(cookie.replace('__Host-', ''))).toBeUndefined()
      expect((await me.post('/sign-out', {}, { cookie, origin: SECURE })).cookies[0]).toMatch(
        /^__Host-ratebook\.session_token=; Max-Age=0; Path=\/; HttpOnly; Secure/
      )
      await started.stop()
    }
  )
})

test('includes the path of PUBLIC_URL in links but not in origins', async () => {
  const publicUrl = `${SECURE}/exchange`
  const started = await start({ publicUrl })
  const me = client(started, publicUrl)
  const email = newEmail()
  expect((await me.post('/sign-up/email', { email, password: PASSWORD }, { origin: SECURE })).status).toBe(200)
  const { cookie } = await me.post('/sign-in/email', { email, password: PASSWORD }, { origin: SECURE })
  expect(await me.sessionOf(cookie)).toMatchObject({ user: { email } })
  await me.post('/request-password-reset', { email }, { origin: SECURE })
  expect(await logged(started.log, /"link":"([^"]+)\/\w+"/)).toBe(`${publicUrl}/reset`)
  await started.stop()
})

describe('with mail', () => {
  let started: Started
  let me: ReturnType<typeof client>
  let server: SMTPServer
  let mail: Mail
  let url: string
  const box: Array<{ to: string[]; text: string }> = []

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, callback) =>
        callback(address.startsWith('refused') ? new Error(`no such box: ${address}`) : null),
      onData(stream, session, callback) {
        const chunks: Buffer[] = []
        stream
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => {
            const text = Buffer.concat(chunks)
              .toString()
              .replace(/=\r\n/g, '')
              .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
            box.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
            callback()
          })
      }
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    url = `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`
    mail = createMail({ url, from: 'Ratebook <rates@rates.example>' })
    started = await start({ mail, publicUrl: SECURE })
    me = client(started, SECURE)
  })
  afterAll(async () => {
    await started.stop()
    mail.close()
    await new Promise<void>((resolve) => {
      server.close(resolve)
    })
  })

  async function messageTo(email: string): Promise<string> {
    const find = () => box.findIndex(({ to }) => to.includes(email))
    await expect.poll(find).toBeGreaterThanOrEqual(0)
    return box.splice(find(), 1)[0]!.text
  }

  test('requires the confirmation of the address by a mailed link at the first log-in', async () => {
    const email = await me.register()
    const message = await messageTo(email)
    expect(message).toMatch(/^From: Ratebook <rates@rates\.example>\r$/m)
    expect(message).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
    expect(message).toMatch(/^Subject: Confirm your e-mail address\r$/m)

    expect(shape(await me.signIn(email, 'not the password'))).toEqual(shape(await me.signIn('nobody@example.com')))
    expect(box).toEqual([])
    expect(await me.signIn(email)).toMatchObject({
      status: 403,
      cookies: [],
      body: { code: 'address_not_confirmed', error: expect.stringMatching(/confirm your e-mail address.*new mail/) }
    })
    const path = /https:\/\/rates\.localhost(\/api\/auth\/verify-email\?token=\S+)/.exec(await messageTo(email))![1]!
    const bad = await me.send(path.slice(0, -2))
    expect([bad.status, bad.headers.get('location')]).toEqual([302, `${SECURE}/login?unconfirmed`])
    const elsewhere = await me.send(`${path}&callbackURL=https://evil.example`)
    expect([elsewhere.status, elsewhere.headers.get('location'), elsewhere.cookies]).toEqual([
      302,
      `${SECURE}/login?confirmed`,
      []
    ])
    expect((await me.signIn(email)).body.api_key).toMatch(/^rb_/)
    expect((await listUsers(started.service.database)).find((it) => it.email === email)!.verified).toBe(true)
  })

  test('sends the owner of a known address a mail if it is registered again', async () => {
    const email = newEmail()
    const first = await me.post('/sign-up/email', { email, password: PASSWORD, name: 'http://evil.example' })
    await messageTo(email)
    const again = await me.post('/sign-up/email', { email, password: 'another password', name: 'http://evil.example' })
    expect(shape(again)).toEqual(shape(first))
    const message = await messageTo(email)
    expect(message).toContain('You are already registered')
    expect(message).not.toContain('evil')
    expect(message).not.toContain('token')
  })

  test('confirms the address when its password is reset by a mailed link', async () => {
    const email = await me.register()
    await messageTo(email)
    expect(shape(await me.post('/request-password-reset', { email: ` ${email.toUpperCase()} ` }))).toEqual(
      shape(await me.post('/request-password-reset', { email: newEmail() }))
    )
    const token = /https:\/\/rates\.localhost\/reset\/(\w+)\r?$/m.exec(await messageTo(email))![1]!
    expect((await me.post('/reset-password', { token, newPassword: 'another password' })).status).toBe(200)
    expect((await me.signIn(email, 'another password')).status).toBe(200)
    expect(box).toEqual([])
  })

  test('gives the same answer if the mail cannot be sent, and logs no address', async () => {
    const { log } = started
    const refused = `refused${++people}@example.com`
    expect((await me.post('/sign-up/email', { email: refused, password: PASSWORD })).status).toBe(200)
    await logged(log, /(a mail could not be sent)/)
    expect(log.join()).not.toContain(refused)

    const lost = await start({
      mail: createMail({ url: 'smtp://127.0.0.1:1', from: 'rates@rates.example' }),
      publicUrl: SECURE
    })
    expect((await client(lost, SECURE).post('/sign-up/email', { email: newEmail(), password: PASSWORD })).status).toBe(
      200
    )
    await lost.stop()
    expect(lost.log.join()).toContain('a mail could not be sent')
  })

  test('sends a message to one recipient, even if the address contains more', async () => {
    await mail
      .send({
        to: 'one@example.com, two@example.com\r\nBcc: three@example.com',
        subject: 'A\r\nBcc: four@example.com',
        text: 'B'
      })
      .catch(() => {})
    expect(box.flatMap(({ to }) => to)).not.toEqual(expect.arrayContaining([expect.stringMatching(/two|three|four/)]))
    expect(box.map(({ text }) => text).join()).not.toMatch(/^Bcc:/m)
    box.length = 0
  })

  test('refuses an invalid SMTP address or sender', () => {
    expect(() => createMail({ url: 'http://127.0.0.1', from: 'a@example.com' })).toThrow('smtp://')
    expect(() => createMail({ url, from: 'a@example.com\r\nBcc: b@example.com' })).toThrow('single line')
  })
})

test('logs no passwords, cookies, keys, tokens or addresses', async () => {
  const started = await start()
  const me = client(started)
  const email = await me.register()
  const { cookie, body } = await me.signIn(email)
  await me.register(email)
  await me.signIn(email, 'not the password')
  await me.post(
    '/change-password',
    { currentPassword: PASSWORD, newPassword: 'another password' },
    { cookie, origin: ORIGIN }
  )
  await me.post('/reset-password', { token: 'made-up', newPassword: PASSWORD })
  await me.post('/sign-out', {}, { cookie, origin: `https://${email}` })
  await Promise.all([1, 2].map(() => me.register('twin@example.com')))
  const secrets = [
    email,
    'twin@example.com',
    PASSWORD,
    'another password',
    cookie.split('=')[1]!,
    body.api_key,
    'made-up'
  ]
  for (const secret of secrets) expect(started.log.join()).not.toContain(secret)
  await started.stop()
})

test('answers a database failure with 500 and keeps the session', async () => {
  const started = await start()
  const me = client(started)
  const email = await me.register()
  const { cookie } = await me.signIn(email)
  await started.service.database.write('alter table sessions rename to sessions_gone')
  expect(await me.post('/sign-out', {}, { cookie, origin: ORIGIN })).toMatchObject({ status: 500, cookies: [] })
  await expect(me.sessionOf(cookie)).rejects.toThrow('sessions')
  expect(started.log.join()).toContain('sessions')
  expect(started.log.join()).not.toContain(email)
  await started.stop()
})

describe('operators’ commands', () => {
  test('list users, set a plan, appoint an operator and disable a user, whatever the case of the address', async () => {
    const started = await start()
    const { database } = started.service
    const me = client(started)
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    await setUserPlan(database, email.toUpperCase(), 'business')
    await setOperator(database, email.toUpperCase())
    expect(await me.sessionOf(cookie)).toMatchObject({ user: { role: 'operator' }, account: { plan: 'business' } })
    const entry = (await listUsers(database)).find((it) => it.email === email)
    expect(entry).toEqual({
      email,
      role: 'operator',
      plan: 'business',
      created_at: expect.any(String),
      disabled_at: null,
      verified: false,
      keys: 1,
      last_seen_at: expect.any(String)
    })

    const listener = await database.connect()
    await listener.query('listen ratebook_callers')
    const told = new Promise((resolve) => {
      listener.on('notification', resolve)
    })
    await disableUser(database, email)
    await told
    await listener.end()
    expect((await listUsers(database)).find((it) => it.email === email)!.disabled_at).not.toBeNull()
    for (const command of [
      disableUser,
      setOperator,
      (it: typeof database, address: string) => setUserPlan(it, address, 'free')
    ]) {
      await expect(command(database, 'nobody@example.com')).rejects.toThrow('there is no user nobody@example.com')
    }
    await started.stop()
  })
})

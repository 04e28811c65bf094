import { setTimeout as sleep } from 'node:timers/promises'
import { getMigrations } from 'better-auth/db/migration'
import pg from 'pg'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuth, type Auth, type AuthSettings } from '../../api/access/auth.ts'
import { authOptions } from '../../api/access/auth/options.ts'
import { hashPassword, verifyPassword } from '../../api/access/auth/passwords.ts'
import { createMail, type Mail } from '../../api/access/mail.ts'
import { disableUser, listUsers, setOperator, setUserPlan } from '../../api/access/users.ts'
import { testDatabase, type TestDatabase } from '../database.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const PASSWORD = 'correct horse battery'
const ORIGIN = 'http://rates.example:8080'
const SECURE = 'https://rates.example'
const WRONG = { error: 'the e-mail address or the password is wrong' }

let db: TestDatabase
let log: string[]
let people = 0

beforeAll(async () => { db = await testDatabase() })
afterAll(() => db.drop())

function logger () {
  log = []
  return pino({ level: 'trace' }, { write: (line) => { log.push(line) } })
}

function start (settings: Partial<AuthSettings> = {}): Auth {
  return createAuth({ database: db.database, secret: SECRET, logger: logger(), ...settings })
}

function newEmail (): string {
  return `person${++people}@example.com`
}

interface Answer {
  status: number
  body: any // eslint-disable-line @typescript-eslint/no-explicit-any
  headers: Headers
  cookies: string[]
  cookie: string
}

/** One person with a browser that keeps no cookie by itself. */
function client (auth: Auth, origin = ORIGIN) {
  async function send (path: string, init: RequestInit): Promise<Answer> {
    const response = await auth.handle(new Request(`http://loopback${path}`, init), origin)
    const text = await response.text()
    const cookies = response.headers.getSetCookie()
    return { status: response.status, body: text && JSON.parse(text), headers: response.headers, cookies, cookie: cookies.map((it) => it.split(';')[0]).join('; ') }
  }
  return {
    send,
    get: (path: string, cookie?: string) => send(`/api/auth${path}`, { headers: { ...(cookie && { cookie }) } }),
    post: (path: string, body: object = {}, headers: Record<string, string> = {}) =>
      send(`/api/auth${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }),
    async register (email = newEmail()) {
      await this.post('/sign-up/email', { email, password: PASSWORD, name: 'A person' })
      return email
    },
    signIn: (email: string, password = PASSWORD) => send('/api/auth/sign-in/email', {
      method: 'POST', body: JSON.stringify({ email, password }), headers: { 'content-type': 'application/json', origin }
    })
  }
}

/** What an answer tells a stranger. */
function shape ({ status, headers, body }: Answer) {
  const lines: string[] = []
  headers.forEach((value, name) => lines.push(`${name}: ${value}`))
  return { status, lines, body }
}

async function milliseconds (work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function logged (pattern: RegExp): Promise<string> {
  for (let i = 0; i < 50; i++) {
    const found = log.map((line) => pattern.exec(line)?.[1]).find((it) => it !== undefined)
    if (found) return found
    await sleep(20)
  }
  throw new Error(`nothing logged like ${pattern}`)
}

test('better-auth finds its tables as it wants them', async () => {
  const pool = new pg.Pool({ connectionString: db.url })
  const nothing = async () => true
  const warnings: string[] = []
  const options = authOptions({
    pool, secret: SECRET, origin: ORIGIN, confirms: true, onCreated: nothing, admits: nothing, onReset: nothing, mailConfirm () {}, mailReset () {}, mailAgain () {}, onError () {}
  })
  const wanted = await getMigrations({ ...options, logger: { level: 'warn', log: (_level, message) => warnings.push(message) } })
  expect(wanted).toMatchObject({ toBeCreated: [], toBeAdded: [], toBeAddedIndexes: [], schemaProblems: [] })
  expect(warnings).toEqual([])
  await pool.end()
})

describe('a password', () => {
  test('is kept by scrypt with a salt, and compared in any way of writing its letters', async () => {
    const [one, other] = await Promise.all([hashPassword('caf\u00e9 au lait'), hashPassword('caf\u00e9 au lait')])
    expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toBe(other)
    expect(await verifyPassword({ hash: one, password: 'cafe\u0301 au lait' })).toBe(true)
    expect(await verifyPassword({ hash: one, password: 'cafe au lait' })).toBe(false)
  })

  test('is hashed beside the event loop', async () => {
    let turns = 0
    const ticking = setInterval(() => { turns += 1 }, 5)
    await hashPassword(PASSWORD)
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(2)
  })
})

describe('without mail', () => {
  let auth: Auth
  let me: ReturnType<typeof client>

  beforeAll(() => {
    auth = start()
    me = client(auth)
  })
  afterAll(() => auth.close())

  test('one registers, logs in, is known and logs out', async () => {
    const email = newEmail()
    const signedUp = await me.post('/sign-up/email', { email: email.toUpperCase(), password: PASSWORD, name: 'Ada' })
    expect(signedUp).toMatchObject({ status: 200, body: { token: null, user: { email, name: 'Ada' } }, cookies: [] })

    const signedIn = await me.signIn(email.toUpperCase())
    expect(signedIn).toMatchObject({ status: 200, body: { redirect: false, user: { email, name: 'Ada', role: 'user' } } })
    expect(signedIn.body.api_key).toMatch(/^rb_/)
    expect(signedIn.body).not.toHaveProperty('token')
    expect(signedIn.cookies).toHaveLength(1)
    expect(signedIn.cookies[0]).toMatch(/^ratebook\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)

    const { cookie } = signedIn
    const known = { userId: signedIn.body.user.id, email, role: 'user', cookies: [] }
    expect(await auth.sessionOf({ cookie })).toEqual(known)
    expect(await auth.sessionOf(new Headers({ cookie: `theme=dark; ${cookie}` }))).toEqual(known)
    const session = await me.get('/get-session', cookie)
    expect(session.body.user.email).toBe(email)
    expect(session.body.session).not.toHaveProperty('token')
    expect((await me.get('/get-session')).body).toBeNull()

    expect((await me.signIn(email)).body).not.toHaveProperty('api_key')

    const signedOut = await me.post('/sign-out', {}, { cookie, origin: ORIGIN })
    expect(signedOut).toMatchObject({ status: 200, body: { success: true } })
    expect(signedOut.cookies[0]).toContain('Max-Age=0')
    expect(await auth.sessionOf({ cookie })).toBeUndefined()
    expect((await me.get('/get-session', cookie)).body).toBeNull()
  })

  test('an account on the free plan is there from the start, and made again where it was lost', async () => {
    const email = await me.register()
    const { body } = await me.signIn(email)
    expect((await listUsers(db.database)).find((it) => it.email === email)).toMatchObject({ plan: 'free', role: 'user', verified: false, keys: 1, disabled_at: null })
    await db.database.write('delete from accounts where user_id = $1', [body.user.id])
    const again = await me.signIn(email)
    expect(again.body.api_key).toMatch(/^rb_/)
  })

  test('a wrong e-mail and a wrong password look the same', async () => {
    const email = await me.register()
    const [known, unknown] = await Promise.all([me.signIn(email, 'not the password'), me.signIn('nobody@example.com', 'not the password')])
    expect(shape(known)).toEqual(shape(unknown))
    expect(known).toMatchObject({ status: 401, body: WRONG, cookies: [] })
  })

  test('a known address registers exactly as a new one, and nothing of it changes', async () => {
    const email = newEmail()
    const other = 'another password'
    const first = await me.post('/sign-up/email', { email, password: PASSWORD, name: 'Ada' })
    const again = await me.post('/sign-up/email', { email, password: other, name: 'Ada' })
    expect(shape(again)).toEqual(shape(first))
    expect((await me.signIn(email, other)).status).toBe(401)
    expect((await me.signIn(email)).body.user.name).toBe('Ada')
  })

  test('the same address registered twice at one moment is one user', async () => {
    const email = newEmail()
    const answers = await Promise.all([1, 2, 3].map(() => me.post('/sign-up/email', { email, password: PASSWORD, name: 'Ada' })))
    expect(new Set(answers.map((it) => JSON.stringify(shape(it)))).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    expect(await db.database.write('select email from users where email = $1', [email])).toHaveLength(1)
    expect((await me.signIn(email)).status).toBe(200)
  })

  test('answers that could tell come in steps of half a second', async () => {
    const email = await me.register()
    const works = [
      () => me.signIn(email, 'not the password'), () => me.signIn('nobody@example.com', 'not the password'),
      () => me.post('/sign-up/email', { email, password: PASSWORD }), () => me.post('/sign-up/email', { email: newEmail(), password: PASSWORD }),
      () => me.post('/request-password-reset', { email }), () => me.post('/request-password-reset', { email: 'nobody@example.com' })
    ]
    for (const work of works) expect(await milliseconds(work)).toBeGreaterThan(495)
  })

  test('a role cannot be asked for', async () => {
    const email = newEmail()
    await me.post('/sign-up/email', { email, password: PASSWORD, role: 'operator', emailVerified: true, id: 'me' })
    const { body } = await me.signIn(email)
    expect(body.user).toMatchObject({ role: 'user', emailVerified: false })
    expect(body.user.id).not.toBe('me')
  })

  test('a changed password ends every other session and every reset underway', async () => {
    const email = await me.register()
    log.length = 0
    const [mine, other] = [(await me.signIn(email)).cookie, (await me.signIn(email)).cookie]
    await me.post('/request-password-reset', { email })
    const token = await logged(/reset\/([\w-]+)"/)
    const body = { currentPassword: PASSWORD, newPassword: 'another password' }
    const headers = { cookie: mine, origin: ORIGIN }

    expect(await me.post('/change-password', { ...body, currentPassword: 'not the password' }, headers))
      .toMatchObject({ status: 400, body: { error: 'currentPassword: this is not the password that you have now' } })
    expect(await me.post('/change-password', { ...body, newPassword: 'short' }, headers)).toMatchObject({ status: 400, body: { error: 'newPassword: expected 8 to 128 characters' } })
    expect(await me.post('/change-password', body)).toMatchObject({ status: 401, body: { error: 'log in first' } })
    expect(await auth.sessionOf({ cookie: other })).toBeDefined()

    const changed = await me.post('/change-password', body, headers)
    expect(changed).toMatchObject({ status: 200, body: { status: true } })
    expect(await auth.sessionOf({ cookie: changed.cookie })).toMatchObject({ email })
    for (const cookie of [mine, other]) expect(await auth.sessionOf({ cookie })).toBeUndefined()
    expect((await me.signIn(email)).status).toBe(401)
    expect((await me.signIn(email, body.newPassword)).status).toBe(200)
    expect((await me.post('/reset-password', { token, newPassword: PASSWORD })).status).toBe(400)
  })

  test('a forgotten password is reset by the link in the log, once', async () => {
    const email = await me.register()
    const { cookie, body } = await me.signIn(email)
    log.length = 0
    const [known, unknown] = [await me.post('/request-password-reset', { email }), await me.post('/request-password-reset', { email: 'nobody@example.com' })]
    expect(shape(known)).toEqual(shape(unknown))
    expect(log.filter((line) => line.includes('/reset/'))).toHaveLength(1)
    expect(JSON.parse(log.find((line) => line.includes('/reset/'))!)).toMatchObject({ level: 30, user: body.user.id, link: expect.stringMatching(/^http:\/\/rates\.example:8080\/reset\/\w+$/) })
    const token = await logged(/reset\/([\w-]+)"/)
    expect(await db.database.write('select id from verifications where identifier like $1', [`%${token}%`])).toEqual([])

    expect((await me.post('/reset-password', { token, newPassword: 'short' })).status).toBe(400)
    expect(await me.post('/reset-password', { token, newPassword: 'another password' })).toMatchObject({ status: 200, body: { status: true }, cookies: [] })
    expect(await auth.sessionOf({ cookie })).toBeUndefined()
    expect((await me.signIn(email, 'another password')).status).toBe(200)
    const late = { status: 400, body: { error: 'token: the link was used already or is too old; ask for another' } }
    expect(await me.post('/reset-password', { token, newPassword: 'a third password' })).toMatchObject(late)
    expect(await me.post('/reset-password', { token: 'made-up', newPassword: 'a third password' })).toMatchObject(late)
  })

  test('a link of more than an hour ago does nothing', async () => {
    const email = await me.register()
    log.length = 0
    await me.post('/request-password-reset', { email })
    const token = await logged(/reset\/([\w-]+)"/)
    const [row] = await db.database.write<{ left: number }>('select extract(epoch from expires_at - now())::float8 as left from verifications order by created_at desc limit 1')
    expect(row!.left).toBeGreaterThan(3500)
    expect(row!.left).toBeLessThanOrEqual(3600)
    await db.database.write('update verifications set expires_at = now() - interval \'1 second\'')
    expect((await me.post('/reset-password', { token, newPassword: 'another password' })).status).toBe(400)
    expect((await me.signIn(email)).status).toBe(200)
  })

  test('what is over is deleted at the next log-in', async () => {
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    await me.post('/request-password-reset', { email })
    await db.database.write('update sessions set expires_at = now() - interval \'1 second\'')
    await db.database.write('update verifications set expires_at = now() - interval \'1 second\'')
    expect(await auth.sessionOf({ cookie })).toBeUndefined()
    await me.signIn(email)
    expect(await db.database.write('select 1 from sessions where expires_at < now() union all select 1 from verifications where expires_at < now()')).toEqual([])
  })

  test('a session lives thirty days and is renewed after one', async () => {
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    expect((await auth.sessionOf({ cookie }))!.cookies).toEqual([])
    await db.database.write('update sessions set expires_at = expires_at - interval \'25 hours\'')
    const renewed = await auth.sessionOf({ cookie })
    expect(renewed!.cookies[0]).toMatch(/^ratebook\.session_token=.*Max-Age=2592000/)
    expect((await auth.sessionOf({ cookie }))!.cookies).toEqual([])
  })

  test('a cookie that was changed is nobody’s', async () => {
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    const [name, value] = cookie.split('=') as [string, string]
    const changed = decodeURIComponent(value)
    for (const forged of [changed.slice(0, -3) + 'AA=', 'x' + changed, changed.split('.')[0]!, '', '%']) {
      expect(await auth.sessionOf({ cookie: `${name}=${forged === '%' ? '%' : encodeURIComponent(forged)}` })).toBeUndefined()
    }
  })

  test('a disabled account cannot log in, and its sessions are over', async () => {
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    const spared = (await me.signIn(email)).cookie
    await db.database.write('update accounts set disabled_at = now() from users where users.id = user_id and email = $1', [email])
    expect(await auth.sessionOf({ cookie: spared })).toBeUndefined()
    expect((await me.get('/get-session', spared)).body).toBeNull()
    expect((await me.post('/change-password', { currentPassword: PASSWORD, newPassword: 'another password' }, { cookie: spared, origin: ORIGIN })).status).toBe(401)
    await disableUser(db.database, email.toUpperCase())
    expect(await db.database.write('select 1 from sessions join users on users.id = user_id where email = $1', [email])).toEqual([])
    expect(await auth.sessionOf({ cookie })).toBeUndefined()
    expect(shape(await me.signIn(email))).toEqual(shape(await me.signIn('nobody@example.com')))
  })

  test('what changes something must come from a page of the service', async () => {
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    const posts = ['/sign-out', '/change-password', '/sign-in/email', '/sign-up/email', '/request-password-reset', '/reset-password']
    for (const path of posts) {
      for (const origin of [undefined, 'null', 'https://evil.example', 'https://rates.example:8080', 'http://rates.example', `${ORIGIN}.evil.example`, '']) {
        expect(await me.post(path, {}, { cookie, ...(origin !== undefined && { origin }) })).toMatchObject({ status: 403, cookies: [] })
      }
      for (const origin of ['null', 'https://evil.example']) expect((await me.post(path, {}, { origin })).status).toBe(403)
      expect((await me.post(path, {}, { cookie, referer: `${ORIGIN}/login` })).status).toBe(403)
    }
    expect(await auth.sessionOf({ cookie })).toBeDefined()
    expect((await me.post('/sign-in/email', { email, password: PASSWORD })).status).toBe(200)
  })

  test('bodies are JSON and as they must be', async () => {
    const raw = (body: string, type = 'application/json') => me.send('/api/auth/sign-in/email', { method: 'POST', body, headers: { 'content-type': type } })
    expect(await raw('email=a@example.com&password=12345678', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415, body: { error: expect.any(String) } })
    expect((await raw('{}', 'text/plain')).status).toBe(415)
    expect(await raw('{')).toMatchObject({ status: 400, body: { error: 'the body is no JSON' } })
    expect(await raw('[]')).toMatchObject({ status: 400, body: { error: 'expected a JSON object' } })
    expect(await raw('{}')).toMatchObject({ status: 400, body: { error: 'email: expected an e-mail address' } })
    const wrong: Array<[object, string]> = [
      [{ email: 'a@example.com\r\nBcc: b@example.com', password: PASSWORD }, 'email'], [{ email: { $ne: '' }, password: PASSWORD }, 'email'], [{ email: 'a', password: PASSWORD }, 'email'],
      [{ email: `${'a'.repeat(250)}@example.com`, password: PASSWORD }, 'email'], [{ email: 'a@example.com', password: '1234567' }, 'password'],
      [{ email: 'a@example.com', password: 'a'.repeat(129) }, 'password'], [{ email: 'a@example.com', password: PASSWORD, name: 'a\0b' }, 'name'],
      [{ email: 'a@example.com', password: PASSWORD, name: 'a'.repeat(101) }, 'name'], [{ email: 'a@example.com', password: 12345678 }, 'password']
    ]
    for (const [body, field] of wrong) expect(await me.post('/sign-up/email', body)).toMatchObject({ status: 400, body: { error: expect.stringMatching(`^${field}: `) } })
  })

  test('nothing else of better-auth is served', async () => {
    expect(auth.paths).toEqual(expect.arrayContaining([{ method: 'POST', path: '/api/auth/sign-in/email' }, { method: 'GET', path: '/api/auth/verify-email' }]))
    for (const path of ['/ok', '/error', '/list-sessions', '/update-user', '/change-email', '/delete-user', '/sign-in/social', '/reset-password/x?callbackURL=/', '/', '//sign-out', '/constructor']) {
      expect(await me.get(path)).toMatchObject({ status: 404, body: { error: expect.any(String) } })
      expect((await me.post(path)).status).toBe(404)
    }
    expect(await me.get('/sign-out')).toMatchObject({ status: 405, body: { error: expect.any(String) } })
    expect((await me.get('/sign-out')).headers.get('allow')).toBe('POST')
  })

  test('answers are kept by nobody', async () => {
    for (const answer of [await me.get('/get-session'), await me.post('/sign-out'), await me.get('/nothing')]) expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('over https', () => {
  test.each([undefined, SECURE])('cookies are bound to the host and to https, and found again (public address %s)', async (publicUrl) => {
    const auth = start({ publicUrl })
    const me = client(auth, SECURE)
    const email = await me.register()
    const { cookies, cookie } = await me.signIn(email)
    expect(cookies).toHaveLength(1)
    expect(cookies[0]).toMatch(/^__Host-ratebook\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(await auth.sessionOf({ cookie })).toMatchObject({ email })
    expect((await me.get('/get-session', cookie)).body.user.email).toBe(email)
    expect(await auth.sessionOf({ cookie: cookie.replace('__Host-', '') })).toEqual(publicUrl ? undefined : expect.objectContaining({ email }))
    expect((await me.post('/sign-out', {}, { cookie, origin: SECURE })).cookies[0]).toMatch(/^__Host-ratebook\.session_token=; Max-Age=0; Path=\/; HttpOnly; Secure/)
    await auth.close()
  })
})

test('a service below a path of its host is asked there, and its origin is the host', async () => {
  const publicUrl = `${SECURE}/exchange`
  const auth = start({ publicUrl })
  const me = client(auth, publicUrl)
  const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', 'origin': SECURE } })
  const email = newEmail()
  expect((await me.send('/exchange/api/auth/sign-up/email', post({ email, password: PASSWORD }))).status).toBe(200)
  const { cookie } = await me.send('/exchange/api/auth/sign-in/email', post({ email, password: PASSWORD }))
  expect(await auth.sessionOf({ cookie })).toMatchObject({ email })
  log.length = 0
  await me.send('/exchange/api/auth/request-password-reset', post({ email }))
  expect(await logged(/"link":"([^"]+)\/\w+"/)).toBe(`${publicUrl}/reset`)
  expect((await me.send('/api/auth/sign-in/email', post({ email, password: PASSWORD }))).status).toBe(404)
  await auth.close()
})

describe('with mail', () => {
  let auth: Auth
  let me: ReturnType<typeof client>
  let server: SMTPServer
  let mail: Mail
  let url: string
  const box: Array<{ to: string[], text: string }> = []

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, callback) => callback(address.startsWith('refused') ? new Error(`no such box: ${address}`) : null),
      onData (stream, session, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
          const text = Buffer.concat(chunks).toString().replace(/=\r\n/g, '').replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
          box.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
          callback()
        })
      }
    })
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    url = `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`
    mail = createMail({ url, from: 'Ratebook <rates@rates.example>' })
    auth = start({ mail, publicUrl: SECURE })
    me = client(auth, SECURE)
  })
  afterAll(async () => {
    await auth.close()
    mail.close()
    await new Promise<void>((resolve) => { server.close(resolve) })
  })

  async function letterTo (email: string): Promise<string> {
    for (let i = 0; i < 100; i++) {
      const found = box.findIndex(({ to }) => to.includes(email))
      if (found >= 0) return box.splice(found, 1)[0]!.text
      await sleep(20)
    }
    throw new Error(`no mail to ${email}`)
  }

  test('an address is confirmed by a mailed link before the first log-in', async () => {
    const email = await me.register()
    const letter = await letterTo(email)
    expect(letter).toMatch(/^From: Ratebook <rates@rates\.example>\r$/m)
    expect(letter).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
    expect(letter).toMatch(/^Subject: Confirm your e-mail address\r$/m)

    expect(shape(await me.signIn(email, 'not the password'))).toEqual(shape(await me.signIn('nobody@example.com')))
    expect(box).toEqual([])
    expect(shape(await me.signIn(email))).toEqual(shape(await me.signIn('nobody@example.com')))
    const link = /https:\/\/rates\.example(\/api\/auth\/verify-email\?token=\S+)/.exec(await letterTo(email))![1]!
    const bad = await me.send(link.slice(0, -2), {})
    expect([bad.status, bad.headers.get('location')]).toEqual([302, `${SECURE}/login?unconfirmed`])
    const elsewhere = await me.send(`${link}&callbackURL=https://evil.example`, {})
    expect([elsewhere.status, elsewhere.headers.get('location'), elsewhere.cookies]).toEqual([302, `${SECURE}/login?confirmed`, []])
    expect((await me.signIn(email)).body.api_key).toMatch(/^rb_/)
    expect((await listUsers(db.database)).find((it) => it.email === email)!.verified).toBe(true)
  })

  test('the owner of a known address hears that somebody registered it again', async () => {
    const email = newEmail()
    const first = await me.post('/sign-up/email', { email, password: PASSWORD, name: 'http://evil.example' })
    await letterTo(email)
    const again = await me.post('/sign-up/email', { email, password: 'another password', name: 'http://evil.example' })
    expect(shape(again)).toEqual(shape(first))
    const letter = await letterTo(email)
    expect(letter).toContain('You are registered already')
    expect(letter).not.toContain('evil')
    expect(letter).not.toContain('token')
  })

  test('a password is reset by a mailed link, which confirms the address too', async () => {
    const email = await me.register()
    await letterTo(email)
    expect(shape(await me.post('/request-password-reset', { email: ` ${email.toUpperCase()} ` }))).toEqual(shape(await me.post('/request-password-reset', { email: newEmail() })))
    const token = /https:\/\/rates\.example\/reset\/(\w+)\r?$/m.exec(await letterTo(email))![1]!
    expect((await me.post('/reset-password', { token, newPassword: 'another password' })).status).toBe(200)
    expect((await me.signIn(email, 'another password')).status).toBe(200)
    expect(box).toEqual([])
  })

  test('a mail that cannot be sent changes no answer, and the log does not say whose it was', async () => {
    log.length = 0
    const refused = `refused${++people}@example.com`
    expect((await me.post('/sign-up/email', { email: refused, password: PASSWORD })).status).toBe(200)
    await logged(/(a mail could not be sent)/)
    expect(log.join()).not.toContain(refused)

    const lost = start({ mail: createMail({ url: 'smtp://127.0.0.1:1', from: 'rates@rates.example' }), publicUrl: SECURE })
    expect((await client(lost, SECURE).post('/sign-up/email', { email: newEmail(), password: PASSWORD })).status).toBe(200)
    await lost.close()
    expect(log.join()).toContain('a mail could not be sent')
  })

  test('a letter goes to one address', async () => {
    await mail.send({ to: 'one@example.com, two@example.com\r\nBcc: three@example.com', subject: 'A\r\nBcc: four@example.com', text: 'B' }).catch(() => {})
    expect(box.flatMap(({ to }) => to)).not.toEqual(expect.arrayContaining([expect.stringMatching(/two|three|four/)]))
    expect(box.map(({ text }) => text).join()).not.toMatch(/^Bcc:/m)
    box.length = 0
  })

  test('needs settings that can hold', () => {
    expect(() => start({ mail })).toThrow('public address')
    expect(() => start({ secret: 'short' })).toThrow('32 characters')
    expect(() => createMail({ url: 'http://127.0.0.1', from: 'a@example.com' })).toThrow('smtp://')
    expect(() => createMail({ url, from: 'a@example.com\r\nBcc: b@example.com' })).toThrow('one line')
  })
})

test('nothing secret or personal is logged', async () => {
  const auth = start()
  const me = client(auth)
  const email = await me.register()
  const { cookie, body } = await me.signIn(email)
  await me.register(email)
  await me.signIn(email, 'not the password')
  await me.post('/change-password', { currentPassword: PASSWORD, newPassword: 'another password' }, { cookie, origin: ORIGIN })
  await me.post('/reset-password', { token: 'made-up', newPassword: PASSWORD })
  await me.post('/sign-out', {}, { cookie, origin: `https://${email}` })
  await Promise.all([1, 2].map(() => me.register('twin@example.com')))
  for (const secret of [email, 'twin@example.com', PASSWORD, 'another password', cookie.split('=')[1]!, body.api_key, 'made-up']) expect(log.join()).not.toContain(secret)
  await auth.close()
})

test('a database that is away is said to be', async () => {
  const gone = await testDatabase()
  const auth = start({ database: gone.database })
  const me = client(auth)
  const email = await me.register()
  const { cookie } = await me.signIn(email)
  const { database } = gone
  await database.write('alter table sessions rename to sessions_gone')
  await expect(me.post('/sign-out', {}, { cookie, origin: ORIGIN })).rejects.toThrow('sessions')
  await expect(auth.sessionOf({ cookie })).rejects.toThrow('sessions')
  expect(log.join()).not.toContain(email)
  await auth.close()
  await gone.drop()
})

describe('operators’ commands', () => {
  test('list, plan, disable and operator, by an e-mail address in any case', async () => {
    const auth = start()
    const me = client(auth)
    const email = await me.register()
    const { cookie } = await me.signIn(email)
    await setUserPlan(db.database, email.toUpperCase(), 'business')
    await setOperator(db.database, email.toUpperCase())
    expect(await auth.sessionOf({ cookie })).toMatchObject({ role: 'operator' })
    const entry = (await listUsers(db.database)).find((it) => it.email === email)
    expect(entry).toEqual({ email, role: 'operator', plan: 'business', created_at: expect.any(String), disabled_at: null, verified: false, keys: 1, last_seen_at: expect.any(String) })

    const listener = await db.database.connect()
    await listener.query('listen ratebook_callers')
    const told = new Promise((resolve) => { listener.on('notification', resolve) })
    await disableUser(db.database, email)
    await told
    await listener.end()
    expect((await listUsers(db.database)).find((it) => it.email === email)!.disabled_at).not.toBeNull()
    for (const command of [disableUser, setOperator, (database: typeof db.database, it: string) => setUserPlan(database, it, 'free')]) {
      await expect(command(db.database, 'nobody@example.com')).rejects.toThrow('there is no user nobody@example.com')
    }
    await auth.close()
  })
})

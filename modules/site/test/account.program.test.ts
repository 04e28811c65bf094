import { afterAll, beforeAll, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { setOperator, setUserPlan } from '../../../api/accounts/users.ts'
import { reject, release, undo } from '../../../pipelines/care/quarantine.ts'
import type { Database } from '../../../sql/database.ts'
import { identity, logIn, startService, type Service } from '../../../test/support/service.ts'
import { flawsOf, startBrowser, type TestBrowser, type Visit } from '../../../test/support/browser.ts'
import { withTool } from '../../../test/support/tools.ts'

const { describe, it } = withTool('chromium')

const PASSWORD = 'correct horse battery'
const TODAY = new Date().toISOString().slice(0, 10)
// Chromium logs an error for the answer to a refused form
const STATUS_OF_ERROR = /^Failed to load resource: the server responded with a status of 4/

let service: Service
let browser: TestBrowser
const started: string[] = []

beforeAll(async () => {
  // The operations use the database that startService creates.
  const database = () => service.database
  browser = await startBrowser()
  service = await startService(
    [identity('alpha', 'EUR'), { ...identity('<i>odd</i>', 'NOK'), code: 'odd' }, identity('empty', 'XPF')],
    {
      alpha: [
        { date: TODAY, base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' },
        { date: TODAY, base: 'EUR', quote: 'JPY', type: 'reference', value: '181.25' }
      ],
      odd: [{ date: '2020-01-31', base: 'EUR', quote: 'NOK', type: 'reference', value: '10.1' }]
    },
    {
      operations: {
        run: (code) => void started.push(code),
        release: async (id, decision) => void (await release(database(), [id], decision)),
        reject: (id, decision) => reject(database(), id, decision),
        undo: (id, decision) => undo(database(), id, decision)
      }
    }
  )
})

afterAll(async () => {
  await browser.close()
  await service.stop()
})

/** Quarantines a row of a document. Returns its ID. */
async function quarantine(database: Database, quote: string, value: string, reason: string): Promise<number> {
  const [row] = await database.write<{ id: number }>(
    `
    insert into quarantine (source, publication_id, date, base, quote, type, value, unit, reason)
    select 'alpha', min(id), $1, 'EUR', $2, 'reference', $3, '1', $4
    from publications
    where source = 'alpha'
    returning id`,
    [TODAY, quote, value, reason]
  )
  return row!.id
}

async function failRun(database: Database, error: string): Promise<void> {
  await database.write(
    "insert into runs (source, kind, status, finished_at, error) values ('odd', 'schedule', 'failed', now(), $1)",
    [error]
  )
}

async function open(path: string, options = {}): Promise<Visit> {
  return browser.visit(service.address + path, options)
}

async function send(page: Page, button: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: button, exact: true }).click()])
}

async function enter(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await send(page, 'Log in')
}

function pathOf(page: Page): string {
  return page.url().slice(service.address.length)
}

/** Opens a page with the session of a cookie. */
async function as(cookie: string, path: string, options = {}): Promise<Visit> {
  const visit = await open('/healthz', options)
  const [name, value] = cookie.split('=', 2) as [string, string]
  await visit.page.context().addCookies([{ name, value, url: service.address }])
  await visit.page.goto(service.address + path)
  return visit
}

describe('a user', () => {
  it('registers, logs in, gets a key, uses it, and sees the usage', async () => {
    const { page, errors, close } = await open('/account')
    expect(pathOf(page)).toBe('/login?next=%2Faccount')
    await page.getByRole('link', { name: 'Register' }).click()
    await page.getByLabel('Name').fill('<b>Ada</b>')
    await page.getByLabel('E-mail address').fill('ada@example.org')
    await page.getByLabel('Password').fill(PASSWORD)
    await send(page, 'Register')
    const key = await page.locator('#key').innerText()
    expect(key).toMatch(/^rb_[\w-]{32}$/)
    expect(await page.locator('#request').innerText()).toBe(
      `curl -H 'Authorization: Bearer ${key}' '${service.address}/api/v1/central-banks'`
    )
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the key' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)

    await page.getByRole('link', { name: 'go to my account' }).click()
    expect(await page.locator('main').innerText()).toContain('No units used this month.')
    expect((await service.ask('/api/v1/central-banks', { key })).status).toBe(200)
    await page.reload()
    expect(await page.locator('.allowance').innerText()).toMatch(/^1 of 300 units used in total/)
    expect(await page.locator('progress').getAttribute('value')).toBe('1')
    expect(await page.locator('.usage rect[class="part-0"]').count()).toBe(2) // a bar and its entry in the legend
    await page.getByText('Show as a table').click()
    expect(await page.locator('details tbody tr').first().innerText()).toBe(`${TODAY}\t/api/v1/central-banks\t1\t1`)
    expect(await page.content()).not.toContain(key)
    expect(errors).toEqual([])
    await close()
  })

  it('sees errors next to the fields, which keep their text except for the password', async () => {
    const { page, close } = await open('/login')
    await enter(page, 'ada@example.org', 'wrong horse')
    expect(pathOf(page)).toBe('/login')
    expect(await page.title()).toBe('Error: Log in · Ratebook')
    const password = page.getByLabel('Password')
    expect(await password.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator(`#${await password.getAttribute('aria-describedby')}`).innerText()).toBe(
      'Wrong e-mail address or password.'
    )
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('ada@example.org')
    expect(await password.inputValue()).toBe('')
    await close()
  })

  it('creates and disables a key without scripts', async () => {
    const { cookie } = await logIn(service, 'keys@example.org')
    const { page, errors, close } = await as(cookie, '/account', { javaScriptEnabled: false })
    await page.getByLabel('Name of a new key').fill('dash<b>board')
    await send(page, 'Create key')
    const key = await page.locator('#key').innerText()
    expect(await page.getByRole('button', { name: 'Copy the key' }).count()).toBe(0)
    expect((await service.ask('/api/v1/central-banks', { key })).status).toBe(200)
    await page.getByRole('link', { name: 'go to my account' }).click()
    await page.getByRole('link', { name: `Disable the key dash<b>board, ${key.slice(0, 8)}` }).click()
    await page.waitForURL('**/disable')
    expect(await page.locator('h1').innerText()).toBe('Disable this key?')
    await send(page, 'Disable for good')
    expect(await page.getByRole('status').innerText()).toContain('The key is disabled')
    expect((await service.ask('/api/v1/central-banks', { key })).status).toBe(401)
    expect(await page.getByText('Disabled keys (1)').count()).toBe(1)
    expect(errors).toEqual([])
    await close()
  })

  it('changes the password, which ends other sessions', async () => {
    const { cookie } = await logIn(service, 'change@example.org')
    const other = await logIn(service, 'change@example.org')
    const { page, close } = await as(cookie, '/account')
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill('another horse')
    await send(page, 'Change password')
    expect(await page.getByText('This is not your current password.').count()).toBe(1)
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill('another horse')
    await send(page, 'Change password')
    expect(await page.getByRole('status').innerText()).toContain('Your password is changed')
    const ended = await as(other.cookie, '/account')
    expect(pathOf(ended.page)).toBe('/login?next=%2Faccount')
    await ended.close()

    await send(page, 'Log out')
    expect(pathOf(page)).toBe('/login?notice=out')
    await page.goto(`${service.address}/account`)
    await enter(page, 'change@example.org', 'another horse')
    expect(pathOf(page)).toBe('/account')
    await close()
  })

  it('sets a new password once by the reset link', async () => {
    await logIn(service, 'reset@example.org')
    const { page, errors, close } = await open('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail address').fill('reset@example.org')
    await send(page, 'Get a link')
    expect(await page.getByRole('status').innerText()).toContain('If the address is registered, a link was created.')
    // Without PUBLIC_URL, the log contains only the path.
    const path = service.log
      .map((line) => (JSON.parse(line) as { link?: string }).link)
      .findLast((it) => it !== undefined)!
    const link = service.address + path
    await page.goto(link)
    await page.getByLabel('New password').fill('a new horse')
    await send(page, 'Set password')
    expect(await page.getByRole('status').innerText()).toContain('The new password is set')
    await enter(page, 'reset@example.org', 'a new horse')
    expect(pathOf(page)).toBe('/account')
    expect(errors).toEqual([])
    await page.goto(link)
    await page.getByLabel('New password').fill('a newer horse')
    await send(page, 'Set password')
    expect(await page.getByRole('alert').innerText()).toContain(
      'The link has expired or was already used; request a new one.'
    )
    await close()
  })

  it('downloads the newest table, and with a paid plan the history after its price', async () => {
    const { cookie } = await logIn(service, 'files@example.org')
    const { page, close } = await as(cookie, '/account')
    expect(await page.locator('#table-bank option').allInnerTexts()).toEqual(
      ['Bank alpha', 'Bank <i>odd</i>'].toSorted()
    )
    await page.getByLabel('Source').selectOption('alpha')
    const [newest] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click()
    ])
    expect(newest.suggestedFilename()).toBe(`alpha-${TODAY}.csv`)
    expect(await page.locator('#history').innerText()).toContain(
      'The history of the sources needs an account on the developer, business or enterprise plan'
    )

    await setUserPlan(service.database, 'files@example.org', 'developer')
    await page.reload()
    const history = page.locator('#history')
    await history.getByLabel('Source').selectOption('alpha')
    await send(page, 'Show cost')
    expect(await history.getByRole('status').innerText()).toBe('This costs 2 units; 10,000 are left.')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      history.getByRole('button', { name: 'Download', exact: true }).click()
    ])
    expect(file.suggestedFilename()).toMatch(/^alpha-history-.*\.csv$/)
    await page.reload()
    expect(await history.getByRole('status').innerText()).toBe('This costs 2 units; 9,998 are left.')
    await history.getByLabel('To').fill('2020-01-01')
    await send(page, 'Show cost')
    expect(await history.locator('.error').innerText()).toContain('Must not be after to')
    // the page of a source links to its whole history in this way
    await page.goto(`${service.address}/account?bank=alpha&from=&to=`)
    expect(await history.getByRole('status').innerText()).toContain('This costs')
    await page.goto(`${service.address}/account`)
    expect(await page.locator('.allowance').innerText()).toMatch(/this month\s+Resets on \d{4}-\d\d-01/)
    await close()
  })
})

describe('an operator', () => {
  it('releases a quarantined figure only with a reason and a confirmation', async () => {
    const { cookie } = await logIn(service, 'careful@example.org')
    await setOperator(service.database, 'careful@example.org')
    const id = await quarantine(service.database, 'USD', '116.10', 'a hundred times more')
    expect((await service.ask('/banks/alpha')).text).toContain('<a href="/status?source=alpha#quarantine">')
    const { page, close } = await as(cookie, `/status/quarantine/${id}`, { javaScriptEnabled: false })
    const text = await page.locator('main').innerText()
    for (const it of [
      'a hundred times more',
      '116.10',
      'stored now',
      '1.1610',
      '× 100',
      'Publication 1',
      'Keep waiting'
    ])
      expect(text).toContain(it)
    const headers = { cookie, origin: service.address, 'content-type': 'application/x-www-form-urlencoded' }
    for (const body of ['', 'reason=+', 'reason=right', 'confirmed=yes']) {
      const refused = await fetch(`${service.address}/status/quarantine/${id}/release`, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual'
      })
      expect([body, refused.status]).toEqual([body, 400])
    }
    expect((await service.ask('/api/open/central-bank/alpha')).text).not.toContain('116.1')
    await service.database.write('select reject_quarantined($1, $2, $3)', [id, 'a test', ''])
    await close()
  })

  it('sees the quarantine and failed runs, and releases, rejects and undoes', async () => {
    const { cookie } = await logIn(service, 'operator@example.org')
    await setOperator(service.database, 'operator@example.org')
    const good = await quarantine(service.database, 'CHF', '0.9312', 'ten times <less>')
    const bad = await quarantine(service.database, 'GBP', '84.77', 'a hundred times more')
    const impossible = await quarantine(service.database, 'SEK', 'abc', 'not a number')
    await failRun(service.database, 'the host <b>answered</b> 503')
    const { page, errors, close } = await as(cookie, '/status')
    const text = await page.locator('main').innerText()
    for (const it of ['ten times <less>', '0.9312', 'EUR → CHF', 'the host <b>answered</b> 503'])
      expect(text).toContain(it)
    const ofSource = async (code: string) => (await service.ask(`/status?source=${code}`, { headers: { cookie } })).text
    expect(await ofSource('alpha')).toMatch(
      /aria-current="true">alpha \(3\)<.*alpha: ten times &lt;less>.*Publication 1<\/a>/s
    )
    expect(await ofSource('empty')).not.toContain('0.9312')

    await page.getByRole('link', { name: `Review alpha, EUR to CHF of ${TODAY}` }).click()
    await page.waitForURL(`**/status/quarantine/${good}`)
    expect(await page.locator('main').innerText()).toContain('In the document')
    await page.getByLabel('Why the figure is right').fill('printed on page 2')
    await page.getByLabel('I have found this figure in the document').check()
    await send(page, 'Release')
    expect(await page.getByRole('status').innerText()).toContain(`Row ${good} is released`)
    expect((await service.ask('/api/open/central-bank/alpha')).text).toContain('0.9312')
    await send(page, `Reject alpha, EUR to GBP of ${TODAY}`)
    expect(await page.getByRole('status').innerText()).toContain(`Row ${bad} is rejected`)
    expect((await service.ask('/api/open/central-bank/alpha')).text).not.toContain('84.77')
    expect(errors).toEqual([])

    await page.goto(`${service.address}/status/quarantine/${good}`)
    expect(await page.locator('main').innerText()).toContain('released by operator@example.org: printed on page 2')
    await page.getByLabel('Why the decision was wrong').fill('page 2 is of last year')
    await send(page, 'Undo the decision')
    expect(await page.getByRole('status').innerText()).toContain(`Row ${good} waits for a decision again`)
    expect((await service.ask('/api/open/central-bank/alpha')).text).not.toContain('0.9312')
    await send(page, `Reject alpha, EUR to CHF of ${TODAY}`)
    await send(page, `Reject alpha, EUR to SEK of ${TODAY}`)
    expect(await page.locator('main').innerText()).not.toContain(`alpha ${impossible} `)
    await send(page, 'Run now for Bank alpha')
    expect(await page.getByRole('status').innerText()).toContain('A run of alpha has started.')
    expect(started).toEqual(['alpha'])
    expect(await page.getByText('No rows wait for a decision.').count()).toBe(1)
    await close()
  })
})

async function expectGood({ page, errors }: Visit): Promise<void> {
  expect(await flawsOf(page)).toEqual([])
  expect(errors.filter((error) => !STATUS_OF_ERROR.test(error))).toEqual([])
}

describe('every screen', () => {
  it.each([
    '/register',
    '/login?next=/account',
    '/login?notice=registered',
    '/reset?notice=sent',
    '/reset/abc',
    '/status'
  ])('has no console error or accessibility violation on %s, and fits every screen', async (path) => {
    const visit = await open(path)
    await expectGood(visit)
    await visit.close()
  })

  it('shows the pages of an account and of an operator without violations, with keys, usage and errors', async () => {
    const { cookie, key } = await logIn(service, 'screens@example.org')
    await setOperator(service.database, 'screens@example.org')
    await setUserPlan(service.database, 'screens@example.org', 'business')
    await quarantine(service.database, 'CHF', '390.5', `a reason that is as long as reasons are: ${'x'.repeat(80)}`)
    await failRun(service.database, `https://example.com/${'a'.repeat(120)}: no answer`)
    for (const path of ['/api/v1/central-banks', '/api/v1/central-bank/alpha/latest']) await service.ask(path, { key })
    for (const path of [
      '/account',
      `/account?bank=alpha&from=${TODAY}&to=${TODAY}`,
      '/account?bank=empty',
      '/logout',
      '/status',
      '/status/quarantine/1'
    ]) {
      const visit = await as(cookie, path)
      await expectGood(visit)
      await visit.close()
    }
    const visit = await as(cookie, '/account')
    await visit.page.getByLabel('Current password').fill('wrong')
    await visit.page.getByLabel('New password').fill('wrong horse')
    await send(visit.page, 'Change password')
    await expectGood(visit)
    await visit.page.getByLabel('Name of a new key').fill('m'.repeat(60))
    await send(visit.page, 'Create key')
    await expectGood(visit)
    await visit.page.goto(`${service.address}/account`)
    await expectGood(visit)
    await visit.close()
  })
})

import { pino } from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { loadSources } from '../../../adapters/registry.ts'
import type { Identity, Source } from '../../../adapters/source.ts'
import { allowancesOf } from '../../../api/access/plans.ts'
import { setUserPlan } from '../../../api/accounts/users.ts'
import { COMPOSITE } from '../../../pipelines/load/sources.ts'
import { HostGate } from '../../../pipelines/fetch/gate.ts'
import { ingestSource } from '../../../pipelines/runs/ingest.ts'
import { placeFinder } from '../../../pipelines/read/reread.ts'
import { seedRows } from '../../../test/support/database.ts'
import { logIn, startService, type TestUser, type Service } from '../../../test/support/service.ts'
import { parser } from '../../../test/support/parser.ts'
import { flawsOf, startBrowser, type TestBrowser } from '../../../test/support/browser.ts'
import { withTool } from '../../../test/support/tools.ts'

const { describe, it } = withTool('chromium')

const FIXTURES = new URL('../../../fixtures/', import.meta.url).pathname

let service: Service
let browser: TestBrowser
let free: TestUser
let paying: TestUser

beforeAll(async () => {
  browser = await startBrowser()
  const sources = (await loadSources()).filter(({ code }) => ['ecb', 'bnr'].includes(code))
  service = await startService(
    [...sources, COMPOSITE as Identity],
    {},
    {
      settings: { allowances: allowancesOf({ developer: 1 }) },
      operations: { findPlace: placeFinder(parser, sources) }
    }
  )
  await ingest(sources)
  free = await logIn(service, 'free@example.com')
  paying = await logIn(service, 'paying@example.com')
  await setUserPlan(service.database, 'paying@example.com', 'business')
})
afterAll(async () => {
  await browser.close()
  await service?.stop()
})

async function ingest(sources: Source[]) {
  const pipeline = {
    database: service.database,
    logger: pino({ level: 'silent' }),
    userAgent: 'test',
    environment: {},
    gate: new HostGate(0),
    parser
  }
  for (const source of sources) await ingestSource(pipeline, source, { replay: FIXTURES })
}

const as = ({ cookie }: TestUser) => ({ headers: { cookie } })
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const usedBy = async ({ headers }: { headers: Headers }) => Number(headers.get('x-monthly-used'))

const PUBLISHED = '/figure/bnr/HUF-RON/2026-01-05?type=reference'
const CROSS = '/figure/ecb/USD-GBP/2025-05-09'
const OLD = '/figure/ecb/EUR-USD/1999-01-04'

describe('the page of a figure', () => {
  it.each([PUBLISHED, CROSS, OLD, '/banks/ecb/2025-05-09', '/banks/ecb/2025-05-08'])(
    'has no console error or accessibility violation on %s, and fits every screen',
    async (path) => {
      const { page, errors, close } = await browser.visit(service.address + path)
      expect(await flawsOf(page)).toEqual([])
      expect(errors).toEqual([])
      await close()
    }
  )

  it('marks the printed figure in its document and links to the archived bytes', async () => {
    const { page, close } = await browser.visit(service.address + PUBLISHED, { javaScriptEnabled: false })
    expect(await page.locator('.sum strong').innerText()).toBe('0.013247 RON')
    expect(await page.locator('mark').allInnerTexts()).toEqual(['1.3247'])
    expect(await page.locator('.excerpt .line', { has: page.locator('mark') }).innerText()).toContain(
      'currency="HUF" multiplier="100">1.3247</Rate>'
    )
    expect(await page.locator('.place').innerText()).toContain(
      'prints the figure for 100 HUF; for one it is 0.013247 RON'
    )
    expect(await page.locator('[aria-labelledby="proof"] summary').first().innerText()).toContain(
      'HUF RON reference 2026-01-05 0.013247 100 - -'
    )
    expect(await page.getByRole('link', { name: 'Download the stored document' }).getAttribute('href')).toMatch(
      /^\/documents\/\d+$/
    )
    await close()
  })

  it('prints on at most two sheets, with the mark and without menus', async () => {
    const { page, close } = await browser.visit(service.address + PUBLISHED)
    await page.emulateMedia({ media: 'print' })
    expect([
      await page.locator('header').isVisible(),
      await page.locator('footer').isVisible(),
      await page.locator('mark').isVisible()
    ]).toEqual([false, false, true])
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)!.length).toBeLessThanOrEqual(2)
    await close()
  })

  it('shows the calculation of a derived figure, with a page for each leg', async () => {
    const { page, close } = await browser.visit(service.address + CROSS, { javaScriptEnabled: false })
    expect(await page.locator('[aria-labelledby="derivation"]').innerText()).toContain(
      '1 USD = 0.84770 ÷ 1.1252 = 0.7533771773906861 GBP'
    )
    expect((await page.locator('mark').allInnerTexts()).sort()).toEqual(['0.84770', '1.1252'])
    await page.getByRole('link', { name: '0.84770' }).first().click()
    expect(await page.locator('.sum').innerText()).toContain('1 EUR =')
    await close()
  })

  it('marks a composite as calculated', async () => {
    const row = { date: '2026-01-05', base: 'USD', quote: 'EUR', type: 'composite', value: '0.853' }
    await seedRows(service.database, 'composite', [row])
    const text = textOf((await service.ask('/figure/composite/USD-EUR/2026-01-05', as(paying))).text)
    expect(text).toContain('Method the median of the rates of several sources')
    expect(text).toMatch(/1 USD = \S+ EUR calculated/)
  })

  it('redirects to the date of the table in force', async () => {
    const { status, headers } = await service.ask('/figure/ecb/eur-usd/2025-05-11')
    expect([status, headers.get('location')]).toEqual([303, '/figure/ecb/EUR-USD/2025-05-09'])
    expect((await service.ask('/figure?bank=ecb&source=eur&target=usd&date=2025-05-11')).headers.get('location')).toBe(
      '/figure/ecb/EUR-USD/2025-05-11'
    )
    // The case of a code is kept.
    expect(await service.ask('/figure/ecb/EUR-USD/1990-01-01')).toMatchObject({
      status: 404,
      text: expect.stringContaining('>ecb has no rate')
    })
    expect(await service.ask('/figure/ecb/EUR-EUR/2025-05-09')).toMatchObject({ status: 400 })
  })

  it('shows the value before a correction', async () => {
    await seedRows(service.database, 'bnr', [
      { date: '2026-01-05', base: 'USD', quote: 'RON', type: 'reference', value: '4.3558' }
    ])
    const page = (await service.ask('/figure/bnr/USD-RON/2026-01-05')).text
    const text = textOf(page)
    expect(text).toMatch(/was changed after it was first stored.*USD → RON 4\.3557 .*USD → RON 4\.3558 \+0\.0001 /)
    expect(text).toMatch(/may have used the former value: Inverses and crosses of .* of 2026-01-05 over USD or RON/)
    const [, former] = /<a href="([^"]+)">This figure as it was known before/.exec(page)!
    expect(textOf((await service.ask(former!.replaceAll('&amp;', '&'))).text)).toContain('1 USD = 4.3557 RON')
  })

  it('requires a paid plan and a unit if it is older than a year before the newest table', async () => {
    for (const options of [{}, as(free)]) {
      const { status, text } = await service.ask(OLD, options)
      expect(status).toBe(200)
      expect(textOf(text)).toContain('This figure needs an account on the developer, business or enterprise plan')
      expect(text).not.toContain('1.1789')
    }
    const before = await usedBy(await service.ask('/account', as(paying)))
    const answer = await service.ask(OLD, as(paying))
    expect(answer.text).toContain('1.1789')
    expect(await usedBy(answer)).toBe(before + 1)
    expect(await usedBy(await service.ask(PUBLISHED, as(paying)))).toBe(before + 1)
  })
})

describe('the table of a past date', () => {
  it('requires a paid plan and a unit if it is older than a year before the newest table', async () => {
    for (const options of [{}, as(free)]) {
      const { text } = await service.ask('/banks/ecb/2025-05-08', options)
      expect(textOf(text)).toContain(
        'The table of a past date needs an account on the developer, business or enterprise plan'
      )
      expect(text).not.toContain('figure-link')
    }
    const before = await usedBy(await service.ask('/account', as(paying)))
    const answer = await service.ask('/banks/ecb/2025-05-08', as(paying))
    expect(answer.text).toContain('/figure/ecb/EUR-GBP/2025-05-08?type=reference')
    expect(await usedBy(answer)).toBe(before + 1)
    expect((await service.ask('/banks/ecb/2025-05-11')).headers.get('location')).toBe(
      '/banks/ecb/2025-05-09?asked=2025-05-11'
    )
    expect((await service.ask('/banks/ecb/2025-05-09')).text).toContain('figure-link')
  })
})

describe('the files behind a figure', () => {
  it('are served with a sandbox policy, and require a session', async () => {
    const [path] = /\/documents\/\d+/.exec((await service.ask(PUBLISHED)).text)!
    expect((await service.ask(path)).headers.get('location')).toBe(`/login?next=${encodeURIComponent(path)}`)
    const { status, headers, text } = await service.ask(path, as(free))
    expect([status, headers.get('content-disposition'), headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="bnr-\d+\.xml"$/),
      "sandbox; default-src 'none'; frame-ancestors 'none'"
    ])
    expect(text).toContain('multiplier="100">1.3247<')
    expect(await usedBy({ headers })).toBe(1)
  })

  it('include a certificate with a paid plan', async () => {
    const [path] = /\/certificate\?[^"]+format=json/.exec((await service.ask(PUBLISHED)).text.replaceAll('&amp;', '&'))!
    expect(await service.ask(path, as(free))).toMatchObject({ status: 403, text: expect.stringContaining('<h1>') })
    const { json } = await service.ask(path, as(paying))
    expect(JSON.parse(Buffer.from(json.payload, 'base64url').toString()).statement).toMatchObject({
      kind: 'pair',
      rate: '0.013247',
      rate_date: '2026-01-05'
    })
  })

  it('are refused with a page if no units are left', async () => {
    const spent = await logIn(service, 'spent@example.com')
    await setUserPlan(service.database, 'spent@example.com', 'developer')
    expect((await service.ask(OLD, as(spent))).status).toBe(200)
    const [document] = /\/documents\/\d+/.exec((await service.ask(PUBLISHED)).text)!
    for (const path of [
      document,
      '/certificate?bank=ecb&date=2025-05-08',
      '/account/table?bank=ecb&format=csv',
      '/account/history?bank=ecb&from=2025-05-01&to=2025-05-09',
      OLD,
      '/banks/ecb/2025-05-08'
    ]) {
      const { status, headers, text } = await service.ask(path, as(spent))
      expect([path, status, headers.get('content-type')]).toEqual([path, 429, 'text/html; charset=utf-8'])
      expect(textOf(text)).toContain('Limit reached')
    }
  })
})

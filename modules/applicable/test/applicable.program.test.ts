import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { loadSources } from '../../../adapters/registry.ts'
import type { Row } from '../../../adapters/source.ts'
import { setUserPlan } from '../../../api/accounts/users.ts'
import { registerRules } from '../register.ts'
import { loadRules } from '../rules/registry.ts'
import { logIn, startService, type TestUser, type Service } from '../../../test/support/service.ts'
import { seedRows } from '../../../test/support/database.ts'
import { flawsOf, startBrowser, type TestBrowser } from '../../../test/support/browser.ts'
import { withTool } from '../../../test/support/tools.ts'

const { describe, it } = withTool('chromium')

const row =
  (base: string, quote: string, type: string) =>
  (date: string, value: string): Row => ({ date, base, quote, type, value })
const nbp = row('USD', 'PLN', 'mid')
const ecb = row('EUR', 'USD', 'reference')
const zloty = row('EUR', 'PLN', 'reference')

// Figures as their publishers printed them.
const TABLES: Record<string, Row[]> = {
  nbp: [
    nbp('2024-03-01', '3.9922'),
    nbp('2026-03-02', '3.6056'),
    nbp('2026-03-03', '3.6820'),
    nbp('2026-03-04', '3.6770')
  ],
  ecb: [
    ecb('2026-02-27', '1.1805'),
    ecb('2026-03-02', '1.1698'),
    zloty('2026-03-02', '4.2288'),
    ecb('2026-03-03', '1.1606'),
    zloty('2026-03-03', '4.2580')
  ]
}

let service: Service
let browser: TestBrowser
let free: TestUser
let paying: TestUser

beforeAll(async () => {
  browser = await startBrowser()
  service = await startService(
    (await loadSources()).filter(({ code }) => Object.hasOwn(TABLES, code)),
    {}
  )
  await registerRules(service.database, loadRules())
  for (const [code, rows] of Object.entries(TABLES)) await seedRows(service.database, code, rows)
  free = await logIn(service, 'free@example.com')
  paying = await logIn(service, 'paying@example.com')
  await setUserPlan(service.database, 'paying@example.com', 'business')
})
afterAll(async () => {
  await browser.close()
  await service?.stop()
})

const POLISH = { jurisdiction: 'PL', purpose: 'vat', source: 'USD', date: '2026-03-03', amount: '1000' }
const addressOf = (query: Record<string, string>) => `/applicable?${new URLSearchParams(query)}`
const as = ({ cookie }: TestUser) => ({ headers: { cookie } })
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
const readAnswer = async (query: Record<string, string>, options = {}) =>
  textOf((await service.ask(addressOf(query), options)).text)

const PAGES = [
  '/applicable',
  addressOf(POLISH),
  addressOf({ ...POLISH, purpose: 'income' }),
  addressOf({ ...POLISH, date: 'x' }),
  '/applicable/rules',
  '/applicable/pl',
  '/applicable/US',
  '/applicable/rules/pl-vat',
  '/applicable/batch'
]
it.each(PAGES)('shows no console error or accessibility violation on %s, and fits every screen', async (path) => {
  const { page, errors, close } = await browser.visit(service.address + path)
  expect(await flawsOf(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

describe('the page of the applicable rate', () => {
  it('shows the steps, the rule and the elections without scripts', async () => {
    const { page, close } = await browser.visit(`${service.address}/applicable`, { javaScriptEnabled: false })
    await page.getByLabel('Country or union').selectOption('Poland')
    await page.getByLabel('Date of the event').fill('2026-03-03')
    await page.getByLabel('Amount', { exact: true }).fill('1000')
    await page.getByLabel('Currency', { exact: true }).fill('usd')
    await page.getByRole('button', { name: 'Find the rate' }).click()
    expect(await page.locator('.verdict .sum strong').innerText()).toBe('3,605.60 PLN')
    expect(await page.locator('.steps li').allInnerTexts()).toEqual([
      expect.stringContaining('D is 2026-03-03 (Tuesday)'),
      'pl-vat takes the newest rate dated before D: here 2026-03-02 or earlier.',
      'nbp dates a rate by the day on which it was made.',
      expect.stringContaining('1 USD = 3.6056 PLN'),
      '1000 USD × 3.6056 = 3605.6 PLN.'
    ])
    const election = page.locator('[aria-labelledby="choices"] tr', { hasText: 'VAT in Poland: the day before, ECB' })
    expect(await election.innerText()).toContain('2026-03-02')
    expect(await page.locator('#copy-0').innerText()).toBe(
      `${service.address}${addressOf({ jurisdiction: 'PL', purpose: 'vat', date: '2026-03-03', source: 'usd', amount: '1000' })}`
    )
    expect(await page.locator('main').innerText()).toContain('not legal advice')
    expect(await page.getByRole('link', { name: 'Where the document has USD in PLN' }).getAttribute('href')).toMatch(
      /^\/figure\/nbp\/USD-PLN\/2026-03-02/
    )
    await close()
  })

  it('updates the answer in place as soon as the form is complete', async () => {
    const { page, errors, close } = await browser.visit(service.address + addressOf(POLISH))
    await page.evaluate('globalThis.isSame = true')
    await page.getByLabel('Date of the event').fill('2026-03-04')
    await page.getByLabel('Date of the event').blur()
    await expect.poll(() => page.locator('.verdict .sum strong').innerText()).toBe('3,682.00 PLN')
    expect(new URL(page.url()).searchParams.get('date')).toBe('2026-03-04')
    await page.getByLabel('Amount', { exact: true }).fill('2')
    await page.getByRole('button', { name: 'Find the rate' }).click()
    await expect.poll(() => page.locator('.verdict .sum strong').innerText()).toBe('7.36 PLN')
    expect(await page.evaluate('globalThis.isSame')).toBe(true)
    expect(errors).toEqual([])
    await close()
  })

  it('marks invalid fields, links to the possible rules, and reports if there is no rule', async () => {
    const { page, close } = await browser.visit(
      service.address + addressOf({ ...POLISH, amount: '1.000', source: 'U' }),
      { javaScriptEnabled: false }
    )
    expect(await page.getByLabel('Amount', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('.field .error').count()).toBe(2)
    await page.goto(service.address + addressOf({ ...POLISH, purpose: 'income' }))
    await page.getByRole('link', { name: 'costs' }).click()
    expect(await page.locator('.verdict').innerText()).toContain('3,605.60 PLN')
    await close()
    expect(await readAnswer({ ...POLISH, purpose: 'payroll' })).toContain('No rule answers this question')
  })

  it('explains why there is no rate', async () => {
    expect(await readAnswer({ ...POLISH, source: 'CHF' })).toContain(
      'The rule gives no rate here nbp:mid does not quote CHF to PLN'
    )
    expect(await readAnswer({ jurisdiction: 'US', purpose: 'customs', source: 'EUR', date: '2026-03-03' })).toContain(
      'The rate of this rule is not in this service The rule requires cbp:quarterly, which this service does not have'
    )
  })

  it('starts with a verdict: final, provisional with the missing part, or a choice', async () => {
    const bodyOf = async (query: Record<string, string>) =>
      /<div class="verdict[^]*/.exec((await service.ask(addressOf(query))).text)?.[0] ?? ''
    expect(textOf(await bodyOf(POLISH))).toMatch(/^ ?final 1,000\.00 USD = 3,605\.60 PLN 1 USD = 3\.6056 PLN/)
    const provisional = await bodyOf({ ...POLISH, date: '2026-03-06' })
    expect(provisional).toMatch(/^<div class="verdict provisional"/)
    expect(textOf(provisional)).toMatch(
      /^ ?provisional Missing: The table of nbp that decides the rate is not [a-z]+ yet.*The newest stored one is dated 2026-03-04.*1,000\.00 USD = 3,677\.00 PLN/
    )
    expect(
      textOf(
        await bodyOf({
          jurisdiction: 'DE',
          purpose: 'vat',
          rule: 'de-vat-daily',
          source: 'USD',
          date: '2026-03-03'
        })
      )
    ).toMatch(/^ ?your choice The law names no publisher; these are in use\. 1 USD =/)
    expect(textOf(await bodyOf({ jurisdiction: 'GB', purpose: 'vat', source: 'USD', date: '2026-03-03' }))).toMatch(
      /^ ?your choice The law lets you choose The law names no publisher of the rate\. The rates that you may choose are below\./
    )
    expect(textOf(await bodyOf({ ...POLISH, amount: '2', date: '2026-03-04' }))).toContain(
      '2.00 USD = 7.36 PLN 1 USD = 3.6820 PLN'
    )
  })

  it('shows rates of the last year to everyone, and older ones with a paid plan for a unit', async () => {
    const old = { ...POLISH, date: '2024-03-02' }
    for (const options of [{}, as(free)]) {
      const text = await readAnswer(old, options)
      expect(text).toContain(
        'The figure needs an account on the developer, business or enterprise plan The rate is that of 2024-03-01 .'
      )
      expect(text).not.toContain('3.9922')
    }
    const used = async (query: Record<string, string>) =>
      Number((await service.ask(addressOf(query), as(paying))).headers.get('x-monthly-used'))
    const before = await used(POLISH)
    expect(await used(old)).toBe(before + 1)
    expect(await used(POLISH)).toBe(before + 1)
    expect(await readAnswer(old, as(paying))).toContain('1 USD = 3.9922 PLN')
  })
})

describe('the page for a file', () => {
  const CSV = Buffer.from(
    'number,date,currency,amount\nA-1,2026-03-03,USD,1000\nA-2,soon,USD,5\nA-3,2026-03-04,EUR,2\n'
  )
  const usedUnits = async () => Number((await service.ask('/account', as(paying))).headers.get('x-monthly-used'))

  async function open(options = {}) {
    const visit = await browser.visit(`${service.address}/applicable/batch`, options)
    const [name, value] = paying.cookie.split('=', 2) as [string, string]
    await visit.page.context().addCookies([{ name, value, url: service.address }])
    await visit.page.goto(`${service.address}/applicable/batch?jurisdiction=PL`)
    return visit
  }

  async function textOfDownload(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
    const [download] = await Promise.all([page.waitForEvent('download'), act()])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }

  it.each([false, true])(
    'shows the detected columns and the price before it starts, with scripts: %s',
    async (javaScriptEnabled) => {
      const { page, errors, close } = await open({ javaScriptEnabled })
      await page.getByLabel(/^The file/).setInputFiles({ name: 'invoices.csv', mimeType: 'text/csv', buffer: CSV })
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Check the file' }).click()
      const preview = page.locator('#preview')
      await preview.waitFor()
      expect(await preview.locator('.notice').innerText()).toContain(
        '1 final, 0 open, 0 provisional, 1 without a rate, 1 in error'
      )
      expect(await preview.locator('.notice').innerText()).toContain(
        'The file has 3 rows and costs 2 units, since rows in error and totals are free; '
      )
      expect(
        await preview.getByRole('table', { name: 'The rows in error' }).locator('tbody tr').allInnerTexts()
      ).toEqual([expect.stringMatching(/^3\s+date\s+date: expected a date that exists, as YYYY-MM-DD/)])
      const first = preview.getByRole('table', { name: 'The first rows as they were understood' })
      expect(await first.locator('tbody tr').allInnerTexts()).toEqual([
        expect.stringMatching(/2\s+2026-03-03\s+1000\s+USD\s+PLN\s+pl-vat/),
        expect.stringContaining('date: expected a date that exists, as YYYY-MM-DD'),
        expect.stringContaining('pl-vat')
      ])
      expect(await preview.innerText()).toContain(
        'Read: date (YYYY-MM-DD), currency as source, amount. Only kept: number. The text is in UTF-8.'
      )
      if (javaScriptEnabled) expect(await flawsOf(page)).toEqual([])
      const before = await usedUnits()
      const { name, text } = await textOfDownload(page, () =>
        page.getByRole('button', { name: 'Start for 2 units' }).click()
      )
      expect(name).toBe(javaScriptEnabled ? 'invoices-rates.csv' : 'applicable.csv')
      expect(text).toContain('A-1,2026-03-03,USD,1000,final,3.6056,2026-03-02,nbp')
      expect(await usedUnits()).toBe(before + 2)
      if (javaScriptEnabled) {
        expect(await page.locator('#preview').innerText()).toContain('3 of 3 rows')
        // Chromium may report a complete answer as aborted.
        expect(errors.filter((error) => !error.endsWith('net::ERR_ABORTED'))).toEqual([])
      }
      await close()
    }
  )

  it('names the rows that depart from the method of their year', async () => {
    const { page, close } = await open({ javaScriptEnabled: false })
    const buffer = Buffer.from('date,currency,rule\n2026-03-03,USD,\n2026-03-03,USD,pl-vat-ecb\n')
    await page.getByLabel(/^The file/).setInputFiles({ name: 'year.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Check the file' }).click()
    const preview = page.locator('#preview')
    await preview.waitFor()
    expect(
      await preview
        .getByRole('table', { name: /whose rule differs from the first of the year/ })
        .locator('tbody tr')
        .allInnerTexts()
    ).toEqual([expect.stringMatching(/3\s+2026-03-03\s+Uses pl-vat-ecb, not pl-vat/)])
    expect(await preview.innerText()).toContain('2026: pl-vat; no duty to keep the method is recorded')
    await close()
  })

  it('accepts a dropped file', async () => {
    const { page, close } = await open()
    const files = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'invoices.jsonl'))
      return transfer
    }, '{"date":"2026-03-03","currency":"USD"}\n')
    await page.dispatchEvent('#drop', 'drop', { dataTransfer: files })
    expect(await page.locator('#preview .notice').innerText()).toContain('The file has 1 row and costs 1 unit')
    await close()
  })

  it('accepts amounts with a decimal comma', async () => {
    const { page, close } = await open({ javaScriptEnabled: false })
    await page.getByLabel('Decimals', { exact: true }).selectOption('comma')
    await page.getByLabel(/^The file/).setInputFiles({
      name: 'invoices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('date;currency;amount\n2026-03-03;USD;1.000,50\n')
    })
    await page.getByRole('button', { name: 'Check the file' }).click()
    expect(await page.locator('#preview tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/2\s+2026-03-03\s+1000\.50\s+USD\s+PLN\s+pl-vat/)
    ])
    const { text } = await textOfDownload(page, () => page.getByRole('button', { name: 'Start for 1 unit' }).click())
    expect(text).toContain('2026-03-03;USD;1.000,50;final;3,6056;2026-03-02;nbp;mid;published;3607,4;PLN')
    await close()
  })

  const UNREADABLE = [
    ['a.pdf', '%PDF', 'expected a name that ends with .csv'],
    ['a.csv', 'date,currency\n1,2,3\n', 'expected 2 columns in each row, as in the headings, found 3 in row 2'],
    [
      'a.csv',
      'date,currency\n\n2026-03-03,"USD\n',
      'expected cells with quotes as in RFC 4180, found an error in row 3'
    ],
    ['a.xlsx', 'date', 'workbook'],
    ['a.jsonl', '{"date":\n', 'expected a JSON object in each line'],
    ['a.csv', 'date,currency,tax_point\n', 'expected one column for date, found date and tax_point']
  ] as const

  it.each([false, true])(
    'shows the error of the server for an unreadable file, with scripts: %s',
    async (javaScriptEnabled) => {
      const { page, close } = await open({ javaScriptEnabled })
      for (const [name, text, message] of UNREADABLE) {
        await page.goto(`${service.address}/applicable/batch?jurisdiction=PL`)
        await page.getByLabel(/^The file/).setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) })
        if (!javaScriptEnabled) await page.getByRole('button', { name: 'Check the file' }).click()
        const shown = javaScriptEnabled ? page.locator('#outcome .notice.bad') : page.locator('main')
        await shown.filter({ hasText: new RegExp(message.replace(/[.]/g, '\\.'), 'i') }).waitFor()
      }
      if (javaScriptEnabled) {
        await page.context().clearCookies()
        await page.getByLabel(/^The file/).setInputFiles({ name: 'a.csv', mimeType: '', buffer: CSV })
        await page.locator('#outcome .notice.bad').filter({ hasText: 'You are no longer logged in' }).waitFor()
      }
      await close()
    }
  )

  it.each([false, true])(
    'lets the user choose the columns if the headings do not identify them, with scripts: %s',
    async (javaScriptEnabled) => {
      const { page, close } = await open({ javaScriptEnabled })
      await page.getByLabel(/^The file/).setInputFiles({
        name: 'invoices.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Our invoices\n\nNo;When;What;Price\n7;03.03.2026;USD;1000,00\n')
      })
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Check the file' }).click()
      const step = page.locator('#columns')
      await step.waitFor()
      expect(
        await Promise.all(
          [/^Date of the event/, 'Currency', 'Amount', /^Date of the invoice/].map((label) =>
            step.getByLabel(label).inputValue()
          )
        )
      ).toEqual(['2', '3', '4', 'none'])
      await step.getByLabel('Amount').selectOption('none')
      await step.getByRole('button', { name: 'Read these columns' }).click()
      const preview = page.locator('#preview')
      await preview.filter({ hasText: '1 final' }).waitFor()
      expect(await preview.locator('tbody tr').allInnerTexts()).toEqual([
        expect.stringMatching(/^4\s+2026-03-03\s+USD\s+PLN\s+pl-vat/)
      ])
      const { text } = await textOfDownload(page, () => page.getByRole('button', { name: 'Start for 1 unit' }).click())
      expect(text).toContain('7;03.03.2026;USD;1000,00;final;3,6056;02.03.2026;nbp;mid;published;;')
      await close()
    }
  )

  it('says how to log in', async () => {
    expect(textOf((await service.ask('/applicable/batch')).text)).toContain(
      'Log in to convert a file Log in with an account on the developer, business or enterprise plan'
    )
  })

  it('requires a paid plan', async () => {
    expect(textOf((await service.ask('/applicable/batch', as(free))).text)).toContain(
      'Files need an account on the developer, business or enterprise plan'
    )
    const answer = await fetch(`${service.address}/applicable/batch/file?jurisdiction=PL&purpose=vat`, {
      method: 'POST',
      headers: { ...as(free).headers, origin: service.address, 'content-type': 'text/csv' },
      body: CSV
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
  })
})

describe('the pages of the rules', () => {
  it('list the jurisdictions by region, filtered by purpose and by words', async () => {
    const names = async (query: string) =>
      [...(await service.ask(`/applicable/rules?${query}`)).text.matchAll(/<strong>([^<]+)<\/strong>/g)].map(
        ([, name]) => name
      )
    expect(await names('q=zloty&purpose=')).toEqual([])
    expect(await names('q=pln')).toEqual(['Poland'])
    expect((await names('purpose=vat')).length).toBeLessThan((await names('')).length)
    expect(await names('q=european+union')).toEqual(['European Union'])
  })

  it('show the rules of a jurisdiction and of its union, and publishers without an adapter', async () => {
    const poland = textOf((await service.ask('/applicable/PL')).text)
    expect(poland).toMatch(
      /Read: the text of the law \(the article in the consolidated text 2024\/361[^)]*\); checked on (2026-11-24|24 \w+ 2026)/
    )
    expect(poland).toContain('Rules of the European Union')
    expect(poland).not.toContain('eu-vat-ecb') // pl-vat-ecb implements it
    expect(textOf((await service.ask('/applicable/US')).text)).toContain(
      'The certified rates of the United States customs, for each quarter. not a source yet'
    )
    expect(await service.ask('/applicable/QQ')).toMatchObject({ status: 404, text: expect.stringContaining('<h1>') })
  })

  it('show the rates of a tax year, also as CSV and XLSX', async () => {
    expect(textOf((await service.ask('/applicable/ES?year=2026&purpose=vat')).text)).toMatch(
      /The rates of a tax year.*2026-02-28 0\.8470986869970352/
    )
    const { headers, text } = await service.ask('/applicable/ES/2026.csv?purpose=vat')
    expect(headers.get('content-disposition')).toBe('attachment; filename="ES-vat-2026.csv"')
    expect(text).toContain('\r\nES,vat,2026-02-28,USD,0.8470986869970352,ecb,reference,2026-02-27,final\r\n')
    // a Sunday
    expect(text).toContain('\r\nES,vat,2026-03-01,USD,0.8470986869970352,ecb,reference,2026-02-27,final\r\n')
    expect((await service.ask('/applicable/ES/2026.csv?purpose=vat&currencies=PLN')).text).not.toContain('USD')
    expect((await service.ask('/applicable/ES/2026.xlsx?purpose=vat')).bytes.subarray(0, 2).toString()).toBe('PK')
    expect((await service.ask('/applicable/QQ/2026.csv')).status).toBe(404)
  })

  it('show a rule in words with its citation and a form for its rate', async () => {
    const { page, close } = await browser.visit(`${service.address}/applicable/rules/pl-accounting-closing`, {
      javaScriptEnabled: false
    })
    expect(await page.locator('dl.rule').innerText()).toContain('the newest rate dated D or earlier')
    expect(await page.getByRole('link', { name: /Ustawa o rachunkowości/ }).getAttribute('href')).toMatch(
      /^https:\/\/isap\.sejm\.gov\.pl/
    )
    await page.getByLabel('Date of the event').fill('2026-03-03')
    await page.getByLabel('Currency', { exact: true }).fill('USD')
    await page.getByRole('button', { name: 'Find the rate' }).click()
    expect(await page.locator('.verdict').innerText()).toContain('3.6820 PLN')
    expect(await service.ask('/applicable/rules/pl-nothing')).toMatchObject({ status: 404 })
    await close()
  })
})

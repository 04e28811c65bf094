import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import { describeApi } from '../../../api/openapi/document.ts'
import { DOCUMENTS, manualAddress } from '../manual/documents.ts'
import { operationPage } from '../../../api/contract/operation.ts'
import { GUIDES } from '../openapi/guides.tsx'
import { endpointsOf } from '../openapi/endpoint.tsx'
import { allowancesOf } from '../../../api/access/plans.ts'
import { identity, logIn, settingsOf, startService, type Service } from '../../../test/support/service.ts'
import {
  violationsOf,
  flawsOf,
  overflowOf,
  SCREENS,
  startBrowser,
  type TestBrowser
} from '../../../test/support/browser.ts'
import { withTool } from '../../../test/support/tools.ts'
import { testEndpoints } from '../../../test/support/modules.ts'

const endpoints = await testEndpoints()

const { describe, it } = withTool('chromium')

let service: Service
let browser: TestBrowser

beforeAll(async () => {
  browser = await startBrowser()
  const settings = settingsOf({
    allowances: allowancesOf({ developer: 12_345 }),
    limits: { perCaller: 4321, perAddress: 54_321, trialKeys: 6 }
  })
  service = await startService(
    [identity('ecb', 'EUR')],
    { ecb: [{ date: '2025-05-09', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1252' }] },
    { settings }
  )
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

it.each(SCREENS)(
  'has no console error or accessibility violation, and fits: $colorScheme, $viewport.width wide',
  async (screen) => {
    const { page, errors, close } = await browser.visit(`${service.address}/docs`, screen)
    expect(await page.locator('h1').innerText()).toBe('Documentation')
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await violationsOf(page)).toEqual([])
    expect(errors).toEqual([])
    if (process.env.SCREENSHOTS) {
      mkdirSync(process.env.SCREENSHOTS, { recursive: true })
      await page.screenshot({
        path: `${process.env.SCREENSHOTS}/docs-${screen.colorScheme}-${screen.viewport.width}.png`
      })
    }
    await close()
  }
)

describe('the manual', () => {
  it('has a page for each document, listed in the contents by its title and without broken links', async () => {
    const pages = new Map(
      await Promise.all(
        DOCUMENTS.map(async ({ name }): Promise<[string, string]> => [
          manualAddress(name),
          (await service.ask(manualAddress(name))).text
        ])
      )
    )
    const reference = (await service.ask('/docs')).text
    const others = new Set([
      ...GUIDES.map(({ id }) => manualAddress(id)),
      ...endpointsOf(describeApi(endpoints, service.address)).map(({ operation }) =>
        operationPage(operation.operationId)
      )
    ])
    const broken: string[] = []
    for (const [address, text] of pages) {
      for (const [, href] of text.matchAll(/<a href="([^"]+)"/g)) {
        const [path, anchor] = href!.split('#') as [string, string?]
        const target = path === '' ? text : path === '/docs' ? reference : pages.get(path)
        if (path.startsWith('/docs') && target === undefined && !others.has(path)) broken.push(`${address}: ${href}`)
        if (anchor && target !== undefined && anchor !== 'content' && !target.includes(`id="${anchor}"`)) {
          broken.push(`${address}: ${href}`)
        }
      }
    }
    expect(broken).toEqual([])
    for (const { name, title } of DOCUMENTS) {
      expect(pages.get(manualAddress(name))).toContain(`<h1>${title}</h1>`)
      expect(reference).toContain(`<a href="${manualAddress(name)}">${title}</a>`)
    }
  })

  it('has no document with the operation ID of an endpoint', () => {
    const names = new Set(DOCUMENTS.map(({ name }) => name))
    expect(
      endpointsOf(describeApi(endpoints, 'http://localhost')).filter(({ operation }) =>
        names.has(operation.operationId)
      )
    ).toEqual([])
  })

  it.each(['api', 'operating'].flatMap((name) => [SCREENS[0]!, SCREENS.at(-1)!].map((screen) => ({ name, screen }))))(
    'has no console error or accessibility violation in $name, and fits: $screen.viewport.width wide',
    async ({ name, screen }) => {
      const { page, errors, close } = await browser.visit(`${service.address}${manualAddress(name)}`, screen)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      expect(await violationsOf(page)).toEqual([])
      expect(errors).toEqual([])
      if (process.env.SCREENSHOTS) {
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/manual-${name}-${screen.viewport.width}.png` })
      }
      await close()
    }
  )
})

describe('the reference', () => {
  it('lists every endpoint without scripts', async () => {
    const { page, close } = await browser.visit(`${service.address}/docs`, { javaScriptEnabled: false })
    const text = await page.locator('main').innerText()
    for (const { verb, path, operation } of endpointsOf(describeApi(endpoints, service.address))) {
      expect(text).toContain(`${operation.summary}\n${verb.toUpperCase()} ${path}`)
    }
    await close()
  })

  it('has working links in its contents', async () => {
    const { page, close } = await browser.visit(`${service.address}/docs`)
    const broken = await page.evaluate(
      '[...document.querySelectorAll(\'main a[href*="/docs#"]\')].filter((it) => ' +
        '!document.getElementById(it.hash.slice(1))).map((it) => it.hash)'
    )
    expect(broken).toEqual([])
    expect(
      await page.evaluate(
        'new Set([...document.querySelectorAll("[id]")].map((it) => it.id)).size === ' +
          'document.querySelectorAll("[id]").length'
      )
    ).toBe(true)
    await page
      .getByRole('navigation', { name: 'Contents' })
      .getByRole('link', { name: 'Get the newest table of a source', exact: true })
      .first()
      .click()
    expect(new URL(page.url()).pathname).toBe('/docs/getCentralBankLatest')
    await close()
  })

  it('shows the configured plans and limits', async () => {
    const { text } = await service.ask('/docs/plans')
    for (const figure of ['12,345', '4,321', '54,321', '100,000', '6 trial keys']) expect(text).toContain(figure)
  })

  it('shows requests to this host', async () => {
    const { text } = await service.ask('/docs/getCentralBankLatest')
    expect(text).toContain(
      `&#39;${service.address}/api/v1/central-bank/ecb/latest?source=USD&amp;target=GBP&#39;`.replaceAll(
        '&#39;',
        text.includes('&#39;') ? '&#39;' : "'"
      )
    )
  })

  it.each([
    ['/api/open/central-bank/nowhere', '/docs/getOpenCentralBankByBank'],
    ['/nowhere', '/docs']
  ])('is the page to which the error of %s links', async (path, reference) => {
    const { json } = await service.ask(path)
    expect(json.docs).toBe(`${service.address}${reference}`)
    expect((await service.ask(reference)).status).toBe(200)
  })

  it('filters its contents by the typed words', async () => {
    const { page, close } = await browser.visit(`${service.address}/docs/getCentralBankLatest`)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await contents.getByRole('searchbox').fill('mid-market')
    await contents.getByRole('link', { name: 'Mid-market rates' }).waitFor()
    await contents.getByRole('searchbox').fill('parquet HISTORY')
    await contents.getByText('Nothing found.').waitFor()
    await contents.getByRole('searchbox').fill('HISTORY group')
    await contents.getByText(/^\d+ found$/).waitFor()
    await contents.getByRole('link', { name: 'Get the history of a currency or of a pair' }).click()
    expect(new URL(page.url()).pathname).toBe('/docs/getCentralBankHistory')
    await close()
  })
})

describe('the page of an endpoint', () => {
  it.each(endpointsOf(describeApi(endpoints, 'http://localhost')).map(({ operation }) => operation.operationId))(
    'shows the fields and examples of %s',
    async (id) => {
      const { status, text } = await service.ask(`/docs/${id}`)
      expect(status).toBe(200)
      for (const it of ['curl', 'TypeScript', 'Python', 'Answer']) expect(text).toContain(it)
    }
  )

  it('has no console error or accessibility violation, and sends a request', async () => {
    const { page, errors, close } = await browser.visit(`${service.address}/docs/getOpenCentralBankByBank`)
    expect(await flawsOf(page)).toEqual([])
    await page.locator('form.try input[name="target"]').fill('/api/open/central-bank/ecb')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('200 OK').waitFor()
    expect(await page.locator('form.try pre').innerText()).toContain('1.1252')
    expect(errors).toEqual([])
    await close()
    expect((await service.ask('/docs/getNothing')).status).toBe(404)
  })

  it('sends a request with the session of a logged-in user, without a key', async () => {
    await logIn(service, 'reader@example.org')
    const { page, close } = await browser.visit(
      `${service.address}/login?next=${encodeURIComponent('/docs/getCentralBankLatest')}`
    )
    await page.locator('input[name="email"]').last().fill('reader@example.org')
    await page.locator('input[name="password"]').fill('correct horse battery')
    await page.locator('main button').click()
    await page.waitForURL('**/docs/getCentralBankLatest')
    await page.locator('form.try input[name="target"]').fill('/api/v1/central-bank/ecb/latest')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('200 OK').waitFor()
    expect(await page.locator('form.try pre').innerText()).toContain('1.1252')
    await close()
  })
})

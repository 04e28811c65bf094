import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Identity, Row } from '../../adapters/source.ts'
import { identity, startService, type Service } from '../api/service.ts'
import { flawsOf, startBrowser, type Surfer } from './browser.ts'

const DAY = 86_400_000
const today = new Date(Date.now()).toISOString().slice(0, 10)
const year = Array.from({ length: 360 }, (_, index) => new Date(Date.parse(today) - (359 - index) * DAY).toISOString().slice(0, 10))

function row (date: string, base: string, quote: string, value: string, type = 'reference'): Row {
  return { date, base, quote, type, value, unit: 1 }
}

let service: Service
let surfer: Surfer

beforeAll(async () => {
  surfer = await startBrowser()
  service = await startService(
    [identity('ecb', 'EUR'), identity('north', 'NOK', ['buy', 'sell']), { ...identity('old', 'USD'), country: 'CA' }, identity('none', 'XPF')],
    {
      ecb: [...year.map((date, index) => row(date, 'EUR', 'USD', `1.${1000 + index}`)), row(today, 'EUR', 'GBP', '0.84770'), row(today, 'EUR', 'JPY', '163.36')],
      north: [row(today, 'EUR', 'NOK', '11.71', 'buy'), row(today, 'EUR', 'NOK', '11.93', 'sell'), row(today, 'USD', 'NOK', '10.02', 'buy'), row(today, 'USD', 'NOK', '10.11', 'sell')],
      old: [row('2024-05-31', 'EUR', 'USD', '1.0852')]
    }
  )
})

afterAll(async () => {
  await surfer.close()
  await service.stop()
})

const PAGES = ['/', '/?amount=12.50&source=GBP&target=JPY', '/banks', '/banks/ecb', '/banks/north', '/banks/none', '/compare', '/compare/EUR/USD', '/compare/USD/XPF', '/compare?source=x&target=USD', '/verify', '/verify?slip=x']
it.each(PAGES)('%s has no error, no barrier, and fits every screen', async (path) => {
  const { page, errors, close } = await surfer.visit(service.address + path)
  expect(await flawsOf(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

describe('the converter', () => {
  async function resultOf (query: string): Promise<string> {
    const { page, close } = await surfer.visit(`${service.address}/?${query}`, { javaScriptEnabled: false })
    const text = await page.locator('.result, .notice').innerText()
    await close()
    return text.replaceAll(/\s+/g, ' ')
  }

  it('multiplies exactly, digits kept', async () => {
    const result = await resultOf('bank=ecb&amount=123456789012345678.123456789012&source=EUR&target=GBP')
    expect(result).toContain('104654320045765431.3452543200454724 GBP')
    expect(result).toContain('The source publishes this rate.')
  })

  it('says that a rate is a cross, and shows its legs', async () => {
    const result = await resultOf('bank=ecb&amount=1&source=GBP&target=JPY')
    expect(result).toContain('Calculated: a cross')
    expect(result).toContain('1 EUR = 0.84770 GBP published')
    expect(result).toContain('1 EUR = 163.36 JPY published')
  })

  it('says that a rate is an inverse', async () => {
    const result = await resultOf('bank=ecb&amount=1&source=JPY&target=EUR')
    expect(result).toContain('Calculated: one divided by')
    expect(result).toContain('1 EUR = 163.36 JPY published')
  })

  it('links to the sources that have a pair if the chosen one does not', async () => {
    expect(await resultOf('bank=ecb&amount=1&source=EUR&target=NOK')).toContain('Bank ecb has no rate from EUR to NOK')
  })

  it('shows an error at its field', async () => {
    const { page, close } = await surfer.visit(`${service.address}/?bank=ecb&amount=1,5&source=EUR&target=EUR`, { javaScriptEnabled: false })
    expect(await page.getByLabel('Amount').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('.error').allInnerTexts()).toEqual([expect.stringContaining('Enter a number'), expect.stringContaining('Enter a different')])
    await close()
  })

  it('works through its form', async () => {
    const { page, close } = await surfer.visit(service.address, { javaScriptEnabled: false })
    await page.getByLabel('Amount').fill('2')
    await page.getByLabel('To', { exact: true }).fill('gbp')
    await page.getByRole('button', { name: 'Convert' }).click()
    expect(await page.locator('.sum strong').innerText()).toBe('1.6954 GBP')
    await close()
  })
})

describe('the sources', () => {
  it('are filtered while the user types', async () => {
    const { page, close } = await surfer.visit(`${service.address}/banks`)
    const rows = page.locator('tbody tr:visible')
    expect(await rows.count()).toBe(4)
    await page.getByRole('searchbox').fill('Canada')
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('Bank old')])
    expect(await page.locator('#count').innerText()).toBe('1 of 4 sources')
    await page.getByRole('searchbox').fill('')
    expect(await rows.count()).toBe(4)
    await close()
  })

  it('are found without a script', async () => {
    const { page, close } = await surfer.visit(`${service.address}/banks`, { javaScriptEnabled: false })
    await page.getByRole('searchbox').fill('NOK')
    await page.getByRole('button', { name: 'Search' }).click()
    expect(await page.locator('tbody tr').allInnerTexts()).toEqual([expect.stringContaining('Bank north')])
    await close()
  })

  it('show their freshness', async () => {
    const { page, close } = await surfer.visit(`${service.address}/banks`, { javaScriptEnabled: false })
    expect(await page.locator('tbody .badge').allInnerTexts()).toEqual(['fresh', 'none yet', 'fresh', expect.stringMatching(/^overdue, \d+ missed$/)])
    await close()
  })
})

describe('a source', () => {
  it('is drawn again for another range', async () => {
    const { page, errors, close } = await surfer.visit(`${service.address}/banks/ecb`)
    const chart = page.locator('#chart')
    await page.locator('#chart canvas').waitFor()
    expect(await chart.getAttribute('data-points')).toBe('360')
    await page.getByRole('button', { name: '1M' }).click()
    await expect.poll(() => chart.getAttribute('data-points')).toBe('32')
    expect(await page.getByRole('button', { name: '1M' }).getAttribute('aria-pressed')).toBe('true')
    expect(await page.locator('#chart canvas').count()).toBe(1)
    expect(errors).toEqual([])
    await close()
  })

  it('has the same figures as a table for users who see no chart', async () => {
    const { page, close } = await surfer.visit(`${service.address}/banks/ecb`, { javaScriptEnabled: false })
    expect(await page.locator('#ranges').isVisible()).toBe(false)
    await page.locator('summary').click()
    expect(await page.locator('details tbody tr').count()).toBe(360)
    expect(await page.locator('details tbody tr').first().innerText()).toMatch(/1\.1359$/)
    await close()
  })

  it('shows buy and sell side by side, and the documents behind its table', async () => {
    const { page, close } = await surfer.visit(`${service.address}/banks/north`, { javaScriptEnabled: false })
    const table = page.locator('section[aria-labelledby="table"]')
    expect(await table.locator('thead th').allInnerTexts()).toEqual(['One unit of', 'In', 'buy', 'sell'])
    expect(await table.locator('tbody tr').first().locator('td.number').allInnerTexts()).toEqual(['11.71', '11.93'])
    expect(await page.locator('.documents code').last().innerText()).toMatch(/^[0-9a-f]{64}$/)
    await close()
  })

  it('shows at most a year', async () => {
    const { json } = await service.ask('/banks/ecb/series.json?symbol=USD')
    expect(json.points).toHaveLength(360)
    expect(json.points[0]).toMatchObject({ base: 'EUR', quote: 'USD', type: 'reference', value: 1.1 })
    const tooLong = new Date(Date.parse(today) - 367 * DAY).toISOString().slice(0, 10)
    expect(await service.ask(`/banks/ecb/series.json?symbol=USD&from=${tooLong}`)).toMatchObject({ status: 403 })
    expect(await service.ask('/banks/nobody/series.json?symbol=USD')).toMatchObject({ status: 404 })
  })
})

describe('a comparison', () => {
  it('plots each source, stale sources separately', async () => {
    const { page, close } = await surfer.visit(`${service.address}/compare/EUR/USD`, { javaScriptEnabled: false })
    const [fresh, stale] = [page.locator('section[aria-labelledby="fresh"]'), page.locator('section[aria-labelledby="stale"]')]
    expect(await fresh.locator('circle').count()).toBe(2)
    expect(await fresh.locator('circle.derived').count()).toBe(1)
    expect(await fresh.locator('tbody tr').allInnerTexts()).toEqual([expect.stringContaining('1.1359'), expect.stringContaining('cross')])
    expect(await stale.locator('circle').count()).toBe(1)
    expect(await stale.locator('tbody tr').allInnerTexts()).toEqual([expect.stringContaining('1.0852')])
    await close()
  })

  it('is chosen by a form', async () => {
    const { page, close } = await surfer.visit(`${service.address}/compare`, { javaScriptEnabled: false })
    await page.getByLabel('One unit of').fill('eur')
    await page.getByLabel('In', { exact: true }).fill('usd')
    await page.getByRole('button', { name: 'Compare' }).click()
    expect(await page.locator('h1').innerText()).toBe('EUR to USD')
    await close()
  })

  it('says that no source has a pair', async () => {
    const { page, close } = await surfer.visit(`${service.address}/compare/EUR/XPF`, { javaScriptEnabled: false })
    expect(await page.locator('.notice').innerText()).toContain('No source has EUR to XPF')
    await close()
  })
})

describe('the files of the pages', () => {
  it('are kept for ever under the hash of their content', async () => {
    const [address] = /\/assets\/style\.css\?v=[\w-]+/.exec((await service.ask('/')).text)!
    expect((await service.ask(address)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await service.ask('/assets/style.css?v=other')).headers.get('cache-control')).toBe('public, max-age=300')
    expect((await service.ask('/assets/uPlot.esm.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect((await service.ask('/assets/package.json')).status).toBe(404)
  })

  it('are the only ones that a page may run or show', async () => {
    const { headers, text } = await service.ask('/banks/ecb')
    expect(headers.get('content-security-policy')).toContain('default-src \'none\'; script-src \'self\'; style-src \'self\'')
    expect(text).not.toMatch(/ style="|<style|<script(?! type="module" src=")/)
  })
})

it('a composite is never called published', async () => {
  const other = await startService([{ ...identity('composite', 'USD', ['composite']), kind: 'composite' as Identity['kind'] }], { composite: [row(today, 'USD', 'EUR', '0.86', 'composite'), row(today, 'USD', 'GBP', '0.75', 'composite')] })
  for (const [path, phrase] of [
    ['/?bank=composite&amount=2&source=USD&target=EUR', 'the median of the rates of several sources'],
    ['/?bank=composite&amount=2&source=EUR&target=GBP', 'a cross over the US dollar, from two composites'],
    ['/banks/composite', 'Calculated by Ratebook from the rates of the other sources']
  ] as const) {
    const { text, status } = await other.ask(path)
    expect(status).toBe(200)
    expect(text).toContain(phrase)
    expect(text).not.toContain('published rates, for one unit')
    expect(text).not.toContain('Publisher’s page')
  }
  await other.stop()
})

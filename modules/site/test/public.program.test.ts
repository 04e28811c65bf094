import { afterAll, beforeAll, expect } from 'vitest'
import type { Identity, Row } from '../../../adapters/source.ts'
import { rounded } from '../../pages/kit/figures.ts'
import { stripAxis } from '../rates/strip.tsx'
import { dateTicks, runsOf, thinned, valueAxis } from '../../pages/kit/chart/chart-scale.ts'
import { identity, startService, type Service } from '../../../test/support/service.ts'
import { violationsOf, flawsOf, startBrowser, type TestBrowser } from '../../../test/support/browser.ts'
import { withTool } from '../../../test/support/tools.ts'

const { describe, it } = withTool('chromium')

const DAY = 86_400_000
const today = new Date(Date.now()).toISOString().slice(0, 10)
const year = Array.from({ length: 360 }, (_, index) =>
  new Date(Date.parse(today) - (359 - index) * DAY).toISOString().slice(0, 10)
)

function row(date: string, base: string, quote: string, value: string, type = 'reference'): Row {
  return { date, base, quote, type, value, unit: 1 }
}

let service: Service
let browser: TestBrowser

beforeAll(async () => {
  browser = await startBrowser()
  service = await startService(
    [
      identity('ecb', 'EUR'),
      identity('north', 'NOK', ['buy', 'sell']),
      { ...identity('old', 'USD'), country: 'CA' },
      identity('none', 'XPF')
    ],
    {
      ecb: [
        ...year.map((date, index) => row(date, 'EUR', 'USD', `1.${1000 + index}`)),
        row(today, 'EUR', 'GBP', '0.84770'),
        row(today, 'EUR', 'JPY', '163.36'),
        row(year[300]!, 'GBP', 'JPY', '190.25')
      ],
      north: [
        row(today, 'EUR', 'NOK', '11.71', 'buy'),
        row(today, 'EUR', 'NOK', '11.93', 'sell'),
        row(today, 'USD', 'NOK', '10.02', 'buy'),
        row(today, 'USD', 'NOK', '10.11', 'sell')
      ],
      old: [row('2024-05-31', 'EUR', 'USD', '1.0852')]
    }
  )
})

afterAll(async () => {
  await browser.close()
  await service.stop()
})

// prettier-ignore
const PAGES = [
  '/', '/search', '/search?q=dollar', '/banks?region=Europe&sort=newest', '/?amount=12.50&source=GBP&target=JPY',
  '/banks', '/banks/ecb', '/banks/north', '/banks/none', '/chart/ecb,north/EUR-USD', '/chart/ecb/EUR-USD?range=max',
  '/compare', '/compare/EUR/USD', '/compare/USD/XPF', '/compare?source=x&target=USD', '/verify', '/verify?slip=x'
]
it.each(PAGES)('has no console error or accessibility violation on %s, and fits every screen', async (path) => {
  const { page, errors, close } = await browser.visit(service.address + path)
  expect(await flawsOf(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

it('opens the menu and long lists on a phone without scripts', async () => {
  const { page, close } = await browser.visit(`${service.address}/banks`, {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 }
  })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Compare' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Show the sources of Unions and treaties').click()
  await page.getByRole('link', { name: 'Bank ecb' }).waitFor()
  await close()
})

describe('the converter', () => {
  async function resultOf(query: string): Promise<string> {
    const { page, close } = await browser.visit(`${service.address}/?${query}`, { javaScriptEnabled: false })
    const text = await page.locator('.result, .notice').innerText()
    await close()
    return text.replaceAll(/\s+/g, ' ')
  }

  it('multiplies exactly and keeps all digits', async () => {
    const result = await resultOf('bank=ecb&amount=123456789012345678.123456789012&source=EUR&target=GBP')
    expect(result).toContain('104654320045765431.3452543200454724 GBP')
    expect(result).toContain('The source publishes this rate.')
  })

  it('marks a rate as a cross and shows its legs', async () => {
    const result = await resultOf('bank=ecb&amount=1&source=GBP&target=JPY')
    expect(result).toContain('Calculated: a cross')
    expect(result).toContain('1 EUR = 0.84770 GBP published')
    expect(result).toContain('1 EUR = 163.36 JPY published')
  })

  it('marks a rate as an inverse', async () => {
    const result = await resultOf('bank=ecb&amount=1&source=JPY&target=EUR')
    expect(result).toContain('Calculated: one divided by')
    expect(result).toContain('1 EUR = 163.36 JPY published')
  })

  it('reports that the chosen source does not have the pair', async () => {
    expect(await resultOf('bank=ecb&amount=1&source=EUR&target=NOK')).toContain('Bank ecb has no rate from EUR to NOK')
  })

  it('shows errors at their fields', async () => {
    const { page, close } = await browser.visit(`${service.address}/?bank=ecb&amount=1,000&source=EUR&target=EUR`, {
      javaScriptEnabled: false
    })
    expect(await page.getByLabel('Amount').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('.error').allInnerTexts()).toEqual([
      expect.stringContaining('1000 or 1.00?'),
      expect.stringContaining('Enter a different')
    ])
    await close()
  })

  it('works through its form', async () => {
    const { page, close } = await browser.visit(service.address, { javaScriptEnabled: false })
    await page.getByLabel('Amount').fill('2')
    await page.getByLabel('To', { exact: true }).fill('British pound')
    await page.getByRole('button', { name: 'Convert' }).click()
    expect(await page.locator('.sum strong').innerText()).toBe('1.6954 GBP')
    await close()
  })
})

describe('the home page', () => {
  it('shows the number of sources and tables, the first year and an example', async () => {
    const { page, close } = await browser.visit(service.address, { javaScriptEnabled: false })
    const text = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ')
    for (const it of ['Publishers 3', 'Tables 362', 'Since 2024', '1 EUR at ecb', '1.1359 USD', '"rate":1.1359'])
      expect(text).toContain(it)
    expect(await page.locator('.live .sparkline polyline').count()).toBe(1)
    expect(await page.locator('footer').innerText()).toMatch(/Ratebook \d+\.\d+\.\d+, Apache-2\.0/)
    expect(await page.locator('#curl').innerText()).toBe(
      `curl '${service.address}/api/open/central-bank/ecb?source=EUR&target=USD'`
    )
    await close()
  })

  it('converts at the rate of a date', async () => {
    const { text } = await service.ask(`/?bank=ecb&amount=2&source=EUR&target=USD&on=${year[100]}`)
    expect(text).toContain('2.22')
    expect((await service.ask('/?bank=ecb&amount=2&source=EUR&target=USD&on=2019-02-01')).text).toContain(
      'Enter a date within the 366 days'
    )
  })
})

it('shows on the status page when the newest table was published and fetched', async () => {
  const modified = new Date(`${today}T15:02:31Z`).toUTCString()
  await service.database.write(
    "update publications set from_date = $1::date, to_date = $1::date, fetched_at = ($1::date + time '15:07') at " +
      "time zone 'UTC', response_headers = jsonb_build_object('last-modified', $2::text) where source = 'ecb'",
    [today, modified]
  )
  expect((await service.ask('/status')).text).toMatch(
    /data-name="published"><time[^>]*>15:02<\/time>.*data-name="fetched"><time[^>]*>15:07/
  )
})

it('serves a badge for a source', async () => {
  const { headers, text } = await service.ask('/status/ecb.svg')
  expect([headers.get('content-type'), text]).toEqual([
    'image/svg+xml; charset=utf-8',
    expect.stringContaining(`aria-label="ecb: ${today}"`)
  ])
  expect((await service.ask('/status/none.svg')).text).toContain('no table')
  expect((await service.ask('/status/nobody.svg')).status).toBe(404)
})

it('lists the pages in robots.txt and the sitemap', async () => {
  expect((await service.ask('/robots.txt')).text).toContain(`Sitemap: ${service.address}/sitemap.xml`)
  const { text, headers } = await service.ask('/sitemap.xml')
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  for (const path of ['/', '/docs', '/banks/ecb', '/compare/EUR/USD'])
    expect(text).toContain(`<loc>${service.address}${path}</loc>`)
})

describe('the search', () => {
  it('gets the focus with the key /, and finds currencies, sources and pairs', async () => {
    const { page, errors, close } = await browser.visit(`${service.address}/docs`)
    await page.keyboard.press('/')
    await page.locator('.top input[type="search"]:focus').waitFor()
    await Promise.all([page.waitForResponse('**/search/suggestions?q=krone'), page.keyboard.type('krone')])
    await Promise.all([page.waitForURL('**/search?q=krone'), page.keyboard.press('Enter')])
    expect(await page.locator('h2').allInnerTexts()).toEqual([expect.stringContaining('NOK'), 'Sources'])
    expect(errors).toEqual([])
    await close()
    expect((await service.ask('/search?q=eur/usd')).text).toContain('href="/compare/EUR/USD"')
    expect((await service.ask('/search?q=canada')).text).toContain('href="/banks/old"')
    expect((await service.ask('/search?q=yen')).text).toContain('href="/banks/ecb?symbol=JPY"')
    expect((await service.ask('/search/suggestions?q=nor')).text).toContain(
      '<option value="NOK">Norwegian Krone</option>'
    )
    expect((await service.ask('/search?q=%3Cb%3E')).text).not.toContain('<b>')
  })
})

describe('the sources', () => {
  it('are filtered while the user types', async () => {
    const { page, close } = await browser.visit(`${service.address}/banks`)
    const rows = page.locator('tbody tr[data-text]:visible')
    expect(await rows.count()).toBe(4)
    await page.locator('#field-q').fill('Canada')
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('Bank old')])
    expect(await page.locator('#count').innerText()).toBe('1 of 4 sources')
    await page.locator('#field-q').fill('')
    expect(await rows.count()).toBe(4)
    await close()
  })

  it('are filtered without scripts', async () => {
    const { page, close } = await browser.visit(`${service.address}/banks`, { javaScriptEnabled: false })
    await page.locator('#field-q').fill('NOK')
    await page.getByRole('button', { name: 'Show' }).click()
    expect(await page.locator('tbody tr[data-text]').allInnerTexts()).toEqual([expect.stringContaining('Bank north')])
    await close()
  })

  it('show their freshness', async () => {
    const { page, close } = await browser.visit(`${service.address}/banks`, { javaScriptEnabled: false })
    expect(await page.locator('tbody .badge').allInnerTexts()).toEqual([
      expect.stringMatching(/^overdue, \d+ missed$/),
      'fresh',
      'none yet',
      'fresh'
    ])
    await close()
  })
})

describe('a source', () => {
  it('has a chart drawn on the server, for any range within a year', async () => {
    const { page, close } = await browser.visit(`${service.address}/banks/ecb`, { javaScriptEnabled: false })
    expect(await page.locator('.legend').innerText()).toMatch(/EUR\/USD\s+1\.1359\s+USD/)
    expect(await page.locator('.line-chart path').getAttribute('d')).toMatch(/^M0\.0 [\d.]+(L[\d.]+ [\d.]+){359}$/)
    expect(await page.locator('details tbody tr').count()).toBe(360)
    await page.getByRole('link', { name: '1M' }).click()
    expect(await page.locator('.ranges [aria-current]').innerText()).toBe('1M')
    await page.getByText('Show the figures').click()
    expect(await page.locator('details tbody tr').count()).toBe(32)
    expect(await page.locator('details tbody tr').first().innerText()).toMatch(/1\.1359$/)
    expect(await page.locator('.line-chart a').first().getAttribute('href')).toMatch(
      /^\/figure\/ecb\/EUR-USD\/[\d-]+\?type=reference$/
    )
    await close()
  })

  it('shows the figure at the pointer', async () => {
    const { page, errors, close } = await browser.visit(`${service.address}/banks/ecb`)
    await page.locator('.line-chart').hover({ position: { x: 1, y: 100 } })
    expect(await page.locator('.reading').innerText()).toBe(`${year[0]}\nEUR/USD 1.1000`)
    await page.locator('.plot').press('End')
    await page.locator('.plot').press('ArrowLeft')
    expect(await page.locator('.reading').innerText()).toBe(`${year[358]}\nEUR/USD 1.1358`)
    expect(await violationsOf(page)).toEqual([])
    expect(errors).toEqual([])
    await close()
  })

  it('shows buying and selling rates side by side, and the documents of its table', async () => {
    const { page, close } = await browser.visit(`${service.address}/banks/north`, { javaScriptEnabled: false })
    const table = page.locator('section[aria-labelledby="table"]')
    expect(await table.locator('thead th').allInnerTexts()).toEqual(['In NOK, one unit of', 'buy', 'sell'])
    expect(await table.locator('tbody tr').first().locator('td.number').allInnerTexts()).toEqual(['11.71', '11.93'])
    expect(await page.locator('.documents code').last().innerText()).toMatch(/^[0-9a-f]{64}$/)
    await close()
  })
})

describe('the figures of a page', () => {
  it.each([
    ['/banks/ecb', 'bank,rate_date,base,quote,type,value', '/api/v1/central-bank/ecb/latest'],
    [
      '/banks/ecb?symbol=GBP',
      'GBP,reference,0.84770',
      `/api/v1/central-bank/ecb/history?symbol=GBP&from=${today}&to=${today}`
    ],
    [`/banks/ecb/${today}`, 'EUR,JPY,reference,163.36', '/api/v1/central-bank/ecb/latest'],
    [
      '/compare/EUR/USD',
      'bank,rate_date,source,target,type,rate,method',
      '/api/v1/central-banks/rates?source=EUR&target=USD'
    ],
    [`/chart/ecb,north/EUR-GBP`, `${today},0.84770,`, '/api/v1/official/series?pairs=EUR%2FGBP&banks=ecb%2Cnorth']
  ])('can be copied from %s as CSV, a command and a formula', async (path, csv, endpoint) => {
    const { page, close } = await browser.visit(service.address + path, { javaScriptEnabled: false })
    const texts = (await page.locator('.copies code').allTextContents()).join('\n')
    expect(texts).toContain(csv)
    expect(texts).toContain(`curl -H "Authorization: Bearer $KEY" '${service.address}${endpoint}`)
    expect(texts).toContain(`=IMPORTDATA("${service.address}${endpoint}`)
    const { status } = await service.ask(
      /IMPORTDATA\("([^"]+)"\)/.exec(texts)![1]!.replace(service.address, '').replace('&api_key=KEY', ''),
      { plan: 'enterprise' }
    )
    expect(status).toBe(200)
    await close()
  })
})

describe('a chart', () => {
  it('shows several sources and their differences', async () => {
    const { page, close } = await browser.visit(`${service.address}/chart/ecb,north/eur-gbp`, {
      javaScriptEnabled: false
    })
    expect(await page.locator('.legend').allInnerTexts()).toEqual([expect.stringContaining('0.84770')])
    await page.goto(`${service.address}/chart/ecb,north/EUR-USD`)
    expect(await page.locator('.legend').first().innerText()).toMatch(/ecb\s+1\.1359.*north\s+1\.16866/s)
    expect(await page.locator('.legend').last().innerText()).toMatch(/spread\s+288\.41\s+bp/)
    await page.getByRole('link', { name: 'Difference to ecb' }).click()
    expect(await page.locator('.legend').innerText()).toMatch(/ecb\s+0\.00\s+bp.*north\s+288\.41\s+bp/s)
    expect(
      (await service.ask((await page.getByRole('link', { name: 'SVG' }).getAttribute('href')) ?? '')).text
    ).toContain('Bank north: 288.41 bp')
    expect((await service.ask('/chart/ecb,old/EUR-USD')).text).toMatch(
      /<th scope="col" class="number">ecb *<\/th><th scope="col" class="number">old *<\/th>/
    )
    await close()
  })

  it('marks calculated rates', async () => {
    const { page, close } = await browser.visit(`${service.address}/chart/ecb,north/EUR-USD`, {
      javaScriptEnabled: false
    })
    expect(await page.locator('.legend').first().locator('li .badge').allInnerTexts()).toEqual(['calculated'])
    expect(await page.locator('.legend').first().locator('li').last().innerText()).toMatch(/north.*calculated/s)
    await page.getByText('Show the figures').click()
    expect(await page.locator('#figures thead th').allInnerTexts()).toEqual(['Date', 'ecb', 'north calculated'])
    await page.goto(`${service.address}/chart/ecb/GBP-JPY`)
    expect(await page.locator('.legend .badge').allInnerTexts()).toEqual(['partly calculated'])
    await close()
    expect((await service.ask('/chart/ecb,north/EUR-USD.svg')).text).toMatch(
      /Bank ecb: 1\.1359 USD on [\d-]+<.*Bank north: 1\.16866 USD on [\d-]+, calculated</s
    )
  })

  it('selects sources with the pair, and offers others', async () => {
    const chosen = await service.ask('/chart?source=eur&target=usd')
    expect(chosen.headers.get('location')).toBe('/chart/ecb/EUR-USD?range=1y')
    expect((await service.ask('/chart?source=eur&target=xpf')).status).toBe(404)
    const { text } = await service.ask('/chart/ecb,north/EUR-USD?range=3m')
    expect(text).toContain('href="/chart/ecb,north,old/EUR-USD?range=3m"')
    expect(text).toMatch(/<a class="remove" href="\/chart\/ecb\/EUR-USD\?range=3m" aria-label="Remove [^"]+"/)
  })

  it('requires a paid plan beyond a year', async () => {
    expect((await service.ask('/chart/ecb/EUR-USD?range=max', { headers: { accept: 'text/html' } })).text).toContain(
      'The full history needs an account on the developer, business or enterprise plan'
    )
    const tooEarly = new Date(Date.parse(today) - 367 * DAY).toISOString().slice(0, 10)
    expect((await service.ask(`/chart/ecb/EUR-USD.svg?from=${tooEarly}`)).status).toBe(403)
    expect((await service.ask('/chart/old/EUR-USD.svg?to=2020-01-01')).status).toBe(400)
    expect((await service.ask('/chart/ecb/EUR-USD.svg?range=max')).status).toBe(303) // to the log-in
    const ask = (plan: 'free' | 'enterprise') =>
      service.ask('/chart/ecb/EUR-USD.svg?range=max', { headers: { authorization: `Bearer ${service.keys[plan]}` } })
    expect([await ask('enterprise'), await ask('free')]).toMatchObject([
      { status: 200, text: expect.stringContaining('Bank ecb: ') },
      { status: 403 }
    ])
  })

  it('is available as SVG', async () => {
    const { status, headers, text } = await service.ask('/chart/ecb,old/EUR-USD.svg?theme=dark')
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(text).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*Bank ecb: 1\.1359 USD on .*Bank old: no figures/s
    )
    expect((await service.ask('/chart/ecb/EUR-XPF.svg')).status).toBe(404)
    expect((await service.ask('/chart/ecb,b1,b2,b3,b4,b5,b6/EUR-USD.svg')).status).toBe(400)
    expect((await service.ask('/chart/nobody/EUR-USD.svg')).status).toBe(404)
  })

  it('has no line across a gap, and distinct labels', () => {
    const days = (first: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        date: new Date(Date.parse(first) + index * DAY).toISOString().slice(0, 10),
        value: '1.1'
      }))
    expect(runsOf([...days('2026-01-01', 5), ...days('2026-10-01', 3)]).map((run) => run.length)).toEqual([5, 3])
    expect(runsOf([...days('2026-01-01', 5), ...days('2026-01-16', 3)])).toHaveLength(1)
    expect(thinned(days('2000-01-01', 9000)).length).toBeLessThanOrEqual(800)
    for (const span of [0, 1, 20, 60, 200, 400, 1000, 3000, 9000, 30_000]) {
      const labels = dateTicks(
        '1990-01-10',
        new Date(Date.parse('1990-01-10') + span * DAY).toISOString().slice(0, 10)
      ).map(({ label }) => label)
      expect([span, labels.length]).toEqual([span, new Set(labels).size])
      expect(labels.length).toBeLessThan(14)
    }
    const { ticks } = valueAxis([1.1, 1.2])
    expect(ticks.map(({ label }) => label)).toEqual(['1.10', '1.12', '1.14', '1.16', '1.18', '1.20'])
  })
})

describe('a comparison', () => {
  it('groups comparable rates, and separates stale ones', async () => {
    const { page, close } = await browser.visit(`${service.address}/compare/EUR/USD`, { javaScriptEnabled: false })
    expect(await page.locator('h2').allInnerTexts()).toEqual([
      'Daily middle and reference rates',
      'Buying and selling rates',
      'Older than 30 days'
    ])
    const row = (section: string) => page.locator(`section[aria-labelledby="${section}"] tbody tr`).allInnerTexts()
    expect(await row('daily')).toEqual([expect.stringContaining('1.1359')])
    expect(await row('sides')).toEqual([expect.stringMatching(/1\.16866.*buy.*cross/s)])
    expect(await row('stale')).toEqual([expect.stringContaining('1.0852')])
    expect(await page.locator('.strip circle.derived').count()).toBe(1)
    await page.getByRole('link', { name: 'Show all digits' }).click()
    expect(await row('sides')).toEqual([expect.stringMatching(/1\.168662674650698/)])
    await close()
  })

  it('shows the rates in force on a chosen date', async () => {
    const { text, status } = await service.ask(`/compare/EUR/USD?on=${year[100]}`)
    expect(status).toBe(200)
    expect(text).toContain(`rates in force on ${year[100]}`)
    expect(text).toContain('1.1100')
    expect(text).not.toContain('Bank north')
    expect((await service.ask('/compare/EUR/USD?on=2019-01-01')).text).toContain('Enter a date within the 366 days')
  })

  it('shows its rates as known at an instant, as do a figure, a table and a chart', async () => {
    const early = 'as_of=2020-01-01T00:00'
    expect((await service.ask(`/compare/EUR/USD?${early}`)).text).toContain(
      'as known at 2020-01-01 00:00 UTC (later data is ignored)'
    )
    expect((await service.ask('/compare/EUR/USD?as_of=2100-01-01T00:00')).text).toContain('1.1359')
    const later = await service.ask(`/compare/EUR/USD?on=${today}&${early}`)
    expect([later.status, later.text.includes('Enter a date within')]).toEqual([200, false])
    for (const path of [`/figure/ecb/EUR-USD/${today}`, `/banks/ecb/${today}`, `/api/v1/central-bank/ecb/${today}`]) {
      const { status, text } = await service.ask(`${path}?${early}`, { plan: 'enterprise' })
      expect([path, status, text.includes('as known at 2020-01-01 00:00 UTC')]).toEqual([path, 404, true])
    }
    expect((await service.ask(`/chart/ecb/EUR-USD?${early}`)).text).toContain('as known at 2020-01-01 00:00 UTC')
  })

  it('has an axis that outliers do not compress', () => {
    expect(stripAxis([1, 10, 10.1, 10.2, 10.3, 10.4, 99])).toEqual({ from: 10, to: 10.4 })
    expect(stripAxis([2, 2, 2, 2, 3])).toEqual({ from: 2, to: 3 })
    expect([
      rounded('1.16866267465'),
      rounded('0.000123456789'),
      rounded('1234567.89'),
      rounded('9.9999999'),
      rounded('1.15'),
      rounded('12345.6789', 2)
    ]).toEqual(['1.16866', '0.000123457', '1234568', '10.00000', '1.15', '12345.68'])
  })

  it('is requested with a form', async () => {
    const { page, close } = await browser.visit(`${service.address}/compare`, { javaScriptEnabled: false })
    await page.getByLabel('One unit of').fill('eur')
    await page.getByLabel('In', { exact: true }).fill('usd')
    await page.getByRole('button', { name: 'Compare' }).click()
    expect(await page.locator('h1').innerText()).toBe('EUR to USD')
    await close()
  })

  it('reports that no source has a pair', async () => {
    const { page, close } = await browser.visit(`${service.address}/compare/EUR/XPF`, { javaScriptEnabled: false })
    expect(await page.locator('.notice').innerText()).toContain('No source has EUR to XPF')
    await close()
  })
})

describe('static files', () => {
  it('are cached for ever under the hash of their content', async () => {
    const [address] = /\/assets\/style\.css\?v=[\w-]+/.exec((await service.ask('/')).text)!
    expect((await service.ask(address)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await service.ask('/assets/style.css?v=other')).headers.get('cache-control')).toBe('public, max-age=300')
    expect((await service.ask('/assets/chart.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect((await service.ask('/assets/package.json')).status).toBe(404)
  })

  it('are the only scripts and styles that a page may load', async () => {
    const { headers, text } = await service.ask('/banks/ecb')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(text).not.toMatch(/ style="|<style|<script(?! type="module" src=")/)
  })
})

it('describes no composite rate as published', async () => {
  const other = await startService(
    [{ ...identity('composite', 'USD', ['composite']), kind: 'composite' as Identity['kind'] }],
    { composite: [row(today, 'USD', 'EUR', '0.86', 'composite'), row(today, 'USD', 'GBP', '0.75', 'composite')] }
  )
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

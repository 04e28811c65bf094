import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { pathOf } from './tools.ts'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

// Every visit sends it to the browser, and the unminified source is more than twice as long.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const PATIENCE = 60_000
const DEFAULT_VIEWPORT = { width: 1280, height: 720 } // the browser of Playwright

/** A visit to the service, with its errors: those of the console, exceptions and failed requests. */
export interface Visit {
  page: Page
  errors: string[]
  close: () => Promise<void>
}

export interface TestBrowser {
  /** Opens an address without cookies and with the given options, such as the viewport and the colour scheme. */
  visit: (address: string, options?: BrowserContextOptions) => Promise<Visit>
  close: () => Promise<void>
}

/**
 * A wide window with light colours and a phone with dark ones, so that two visits cover both widths and both schemes.
 */
export const SCREENS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } }
] as const

/** A page without a cache, which visits with the same options share in turn. */
interface Tab {
  page: Page
  /** The errors of the current visit. */
  errors: string[]
}

/**
 * Starts the browser that CHROMIUM_PATH names, or Debian's. Visits with the same options share a tab, because a new one
 * takes half a second of CPU time.
 */
export async function startBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: pathOf('chromium'),
    args: ARGUMENTS,
    timeout: PATIENCE,
    // each browser would add listeners, and Node.js warns of the eleventh in the output of another test of the process
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false
  })
  const idle = new Map<string, Tab[]>()
  return {
    async visit(address, options = {}) {
      const key = JSON.stringify(options)
      const tab = idle.get(key)?.pop() ?? (await openTab(browser, options))
      const { page, errors } = tab
      // wait for `load` first: on a busy machine the network is also idle before the page is read
      await page.goto(address)
      if (options.javaScriptEnabled !== false) await page.waitForLoadState('networkidle')
      return {
        page,
        errors,
        async close() {
          if (await clearTab(tab, options)) idle.set(key, [...(idle.get(key) ?? []), tab])
        }
      }
    },
    close: () => browser.close()
  }
}

async function openTab(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE)
  const tab: Tab = { page: await context.newPage(), errors: [] }
  const { page } = tab
  page.on('console', (message) => {
    if (message.type() === 'error') tab.errors.push(message.text())
  })
  page.on('pageerror', (error) => tab.errors.push(error.message))
  page.on('requestfailed', (request) => tab.errors.push(`${request.url()}: ${request.failure()?.errorText}`))
  const session = await context.newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  return tab
}

/** Resets a tab for the next visit. Closes it and returns false if it has cookies. */
async function clearTab(tab: Tab, { colorScheme = null, viewport }: BrowserContextOptions): Promise<boolean> {
  const { page } = tab
  const context = page.context()
  if ((await context.cookies()).length > 0) {
    await context.close()
    return false
  }
  await page.goto('about:blank') // before `errors` is replaced: requests that this aborts belong to the previous visit
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport ?? DEFAULT_VIEWPORT)
  tab.errors = []
  return true
}

/** Serious and critical accessibility violations of a page, as the rule and the elements. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(async () =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] })
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/**
 * Faults of a page on the screens of SCREENS: not exactly one h1, wider than the window, or an accessibility violation.
 */
export async function flawsOf(page: Page): Promise<string[]> {
  const flaws = (await page.locator('h1').count()) === 1 ? [] : ['not one h1']
  for (const { colorScheme, viewport } of SCREENS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const overflow = await overflowOf(page)
    if (overflow > 0) flaws.push(`${overflow} px wider than ${viewport.width}`)
    flaws.push(...(await violationsOf(page)))
  }
  return flaws
}

/** The pixels by which a page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}

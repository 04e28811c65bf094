import axe from 'axe-core'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

const ARGUMENTS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'
]

/** A page of a browser of its own, and what went wrong in it: errors of the console and whatever the content policy refused. */
export interface Visit {
  page: Page
  errors: string[]
  close: () => Promise<void>
}

export interface Surfer {
  /** Opens an address of the service, as a visitor with the given screen, colours and so on. */
  visit: (address: string, options?: BrowserContextOptions) => Promise<Visit>
  close: () => Promise<void>
}

/** A wide light window, and a phone's dark one: every width and every colour once. */
export const SCREENS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } }
] as const

/** Starts Debian's browser, or the one that CHROMIUM_PATH names. */
export async function startBrowser (): Promise<Surfer> {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ARGUMENTS })
  return { visit: (address, options) => visit(browser, address, options), close: () => browser.close() }
}

async function visit (browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()) })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('requestfailed', (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`))
  await page.goto(address, { waitUntil: options.javaScriptEnabled === false ? 'load' : 'networkidle' })
  return { page, errors, close: () => context.close() }
}

/** What a person with a disability would stumble over in a page, seriously or worse, as the rule and the elements. */
export async function barriersOf (page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(async () => (globalThis as unknown as { axe: typeof axe }).axe.run())
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** What is wrong with a page on any screen: not one main heading, wider than the window, or a barrier. */
export async function flawsOf (page: Page): Promise<string[]> {
  const flaws = await page.locator('h1').count() === 1 ? [] : ['not one h1']
  for (const { colorScheme, viewport } of SCREENS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const overflow = await overflowOf(page)
    if (overflow > 0) flaws.push(`${overflow} px wider than ${viewport.width}`)
    flaws.push(...await barriersOf(page))
  }
  return flaws
}

/** By how many pixels a page is wider than its window. */
export async function overflowOf (page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}

import { ESLint } from 'eslint'
import { expect, it } from 'vitest'

const eslint = new ESLint({ cwd: new URL('../../', import.meta.url).pathname })
const RULES = ['no-restricted-syntax']

async function refusals(code: string, filePath = 'adapters/trial.ts'): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath })
  return result!.messages.filter(({ ruleId }) => RULES.includes(ruleId!)).map(({ message }) => message)
}

it.each([
  ['Number(text)', "export const value = Number('1')"],
  ['parseFloat', "export const value = parseFloat('1')"],
  ['+text', "export const value = +'1'"],
  ['new Date', 'export const day = new Date()'],
  ['Date.now', 'export const now = Date.now()'],
  ['Math.round', 'export const round = Math.round(1.5)'],
  ['try', 'export function parse () { try { return [] } catch { return [] } }'],
  ['fetch', "export const answer = fetch('https://example.com/')"],
  ['process.env', 'export const key = process.env.KEY'],
  ['console', 'console.log(1)'],
  ['a filter', 'export const rows = (all: string[], isRate: (row: string) => boolean) => all.filter(isRate)'],
  [
    'a flatMap that drops',
    'export const rows = (all: string[], isRate: (row: string) => boolean) => all.flatMap((row) => isRate(row) ? ' +
      '[row] : [])'
  ],
  [
    'omitting unknown items',
    "import { skip } from './kit/skip.ts'\nexport const rows = (all: string[], isRate: (row: string) => " +
      "boolean) => skip(all, 'no rate', (row) => !isRate(row))"
  ],
  [
    'omitting different items',
    "import { skip } from './kit/skip.ts'\nexport const rows = (all: string[]) => skip(all, 'no " +
      "rate', (row) => row !== '1')"
  ]
])('makes the linter refuse %s in an adapter', async (_, code) => {
  expect(await refusals(code)).not.toEqual([])
})

it('allows the kit, zod and named constants', async () => {
  expect(
    await refusals(
      "import { z } from 'zod'\nimport { skip } from './kit/skip.ts'\nimport { readDecimal } from " +
        "'./kit/numbers.ts'\nconst NONE = '-'\nexport const rows = (all: string[]) => skip(all, 'no rate', " +
        '(row) => row === NONE).map((row) => [z, readDecimal(row)])'
    )
  ).toEqual([])
  expect(
    await refusals(
      'export default { * fetch (all: string[], isWanted: (day: string) => boolean) { yield * all.filter(isWanted) } }'
    )
  ).toEqual([])
  expect(await refusals("export const value = Number('1')", 'adapters/kit/numbers.ts')).toEqual([])
})

it('applies the same rules to market feeds', async () => {
  const feed = 'adapters/market/trial.ts'
  expect(
    await refusals(
      "import { z } from 'zod'\nimport { readDecimal } from '../kit/numbers.ts'\nimport { defineFeed } from " +
        "'./feed.ts'\nexport const all = [z, readDecimal, defineFeed]",
      feed
    )
  ).toEqual([])
  expect(await refusals("export const value = Number('1')", feed)).not.toEqual([])
})

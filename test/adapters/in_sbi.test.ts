import { expect, it } from 'vitest'
import source from '../../adapters/in_sbi.ts'
import { makePdf } from '../../fixtures/pdf.ts'

const HEADINGS = [
  'FOREX TRAVEL FOREX TRAVEL',
  'TT BUY TT SELL BILL BUY BILL SELL CN BUY CN SELL',
  'CURRENCY CARD BUY CARD SELL'
]
const USD = 'UNITED STATES DOLLAR USD/INR 90.25 91.1 90.18 91.27 90.18 91.27 89.1 91.6'
const JPY = 'JAPANESE YEN JPY/INR 58.63 59.97 58.58 60.08 58.58 60.08 55.85 62.35'
const NOTE = [
  'Note: 1 JAPANESE YEN (JPY) ,INDONESIAN RUPIAH(IDR) & KOREAN WON (KRW) are quoted in terms of 100 fc',
  'units.',
  '2 Above card rates are for foreign currency conversion to INR'
]

async function rowsOf(date: string, headings = HEADINGS, rates = [USD, JPY], note = NOTE) {
  const lines = [`Date ${date}`, 'CARD RATES (To be used as reference rates)', ...headings, ...rates, ...note]
  const body = makePdf(lines.map((line, index) => [40, 800 - 14 * index, line]))
  const request = { method: 'GET' as const, url: source.sourceUrl, headers: {} }
  return source.parse({ source: 'in_sbi', request, mediaType: 'application/pdf', headers: {}, body })
}

async function read(...sheet: Parameters<typeof rowsOf>) {
  const rows = await rowsOf(...sheet)
  return rows.map((it) => `${it.date} ${it.base} ${it.type} ${it.value} per ${it.unit}`)
}

const EXPECTED = ['2026-02-13 USD tt_buy 90.25 per 1', '2026-02-13 JPY tt_buy 58.63 per 100']

it('reads a note on units of 100 that is broken over two lines', async () => {
  expect(await read('13-02-2026')).toEqual(expect.arrayContaining(EXPECTED))
})

it.each(['13/02/2026', '13.02.2026', '13-Feb-2026'])('reads the date %s', async (date) => {
  expect(await read(date)).toEqual(expect.arrayContaining(EXPECTED))
})

it('skips an added column by its heading, and a repeated line', async () => {
  const rows = await read(
    '13-02-2026',
    ['CURRENCY TT BUY TT SELL BILL BUY BILL SELL CARD BUY CARD SELL CN BUY CN SELL PC BUY'],
    [`${USD} 88.5`, `${USD} 88.5`, `${JPY} 54`]
  )
  expect(rows).toHaveLength(12)
  expect(rows).toEqual(expect.arrayContaining(EXPECTED))
})

it('refuses figures without a heading', async () => {
  await expect(read('13-02-2026', HEADINGS, [`${USD} 88.5`])).rejects.toThrow('8 figures for USD')
})

it.each([
  ['13-02-2026 Time 9:08 AM', '09:08'],
  ['13-02-2026 Time : 12:30 PM', '12:30'],
  ['13-02-2026', undefined]
])('reads the time of %s', async (date, time) => {
  expect(new Set((await rowsOf(date)).map((it) => it.time))).toEqual(new Set([time]))
})

import { utils, read, write } from '@e965/xlsx'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadSources } from '../../adapters/registry.ts'
import type { Publication } from '../../adapters/source.ts'
import { readRecording } from '../../pipelines/fetch/replay.ts'
import { FIXTURES, replay } from './fixture.ts'

const sources = new Map((await loadSources()).map((source) => [source.code, source]))

async function documentOf(code: string): Promise<Publication> {
  const [publication] = await replay(sources.get(code)!, await readRecording(join(FIXTURES, code, 'main')))
  return publication!
}

async function withCell(code: string, sheet: string, cell: string, value: string | number): Promise<Publication> {
  const publication = await documentOf(code)
  const book = read(publication.body, { type: 'buffer' })
  utils.sheet_add_aoa(book.Sheets[sheet]!, [[value]], { origin: cell })
  return { ...publication, body: write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer }
}

it.each([
  ['bou', 'Daily Exchange Rates'],
  ['bou', 'Interbank Forex Market'],
  ['bou', 'Monthly Bureau Rates'],
  ['bou', 'Monthly Summary'],
  ['bcrd', 'Diaria'],
  ['bcrd', 'PromMensual']
])('refuses a workbook of %s whose sheet %s has another name, or is gone', async (code, name) => {
  const publication = await documentOf(code)
  for (const other of ['Sheet9', undefined]) {
    const book = read(publication.body, { type: 'buffer' })
    const names = book.SheetNames.flatMap((it) => (it === name ? (other ?? []) : it))
    book.Sheets.Sheet9 = book.Sheets[name]!
    const body = write(
      { ...book, SheetNames: names },
      { type: 'buffer', bookType: 'xlsx', compression: true }
    ) as Buffer
    expect(() => sources.get(code)!.parse({ ...publication, body })).toThrow(`expected a sheet ${name}, found`)
  }
})

it.each([
  ['Monthly Bureau Rates', 'B6', 'Mar-19'],
  ['Interbank Forex Market', 'A8', 'March'],
  ['Monthly Summary', 'F5', 'Jan-05']
])('refuses a month of bou that is no date, in sheet %s', async (sheet, cell, month) => {
  const publication = await withCell('bou', sheet, cell, month)
  expect(() => sources.get('bou')!.parse(publication)).toThrow(`expected a date serial number, found "${month}"`)
})

it('contradicts a rate of cbt in the direction that its name does not give', async () => {
  const publication = await documentOf('cbt')
  const body = Buffer.from(Buffer.from(publication.body).toString('utf8').replace('ÝEWRO / ABŞ-NYŇ DOLLARY', 'ÝEWRO'))
  const rows = await sources.get('cbt')!.parse({ ...publication, body })
  expect(rows.filter((it) => it.contradicted !== undefined)).toEqual([
    expect.objectContaining({ base: 'USD', quote: 'EUR', contradicted: "the document's other rates give 0.861030" })
  ])
})

it('leaves out the second table of in_sbi, of smaller transactions', async () => {
  const { makePdf } = await import('../../fixtures/pdf.ts')
  const text = [
    'Date 28-03-2024',
    'CARD RATES (To be used as reference rates)',
    'CURRENCY TT BUY TT SELL BILL BUY BILL SELL CARD BUY CARD SELL CN BUY CN SELL',
    'UNITED STATES DOLLAR USD/INR 82.93 83.78 82.86 83.95 82.86 83.95 81.90 84.25',
    'Note: 1 JAPANESE YEN (JPY) are quoted in terms of 100 fc units',
    'CARD RATES FOR TRANSACTIONS BELOW Rs. 10 LACS',
    'UNITED STATES DOLLAR USD/INR 82.58 84.08 82.51 84.25 82.51 84.25 81.55 84.55'
  ]
  const body = makePdf(text.map((line, index) => [40, 800 - 14 * index, line]))
  const rows = await sources.get('in_sbi')!.parse({ ...(await documentOf('in_sbi')), body })
  expect(rows.map(({ value }) => value)).toEqual(['82.93', '83.78', '82.86', '83.95', '81.90', '84.25'])
})

import { utils, write } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readDate } from '../../../adapters/kit/dates.ts'
import { dayIn } from '../../../adapters/kit/instants.ts'
import { readHtml } from '../../../adapters/kit/html.ts'
import { readJson } from '../../../adapters/kit/json.ts'
import { inWords, withoutKnownErrors, type KnownError } from '../../../adapters/kit/known-errors.ts'
import { figuresOf, skip, only, readCounted } from '../../../adapters/kit/skip.ts'
import { readBinary } from '../../../adapters/kit/numbers.ts'
import { readPdf } from '../../../adapters/kit/pdf.ts'
import { atLeastOne, distinctRows } from '../../../adapters/kit/rows.ts'
import { recordsUnder } from '../../../adapters/kit/table.ts'
import { findParts, partsOf, readText } from '../../../adapters/kit/text.ts'
import { readWorkbook } from '../../../adapters/kit/workbook.ts'
import { parseXml } from '../../../adapters/kit/xml.ts'
import { LayoutError, type Publication, type Row } from '../../../adapters/source.ts'
import { makePdf, type Text } from '../../../fixtures/pdf.ts'

const publicationOf = (body: Uint8Array): Publication => ({
  source: 'test',
  request: { method: 'GET', url: 'https://test.example/', headers: {} },
  mediaType: '',
  headers: {},
  body
})

describe('kit/rows', () => {
  const row = (value: string, unit?: number): Row => ({
    date: '2026-02-09',
    base: 'EUR',
    quote: 'XOF',
    type: 'reference',
    value,
    unit
  })

  it('returns equal rows once, at their first position, and keeps different rows', () => {
    expect(distinctRows([row('655.957'), row('655.957', 1), row('655.96'), row('655.957', 100)])).toEqual([
      row('655.957'),
      row('655.96'),
      row('655.957', 100)
    ])
  })

  it('refuses a document without rows', () => {
    expect(atLeastOne([1], 'day')).toEqual([1])
    expect(() => atLeastOne([], 'day')).toThrow(LayoutError)
  })
})

describe('kit/skip', () => {
  const isNone = (text: string) => text === '-'

  it('counts skipped items of one reading by reason', async () => {
    const reading = () =>
      skip(skip(['1', '-', '2', '-'], 'no rate', isNone), 'gold', (text) => text === '2').map((value) => ({
        date: '',
        base: '',
        quote: '',
        type: '',
        value
      }))
    expect(await readCounted(reading)).toEqual({
      rows: [expect.objectContaining({ value: '1' })],
      skippedItems: { 'no rate': 2, gold: 1 }
    })
    expect(await readCounted(async () => [])).toEqual({ rows: [], skippedItems: {} })
  })

  it.each<[string | RegExp | undefined, string[]]>([
    [undefined, ['sell 1.5', 'buy -', 'middle ']],
    ['-', ['sell 1.5', 'middle ']],
    [/^-?$/, ['sell 1.5']]
  ])('skips figures that are null or match %s', async (noRate, expected) => {
    const printed = { Sell: '1.5', Buy: '-', Mid: '', Cash: null }
    const rows = () =>
      figuresOf({ Sell: 'sell', Buy: 'buy', Mid: 'middle', Cash: 'cash' }, (column) => printed[column], noRate).map(
        ({ type, printed: value }) => ({ date: '', base: '', quote: '', type, value })
      )
    const reading = await readCounted(rows)
    expect(reading.rows.map(({ type, value }) => `${type} ${value}`)).toEqual(expected)
    expect(reading.skippedItems).toEqual({ 'no rate': 4 - expected.length })
  })

  it('refuses items that are not as expected', () => {
    expect(only(['EUR', 'USD'], 'a code', (text) => text.length === 3)).toEqual(['EUR', 'USD'])
    expect(() => only(['EURO', 'USD'], 'a code', (text) => text.length === 3)).toThrow('expected a code, found "EURO"')
  })
})

describe('kit/known-errors', () => {
  const row = (quote: string, date: string, value: string): Row => ({
    date,
    base: 'GBP',
    quote,
    type: 'monthly',
    value
  })
  const errors: KnownError[] = [
    { code: 'TOP', to: '2023-09-30', like: 'AUD', reason: 'the figure is that of the Australian dollar' },
    { code: 'SLE', from: '2022-11-01', to: '2022-11-30', is: 'SLL', reason: 'the figure is for the old leone' }
  ]

  it('omits wrong figures only on their days, or corrects their code', () => {
    const [wrong, right, later] = [
      row('TOP', '2022-11-01', '1.7896'),
      row('TOP', '2022-11-01', '2.7'),
      row('TOP', '2023-10-01', '1.7896')
    ]
    const others = [row('AUD', '2022-11-01', '1.7896'), row('AUD', '2023-10-01', '1.7896')]
    expect(withoutKnownErrors([...others, wrong, right, later], errors)).toEqual([...others, right, later])
    expect(
      withoutKnownErrors([row('SLE', '2022-11-01', '15631.1792'), row('SLE', '2022-12-01', '20.5')], errors)
    ).toEqual([row('SLL', '2022-11-01', '15631.1792'), row('SLE', '2022-12-01', '20.5')])
  })

  it('describes them in words', () => {
    expect(inWords(errors)).toBe(
      'TOP up to 2023-09-30 is left out: the figure is that of the Australian dollar. SLE of 2022-11-01 to ' +
        '2022-11-30 is stored as SLL: the figure is for the old leone.'
    )
  })
})

describe('kit/instants', () => {
  it.each([
    ['2026-06-28T17:00:00Z', 'Asia/Ho_Chi_Minh', '2026-06-29'],
    ['2026-06-28T16:59:59Z', 'Asia/Ho_Chi_Minh', '2026-06-28'],
    ['2026-06-28T23:30:00+0700', 'UTC', '2026-06-28']
  ])('returns the day of %s in %s', (printed, timezone, day) => {
    expect(dayIn(printed, timezone)).toBe(day)
  })

  it('refuses an instant without an offset', () => {
    expect(() => dayIn('2026-06-28T17:00:00', 'UTC')).toThrow(LayoutError)
  })
})

describe('kit/text', () => {
  it('returns the groups of an expression and refuses a text that does not match', () => {
    expect(partsOf('JPY(100)', /^([A-Z]{3})(?:\((\d+)\))?$/, 'a code like JPY(100)')).toEqual(['JPY', '100'])
    expect(partsOf('USD', /^([A-Z]{3})(?:\((\d+)\))?$/, 'a code like JPY(100)')).toEqual(['USD', undefined])
    expect(() => partsOf('Dollar', /^([A-Z]{3})$/, 'a code')).toThrow('expected a code, found "Dollar"')
  })

  it('returns the groups of an expression in the first text that matches', () => {
    expect(findParts(['Rates', 'of 2026', 'of 2025'], /^of (\d{4})$/)).toEqual(['2026'])
    expect(findParts(['Rates'], /^of (\d{4})$/)).toEqual([])
  })

  const textOf = (charset: string | undefined, ...bytes: number[]) =>
    readText({ ...publicationOf(Uint8Array.from(bytes)), charset })

  it.each([
    [undefined, [0xef, 0xbb, 0xbf, 0xc3, 0xa9], 'é'],
    ['UTF-8', [0xe2, 0x82, 0xac], '€'],
    ['windows-1251', [0xd0, 0xf3, 0xe1], 'Руб'],
    ['ISO-8859-9', [0xfe, 0xfd], 'şı'],
    ['ISO-8859-1', [0xe9], 'é'],
    ['windows-1252', [0x80, 0x93, 0x96], '€“–'], // TextDecoder of Node 20 returns control characters
    ['Shift_JIS', [0x89, 0x7e], '円'],
    ['utf-16le', [0xff, 0xfe, 0x41, 0x00], 'A']
  ])('reads %s without a byte-order mark', (charset, bytes, text) => {
    expect(textOf(charset, ...bytes)).toBe(text)
  })

  it('refuses an unknown charset and an empty document', () => {
    expect(() => textOf('martian', 65)).toThrow('expected a known charset, found "martian"')
    expect(() => textOf('utf-8', 32, 10)).toThrow('an empty body')
  })
})

describe('kit/xml', () => {
  it('returns the children of the only allowed name, or none', () => {
    expect(
      parseXml('<days><day>1</day><day>2</day></days>', 'days')
        .only('day')
        .map((day) => day.text)
    ).toEqual(['1', '2'])
    expect(parseXml('<days/>', 'days').only('day')).toEqual([])
    expect(() => parseXml('<days><day>1</day><date>2</date></days>', 'days').only('day')).toThrow(LayoutError)
  })

  it('refuses a second child where one is expected, and digits written as character references', () => {
    const twice = parseXml('<rate><value>1.2</value><unit>1</unit><value>1.3</value></rate>', 'rate')
    expect(() => twice.one('value')).toThrow('expected one <value> in <rate>, found 2 of them')
    expect(() => twice.maybe('value')).toThrow(LayoutError)
    expect(twice.one('unit').text).toBe('1')
    for (const digit of ['&#53;', '&#053;', '&#x35;', '&#X0035;'])
      expect(() => parseXml(`<rate>1.2${digit}</rate>`, 'rate')).toThrow(LayoutError)
    expect(parseXml('<rate>&#8364;</rate>', 'rate').name).toBe('rate')
  })
})

describe('kit/table', () => {
  const rows = [['Rates'], ['Date', 'Currency', 'Rate'], ['1 May', 'EUR', '53.07'], ['2 May', 'EUR']]

  it('returns the cells under the requested headings in any column order', () => {
    const [record] = recordsUnder(['Rate', 'Date'], rows)
    expect([record!('Rate'), record!('Date')]).toEqual(['53.07', '1 May'])
  })

  it('refuses a table without a heading or a cell', () => {
    expect(() => recordsUnder(['Date', 'Buy'], rows)).toThrow(LayoutError)
    expect(() => recordsUnder(['Date', 'Rate'], rows)[1]!('Rate')).toThrow(LayoutError)
  })

  it('refuses a row with more cells than headings', () => {
    const [doubled, padded] = recordsUnder(
      ['Date', 'Rate'],
      [...rows.slice(0, 2), ['1 May', 'EUR', '53.07', '53.97'], ['2 May', 'EUR', '53.08', '']]
    )
    expect(() => doubled!('Rate')).toThrow('a row of 3 cells')
    expect(() => padded!('Rate')).toThrow('a row of 3 cells')
  })
})

describe('kit/html', () => {
  it('refuses two elements where one is expected', () => {
    const page = readHtml(
      publicationOf(
        Buffer.from(
          '<html><p class="day">1 May</p><table><tr><td class="rate">53.07</td><td ' +
            'class="rate">53.97</td></tr></table></html>'
        )
      )
    )
    expect(page.one('p.day').text).toBe('1 May')
    expect(() => page.one('td.rate')).toThrow('one td.rate in page')
    expect(() => page.one('td.sell')).toThrow(LayoutError)
  })

  const cellOf = (cell: string) =>
    readHtml(publicationOf(Buffer.from(`<html><table><tr><td>${cell}</td></tr></table></html>`))).one('table')
      .rows[0]![0]

  it.each([
    ['415.097<sup>1</sup>'],
    ['415.097<small>1</small>'],
    ['<small><sup>2</sup></small>415.097'],
    ['415.097<span hidden>1</span>'],
    ['415.097<span style="color: red; display:none">1</span>'],
    ['<b>415.097</b><a class="footnote" href="#1">1</a>'],
    ['<small>415.097</small>'],
    ['<s>415.1</s> 415.097'],
    ['<span>415.097</span><script>1</script>']
  ])('reads a cell without notes and hidden parts: %s', (cell) => {
    expect(cellOf(cell)).toBe('415.097')
  })

  it('separates the lines of a cell, and refuses a figure split between two elements', () => {
    expect(cellOf('415.09<br>7<p>8</p>')).toBe('415.09 7 8')
    expect(() => cellOf('415.097<i>1</i>')).toThrow('each figure in one element, found "415.097|1"')
  })
})

describe('kit/json', () => {
  const Days = z.array(
    z.object({
      Date: z.string().refine((day) => !day.includes('-30'), 'no such day'),
      Rate: z.string()
    })
  )

  it.each([
    ['[{"Date": "2026-02-30", "Rate": 1.25}]', 'JSON with 0.Date (no such day: "2026-02-30")'],
    ['[{"Date": "2026-02-27"}]', 'JSON with 0.Rate (Invalid input: expected string, received undefined)']
  ])('names the place and the value that is wrong in %s', (text, message) => {
    expect(() => readJson(publicationOf(Buffer.from(text)), Days)).toThrow(message)
  })
})

describe('kit/dates', () => {
  it('takes punctuation in a pattern literally', () => {
    expect([
      readDate('2025-05-19', 'YYYY-MM-DD'),
      readDate('19/05/2025', 'DD/MM/YYYY'),
      readDate('19.05.2025', 'DD.MM.YYYY')
    ]).toEqual(Array(3).fill('2025-05-19'))
    expect(() => readDate('19x05x2025', 'DD.MM.YYYY')).toThrow(LayoutError)
  })
})

describe('kit/numbers', () => {
  it.each([
    ['4.2199999999999998', '4.22'],
    ['7.8245000000000005', '7.8245'],
    ['0.097000000000000003', '0.097'],
    ['5.3537999999999997e-05', '0.000053538'],
    ['18.750', '18.750'],
    ['123456789012345', '123456789012345'],
    ['n/a', 'n/a']
  ])('reads the binary noise of %s as %s', (printed, value) => {
    expect(readBinary(printed)).toBe(value)
  })
})

describe('kit/pdf', () => {
  const page = makePdf([
    [250, 700, '1.25'],
    [50, 702, 'Dollar'],
    [79, 702, 'USA'],
    [50, 680, 'Euro'],
    [250, 680, '1.'],
    [257.5, 680, '30']
  ])

  it('returns lines from top to bottom and cells from left to right, regardless of their order in the file', async () => {
    expect(await readPdf(publicationOf(page))).toEqual([
      ['Dollar USA', '1.25'],
      ['Euro', '1.30']
    ])
  })

  it('omits superscripts', async () => {
    const raised = makePdf([
      [50, 700, 'Dollar'],
      [76, 703, '2', 5],
      [250, 700, '415.097'],
      [281, 703, '1', 5],
      [330, 700, '8.5'],
      [400, 700, '1']
    ])
    expect(await readPdf(publicationOf(raised))).toEqual([['Dollar', '415.097', '8.5', '1']])
  })

  it('reads text once if it is printed twice for bold', async () => {
    const bold = makePdf([
      [50, 700, 'Yen'],
      [50.2, 700.2, 'Yen'],
      [150, 700, '390'],
      [150.3, 700, '390'],
      [150.6, 700, '390'],
      [250, 700, '1'],
      [250.3, 700, '1']
    ])
    expect(await readPdf(publicationOf(bold))).toEqual([['Yen', '390', '1']])
  })

  // The text '100' ends at 165.012.
  it('separates words at the gap at which PDF.js and poppler separate them', async () => {
    const gap = (size: number) =>
      makePdf([
        [150, 700, '100'],
        [165.012 + size * 9, 700, '1.3021']
      ])
    expect(await readPdf(publicationOf(gap(0.12)))).toEqual([['100 1.3021']])
    expect(await readPdf(publicationOf(gap(0.105)))).toEqual([['100 1.3021']])
    expect(await readPdf(publicationOf(gap(0.02)))).toEqual([['1001.3021']])
  })

  it.each([
    ['almost touch', [150, 700, '100'], [165.6, 700, '1.3021', 9.01]],
    ['overlap', [150, 700, '100'], [162, 700, '1.3021']],
    ['overlap', [150, 700, '390'], [150.3, 700, '391']]
  ] as [string, Text, Text][])('refuses figures that %s', async (place, one, other) => {
    await expect(readPdf(publicationOf(makePdf([one, other])))).rejects.toThrow(
      `expected figures with a clear gap, found "${one[2]}" and "${other[2]}", which ${place}`
    )
  })

  it('returns no lines for a page without a text layer', async () => {
    expect(await readPdf(publicationOf(makePdf([])))).toEqual([])
  })

  it('refuses an incomplete PDF', async () => {
    const shifted = Buffer.from(page.toString('latin1').replace('Euro', 'Euro of the European Union'), 'latin1')
    for (const body of [
      Buffer.from('<html></html>'),
      page.subarray(0, page.length - 4),
      page.subarray(0, 600),
      shifted
    ]) {
      await expect(readPdf(publicationOf(body))).rejects.toThrow(LayoutError)
    }
  })
})

describe('kit/workbook', () => {
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet(Array.from({ length: 40 }, (_, day) => [day, `day ${day}`, 1.25 * day]))
  )

  it.each([
    ['xlsx', 'xlsx'],
    ['xls', 'biff8']
  ] as const)('refuses a truncated .%s file', (kind, bookType) => {
    const body = write(book, { type: 'buffer', bookType }) as Buffer
    expect(readWorkbook(publicationOf(body), kind)[0]!.rows[2]).toEqual(['2', 'day 2', '2.5'])
    for (let length = 0; length < body.length; length += 97)
      expect(() => readWorkbook(publicationOf(body.subarray(0, length)), kind)).toThrow(LayoutError)
    expect(() => readWorkbook(publicationOf(body.subarray(0, body.length - 1)), kind)).toThrow(LayoutError)
  })

  it('omits superscripts in an .xlsx file', () => {
    const files = unzipSync(write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true }) as Buffer)
    const runs =
      '<si><r><t>day 2</t></r><r><rPr><vertAlign val="superscript"/></rPr><t xml:space="preserve">1</t></r></si>'
    const texts = Buffer.from(files['xl/sharedStrings.xml']!).toString().replace('<si><t>day 2</t></si>', runs)
    const body = Buffer.from(zipSync({ ...files, 'xl/sharedStrings.xml': Buffer.from(texts) }))
    expect(readWorkbook(publicationOf(body), 'xlsx')[0]!.rows.slice(2, 4)).toEqual([
      ['2', 'day 2', '2.5'],
      ['3', 'day 3', '3.75']
    ])
    expect(texts).toContain(runs)
  })

  it('refuses an .xlsx file with a duplicate cell', () => {
    const sheet = 'xl/worksheets/sheet1.xml'
    const files = unzipSync(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
    const doubled = Buffer.from(files[sheet]!)
      .toString()
      .replace(/<c r="C3".*?<\/c>/, '$&<c s="0" r="C3"><v>2.6</v></c>')
    const body = Buffer.from(zipSync({ ...files, [sheet]: Buffer.from(doubled) }))
    expect(() => readWorkbook(publicationOf(body), 'xlsx')).toThrow('"C3" twice')
  })

  it('refuses an .xls file with a duplicate cell', () => {
    const body = write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer
    // type, size, row and column of the record
    const number = body.indexOf(Buffer.from([0x03, 0x02, 14, 0, 2, 0, 2, 0]))
    body.writeUInt16LE(1, number + 4)
    expect(() => readWorkbook(publicationOf(body), 'xls')).toThrow('row 2, column 3 twice')
  })
})

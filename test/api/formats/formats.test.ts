import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import exceljs from 'exceljs'
import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { FORMATS, streamOf, write, type Format } from '../../../api/formats/index.ts'
import { jsonOf } from '../../../api/formats/json.ts'
import { PRICE_FORMATS } from '../../../api/formats/price-directives.ts'
import { Decimal, Rows, type Column, type Kind } from '../../../api/formats/rows.ts'
import { seedRows } from '../../support/database.ts'
import { identity, startService, type Service } from '../../support/service.ts'

const row = (date: string, quote: string, value: string) => ({ date, base: 'EUR', quote, type: 'reference', value })
const TABLE = '/api/v1/central-bank/alpha/latest'
const PAIR = '/api/v1/central-bank/alpha/latest?source=USD&target=GBP'

let service: Service

beforeAll(async () => {
  service = await startService(
    [
      { ...identity('alpha', 'EUR', ['reference', 'fixing']), name: '=Bank "A", <one> & two' },
      identity('nothing', 'USD'),
      identity('two', 'USD', ['reference', 'fixing'])
    ],
    {
      alpha: [
        row('2026-11-19', 'USD', '1.1600'),
        row('2026-11-20', 'USD', '1.1610'),
        row('2026-11-20', 'GBP', '0.8810')
      ]
    }
  )
})
afterAll(() => service.stop())

const ask = (path: string, format: string) =>
  service.ask(`${path}${path.includes('?') ? '&' : '?'}format=${format}`, { plan: 'enterprise' })

async function bytesOf(fields: Record<string, unknown>, format: Format): Promise<Buffer> {
  return (await write({ fields }, { format })).body as Buffer
}

async function csvOf(columns: Column[], cells: unknown[][]): Promise<string> {
  const answer = { fields: { rates: new Rows(columns, cells) }, rows: { list: 'rates', beside: [] } }
  return String((await write(answer, { format: 'csv' })).body)
}

async function sheetOf(bytes: Buffer): Promise<exceljs.Worksheet> {
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer)
  return workbook.worksheets[0]!
}

const valuesOf = (sheet: exceljs.Worksheet) =>
  [...Array(sheet.rowCount).keys()].map((at) => (sheet.getRow(at + 1).values as unknown[]).slice(1))

describe('csv', () => {
  it('is UTF-8 with a byte-order mark, lines as in RFC 4180, and a file name', async () => {
    const { bytes, headers } = await ask(TABLE, 'csv')
    expect(bytes.toString()).toBe(
      '\ufeffbank,rate_date,base,quote,type,value\r\nalpha,2026-11-20,EUR,GBP,reference,0.8810\r\nalpha,2026-11-20,EUR,USD,reference,1.1610\r\n'
    )
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="alpha-latest-2026-11-20.csv"')
  })

  it('has no byte-order mark with bom=0', async () => {
    expect((await ask(`${TABLE}?bom=0`, 'csv')).text.startsWith('bank,rate_date,')).toBe(true)
    expect((await ask(`${TABLE}?bom=1`, 'csv')).bytes.subarray(0, 3)).toEqual(Buffer.from('\ufeff'))
    expect((await ask(`${TABLE}?bom=no`, 'csv')).json.error).toBe('bom: expected 0 or 1')
  })

  // prettier-ignore
  it.each([
    [
      PAIR,
      {
    bank: 'alpha', rate_date: '2026-11-20', source: 'USD', target: 'GBP', rate: '0.7588285960378983',
    rate_type: 'reference', derived: 'true', method: 'cross'
  }
    ],
    [
      '/api/v1/central-bank/alpha/history?symbol=GBP&from=2026-11-01&to=2026-11-30',
      { bank: 'alpha', rate_date: '2026-11-20', base: 'EUR', quote: 'GBP', type: 'reference', value: '0.8810' }
    ],
    [
      '/api/v1/central-bank/alpha/availability?from=2026-11-20&to=2026-11-30',
      { bank: 'alpha', rate_date: '2026-11-20' }
    ],
    [
      '/api/v1/central-bank/alpha/history?source=GBP&target=EUR&from=2026-11-20&to=2026-11-30',
      {
    bank: 'alpha', date: '2026-11-20', base: 'GBP', quote: 'EUR', type: 'reference', value: '1.1350737797956867',
    rate: '1.1350737797956867', rate_type: 'reference', derived: 'true', method: 'inverse'
  }
    ]
  ])('writes self-contained rows for %s', async (path, expected) => {
    expect(parse((await ask(path, 'csv')).bytes, { bom: true, columns: true })).toEqual([expected])
  })

  it('flattens nested fields and escapes text that looks like a formula', async () => {
    const { bytes } = await ask('/api/v1/central-banks', 'csv')
    const [bank] = parse<Record<string, string>>(bytes, { bom: true, columns: true })
    expect(bank).toMatchObject({
      code: 'alpha',
      name: '\'=Bank "A", <one> & two',
      rate_types: 'reference;fixing',
      latest_date: '2026-11-20',
      endpoints_latest: `${service.address}/api/v1/central-bank/alpha/latest`
    })
    expect(await csvOf([{ name: 'text', kind: 'text' }], [['+1'], ['@a'], ['-b'], [null]])).toBe(
      "\ufefftext\r\n'+1\r\n'@a\r\n'-b\r\n\r\n"
    )
    const columns: Column[] = [
      { name: 'change', kind: 'number' },
      { name: 'text', kind: 'text' }
    ]
    expect(await csvOf(columns, [['-0.5', '-0.5']])).toBe("\ufeffchange,text\r\n-0.5,'-0.5\r\n")
  })
})

describe('rows that are read while they are written', () => {
  const columns: Column[] = [
    { name: 'rate_date', kind: 'date' },
    { name: 'base', kind: 'text' },
    { name: 'quote', kind: 'text' },
    { name: 'type', kind: 'text' },
    { name: 'value', kind: 'number', scale: 4 },
    { name: 'printed_value', kind: 'number', part: { of: 'printed', name: 'value' }, omitted: 'of rows' },
    { name: 'printed_unit', kind: 'text', part: { of: 'printed', name: 'unit' }, omitted: 'of rows' },
    { name: 'note', kind: 'text', omitted: 'of rows' }
  ]
  const cells = [
    ['2026-11-19', 'JPY', 'RON', 'reference', '0.0278', '2.78', 100, null],
    ['2026-11-20', 'XAU', 'RON', 'reference', '19325.7254', '621.3365', 'gram', 'per gram'],
    ['2026-11-20', 'USD', 'RON', 'reference', '4.3557', null, null, null]
  ]

  it.each([...FORMATS, ...PRICE_FORMATS])('give the bytes of a complete answer as %s', async (format) => {
    vi.useFakeTimers({ toFake: ['Date'] }) // a workbook contains the time when it was created
    const answerWith = (rates: object) => ({
      fields: { bank: 'bnr', name: 'Bank', rates, disclaimer: 'none' },
      rows: { list: 'rates', beside: ['bank'] }
    })
    async function* batches() {
      yield { cells: cells.slice(0, 2) } // the first rows give a workbook the widths of its columns
      yield { cells: cells.slice(2) }
    }
    const { body } = await write(answerWith(new Rows(columns, cells)), { format })
    const streamed = await buffer(streamOf(answerWith({ columns, batches: batches() }), { format }))
    vi.useRealTimers()
    expect(streamed.toString('latin1')).toBe((body as Buffer).toString('latin1'))
  })

  it('may be empty', async () => {
    async function* batches() {}
    const body = await buffer(streamOf({ fields: { rates: { columns, batches: batches() } } }, { format: 'json' }))
    expect(body.toString()).toBe('{"rates":[]}')
  })
})

it('writes a key that is not a valid XML name as an attribute', async () => {
  const fields = { rates: { '2026-03-13': { EUR: 1 }, 'a"b': null }, '1st': [2] }
  const xml = (await bytesOf(fields, 'xml')).toString()
  expect(xml).toContain(
    '<rates><entry key="2026-03-13"><EUR>1</EUR></entry><entry key="a&quot;b" nil="true"/></rates><entry ' +
      'key="1st"><entry>2</entry></entry>'
  )
  expect(XMLValidator.validate(xml)).toBe(true)
})

describe('xlsx', () => {
  it('reports missing rows on a separate sheet, which is opened first', async () => {
    const workbookOf = async (truncated: boolean) => {
      const rates = new Rows([{ name: 'value', kind: 'number' }], [[1], [2]])
      const fields = { to: '2026-11-20', count: 2, truncated, rates }
      const { body } = await write({ fields, rows: { list: 'rates', beside: [] } }, { format: 'xlsx' })
      const workbook = new exceljs.Workbook()
      await workbook.xlsx.load(body as unknown as ArrayBuffer)
      return workbook
    }
    const cut = await workbookOf(true)
    expect(cut.worksheets.map(({ name }) => name)).toEqual(['rates', 'incomplete'])
    expect(cut.worksheets[1]!.getCell('A1').value).toMatch(/^This file has 2 rows .* not all of them.*rows=all/)
    expect(cut.views[0]!.activeTab).toBe(1)
    expect((await workbookOf(false)).worksheets.map(({ name }) => name)).toEqual(['rates'])
  })

  it('writes an instant as a typed cell', async () => {
    const fields = { rate: 1.5, time: '2026-11-20T15:00:00.000Z' }
    const response = z.strictObject({ rate: z.number(), time: z.iso.datetime() })
    const { body } = await write({ fields }, { format: 'xlsx' }, response)
    const sheet = await sheetOf(body as Buffer)
    expect(valuesOf(sheet)[1]).toEqual([1.5, new Date('2026-11-20T15:00:00Z')])
  })

  it('is a workbook with typed dates and numbers and a frozen bold header', async () => {
    const { bytes, headers } = await ask(TABLE, 'xlsx')
    const sheet = await sheetOf(bytes)
    expect(valuesOf(sheet)).toEqual([
      ['bank', 'rate_date', 'base', 'quote', 'type', 'value'],
      ['alpha', new Date('2026-11-20T00:00:00Z'), 'EUR', 'GBP', 'reference', 0.881],
      ['alpha', new Date('2026-11-20T00:00:00Z'), 'EUR', 'USD', 'reference', 1.161]
    ])
    expect(sheet.getCell('B2').numFmt).toBe('yyyy-mm-dd')
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
    expect(sheet.getCell('A1').font.bold).toBe(true)
    expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(headers.get('content-disposition')).toBe('attachment; filename="alpha-latest-2026-11-20.xlsx"')
  })

  it('has one row for a pair', async () => {
    expect(valuesOf(await sheetOf((await ask(PAIR, 'xlsx')).bytes))[1]).toEqual([
      'alpha',
      new Date('2026-11-20T00:00:00Z'),
      'USD',
      'GBP',
      0.881 / 1.161,
      'reference',
      true,
      'cross'
    ])
  })
})

describe('ndjson', () => {
  it('has a line for each row, with all digits and with lists', async () => {
    const { text, headers } = await ask(TABLE, 'ndjson')
    expect(text).toBe(
      [
        '{"bank":"alpha","rate_date":"2026-11-20","base":"EUR","quote":"GBP","type":"reference","value":0.8810}\n',
        '{"bank":"alpha","rate_date":"2026-11-20","base":"EUR","quote":"USD","type":"reference","value":1.1610}\n'
      ].join('')
    )
    expect(headers.get('content-type')).toBe('application/x-ndjson')
    expect(headers.get('content-disposition')).toBe('attachment; filename="alpha-latest-2026-11-20.ndjson"')
    expect(JSON.parse((await ask('/api/v1/central-banks', 'ndjson')).text.split('\n')[0]!)).toMatchObject({
      code: 'alpha',
      rate_types: ['reference', 'fixing']
    })
  })
})

describe('parquet', () => {
  it('has typed columns for every table', async () => {
    const { bytes, headers } = await ask(TABLE, 'parquet')
    expect(headers.get('content-type')).toBe('application/vnd.apache.parquet')
    expect(headers.get('content-disposition')).toBe('attachment; filename="alpha-latest-2026-11-20.parquet"')
    expect(await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).toEqual([
      {
        bank: 'alpha',
        rate_date: new Date('2026-11-20'),
        base: 'EUR',
        quote: 'GBP',
        type: 'reference',
        value: expect.closeTo(0.881, 12),
        value_decimals: 4
      },
      {
        bank: 'alpha',
        rate_date: new Date('2026-11-20'),
        base: 'EUR',
        quote: 'USD',
        type: 'reference',
        value: expect.closeTo(1.161, 12),
        value_decimals: 4
      }
    ])
    expect(
      await parquetReadObjects({
        file: new Uint8Array((await ask('/api/v1/central-banks', 'parquet')).bytes).buffer
      })
    ).toMatchObject([{ code: 'alpha', rate_types: 'reference;fixing' }, { latest_date: null }, { code: 'two' }])
  })
})

it('writes plain decimals in CSV, which no program reads as text or as a larger number', async () => {
  await seedRows(service.database, 'two', [{ ...row('2026-11-20', 'IRR', '1725600'), type: 'reference' }])
  const query = '/api/v1/central-bank/two/history?from=2026-11-20&to=2026-11-20&type=reference'
  const valueOf = async (pair: string, more = '') =>
    (await ask(`${query}&${pair}${more}`, 'csv')).text.split('\r\n')[1]!.split(more === '' ? ',' : ';')[5]
  expect(await valueOf('source=EUR&target=IRR')).toBe('1725600')
  expect(await valueOf('source=IRR&target=EUR')).toBe('0.0000005795085767269355')
  expect(await valueOf('source=IRR&target=EUR', '&decimal=comma')).toBe('0,0000005795085767269355')
})

describe('price directives', () => {
  const HISTORY = '/api/v1/central-bank/alpha/history?from=2026-11-01&to=2026-11-30'
  const lines = async (query: string, format: string) =>
    (await ask(`${HISTORY}&${query}`, format)).text
      .split('\n')
      .filter((line) => !/information only|with --price-db and without --decimal-comma/.test(line))

  it.each(['hledger', 'ledger'])('name the source and mark calculated rates for %s', async (format) => {
    expect(await lines('symbol=USD', format)).toEqual([
      ...(format === 'hledger' ? ['decimal-mark .'] : []),
      '; =Bank "A", <one> & two (alpha)',
      '; reference, as published',
      'P 2026-11-19 EUR 1.1600 USD',
      'P 2026-11-20 EUR 1.1610 USD',
      ''
    ])
    expect(await lines('source=USD&target=GBP', format)).toEqual([
      ...(format === 'hledger' ? ['decimal-mark .'] : []),
      '; =Bank "A", <one> & two (alpha)',
      '; reference, calculated: cross',
      'P 2026-11-20 USD 0.7588285960378983 GBP',
      ''
    ])
  })

  it('contain no figure for ledger whose decimal point could separate thousands', async () => {
    const printed = { CHF: '1.184', KWD: '0.001184', JPY: '1184' }
    await seedRows(
      service.database,
      'two',
      Object.entries(printed).map(([quote, value]) => row('2026-11-20', quote, value))
    )
    const prices = (format: string) =>
      Promise.all(
        Object.keys(printed).map(async (quote) => {
          const { text } = await ask(`${HISTORY.replace('alpha', 'two')}&symbol=${quote}&type=reference`, format)
          return /^P 2026-11-20 EUR ([\d.]+) /m.exec(text)?.[1]
        })
      )
    expect(await prices('ledger')).toEqual(['1.1840', '0.0011840', '1184'])
    expect(await prices('hledger')).toEqual(['1.184', '0.001184', '1184'])
  })

  it('use the syntax of beancount', async () => {
    expect(await lines('symbol=USD', 'beancount')).toEqual([
      '; =Bank "A", <one> & two (alpha)',
      '; reference, as published',
      '2026-11-19 price EUR 1.1600 USD',
      '2026-11-20 price EUR 1.1610 USD',
      ''
    ])
    const { headers } = await ask(`${HISTORY}&symbol=USD`, 'beancount')
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'text/plain; charset=utf-8',
      'attachment; filename="alpha-history-USD-2026-11-01-2026-11-30.beancount"'
    ])
    expect((await ask(`${HISTORY}&symbol=USD`, 'hledger')).headers.get('content-disposition')).toContain(
      'USD-2026-11-01-2026-11-30.journal"'
    )
  })

  it('contain one price per pair and day, or require a rate type', async () => {
    await seedRows(service.database, 'two', [
      { ...row('2026-11-20', 'USD', '1.1'), type: 'reference' },
      { ...row('2026-11-20', 'USD', '1.2'), type: 'fixing' }
    ])
    const both = HISTORY.replace('alpha', 'two')
    expect((await ask(`${both}&symbol=EUR`, 'ledger')).json.error).toMatch(
      /^type: expected a rate type, because ledger has one price of a pair per day/
    )
    expect((await ask(`${both}&symbol=EUR&type=fixing`, 'ledger')).text).toContain('P 2026-11-20 EUR 1.2 USD')
    expect((await ask(`${both}&source=EUR&target=USD`, 'ledger')).text).toContain('P 2026-11-20 EUR 1.1 USD')
    expect((await ask(TABLE, 'ledger')).status).toBe(400)
  })
})

describe('xml', () => {
  const read = (text: string) =>
    new XMLParser({
      ignoreAttributes: false,
      parseTagValue: false,
      isArray: (name) => ['rate_type', 'bank', 'date'].includes(name)
    }).parse(text).response

  it('mirrors the fields of the JSON answer', async () => {
    const { text, headers, json } = { ...(await ask(TABLE, 'xml')), json: (await ask(TABLE, 'json')).json }
    expect(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true)
    expect(text).toContain(
      '<rates><rate><base>EUR</base><quote>GBP</quote><type>reference</type><value>0.8810</value></rate><rate>'
    )
    expect(Object.keys(read(text))).toEqual(Object.keys(json))
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="alpha-latest-2026-11-20.xml"')
  })

  it('keeps nested lists, escapes text and marks nulls', async () => {
    const { text } = await ask('/api/v1/central-banks', 'xml')
    const [alpha, nothing] = read(text).banks.bank
    expect(alpha).toMatchObject({
      name: '=Bank "A", <one> & two',
      rate_types: { rate_type: ['reference', 'fixing'] },
      endpoints: { latest: expect.stringMatching(/latest$/) }
    })
    expect(nothing.latest_date).toEqual({ '@_nil': 'true' })
    expect((await bytesOf({ text: 'a\u0000b' }, 'xml')).toString()).toContain('<text>a\ufffdb</text>')
  })

  it('writes one element for each value of a list', async () => {
    const { text } = await ask('/api/v1/central-bank/alpha/availability?year=2026', 'xml')
    expect(text).toContain('<dates><date>2026-11-19</date><date>2026-11-20</date></dates>')
  })
})

describe('json', () => {
  it('keeps every digit of a decimal', () => {
    const text = jsonOf({
      one: new Decimal('1234567890.123456789012345678900'),
      rows: new Rows([{ name: 'value', kind: 'number' }], [['0.10'], [null]])
    }).toString()
    expect(text).toBe('{"one":1234567890.123456789012345678900,"rows":[\n{"value":0.10},\n{"value":null}\n]}')
  })

  it('writes text like JSON.stringify, and omits undefined fields', () => {
    expect(jsonOf({ text: 'a"\u2028\n\ud800', gone: undefined, nested: [{ yes: true }] }).toString()).toBe(
      JSON.stringify({
        text: 'a"\u2028\n\ud800',
        nested: [{ yes: true }]
      })
    )
  })

  it('writes rows from lists and from columns as objects', () => {
    const text = fc.option(fc.string({ unit: 'binary' }))
    const kinds = {
      date: fc.constantFrom('2026-11-20', '2026-11-21', null),
      number: fc.constantFrom('0.10', '12', null),
      boolean: fc.boolean(),
      text,
      nested: fc.array(fc.string())
    }
    const columns = Object.keys(kinds).map((name) => ({ name, kind: name as Kind }))
    const cells = fc.tuple(...(Object.values(kinds) as fc.Arbitrary<unknown>[]))
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 12 }), fc.nat(40), (some, repeats) => {
        // More than one chunk of the encoder.
        const all = [...some, ...Array.from({ length: some.length > 0 ? repeats * 50 : 0 }, () => some[0]!)]
        const rows = new Rows(columns, all)
        const expected = rows
          .objects()
          .map(({ number, ...rest }) => ({ ...rest, number: number === null ? null : Number(number) }))
        const text = jsonOf(rows).toString()
        expect(JSON.parse(text)).toEqual(expected)
        // Compared as strings, because comparing buffers is slow.
        expect(jsonOf(Rows.ofLists(columns, rows.lists)).toString()).toBe(text)
      }),
      { numRuns: 40 }
    )
  })
})

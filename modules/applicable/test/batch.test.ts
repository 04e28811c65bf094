import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import exceljs from 'exceljs'
import fc from 'fast-check'
import { gzipSync, zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadSources } from '../../../adapters/registry.ts'
import type { Row } from '../../../adapters/source.ts'
import { readTable, TABLE_TYPES, type TableFormat } from '../tables/tables.ts'
import { ColumnNotations } from '../batch/columns.ts'
import { receiveFile } from '../../../api/server/upload.ts'
import { registerRules } from '../register.ts'
import { loadRules } from '../rules/registry.ts'
import { seedRows } from '../../../test/support/database.ts'
import { zipBomb } from '../../../test/support/bombs.ts'
import { startService, type Service } from '../../../test/support/service.ts'

const nbp = (date: string, value: string): Row => ({ date, base: 'USD', quote: 'PLN', type: 'mid', value })

let service: Service

beforeAll(async () => {
  vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'ratebook-uploads-'))) // the service runs in this process
  service = await startService(
    (await loadSources()).filter(({ code }) => code === 'nbp'),
    {}
  )
  await registerRules(service.database, loadRules())
  await seedRows(service.database, 'nbp', [
    nbp('2026-03-02', '3.6056'),
    nbp('2026-03-03', '3.6820'),
    nbp('2026-03-04', '3.6770')
  ])
})
afterAll(async () => {
  await service?.stop()
  vi.unstubAllEnvs()
})

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  {
    type = TABLE_TYPES.csv,
    query = 'jurisdiction=PL&purpose=vat',
    plan = 'enterprise' as const
  }: {
    type?: string
    query?: string
    plan?: 'enterprise' | 'free'
  } = {}
) {
  const answer = await fetch(`${service.address}/api/v1/applicable/batch?${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.keys[plan]}`, 'Content-Type': type },
    body
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const rowsOf = (bytes: Buffer, delimiter = ',') =>
  parse<Record<string, string>>(bytes, { columns: true, bom: true, delimiter })

describe('a file of invoices', () => {
  it('keeps its columns and gets the rate, the rule and the document in each row', async () => {
    const { status, headers, bytes } = await post(
      'number,note,date,currency,amount\nA-1,"two\nlines, ' +
        '""quoted""",2026-03-03,USD,1000\nA-2,=1+1,2026-03-05,usd,-10.50\n'
    )
    expect([status, headers.get('content-type'), headers.get('x-rows')]).toEqual([200, 'text/csv', '2'])
    const [one, two] = rowsOf(bytes)
    expect(one).toEqual({
      number: 'A-1',
      note: 'two\nlines, "quoted"',
      date: '2026-03-03',
      currency: 'USD',
      amount: '1000',
      status: 'final',
      rate: '3.6056',
      rate_date: '2026-03-02',
      publisher: 'nbp',
      rate_type: 'mid',
      method: 'published',
      converted: '3605.6',
      converted_currency: 'PLN',
      applicable_rule: 'pl-vat',
      rule_revision: '1',
      citation: 'Ustawa o podatku od towarów i usług, art. 31a ust. 1 i 2',
      confidence: 'verified',
      document_id: expect.stringMatching(/^\d+$/),
      document_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      reason: '',
      explanation: ''
    })
    expect(two).toMatchObject({
      note: "'=1+1",
      currency: 'usd',
      rate_date: '2026-03-04',
      rate: '3.6770',
      converted: '-38.61'
    })
  })

  it('has a preview with the price and the detected columns, which costs nothing', async () => {
    const body = 'number,Event date,currency\nA-1,2026-03-03,usd\nA-2,soon,USD\n'
    const ask = () =>
      fetch(`${service.address}/api/v1/applicable/batch/preview?jurisdiction=PL&purpose=vat`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${service.keys.enterprise}`, 'Content-Type': 'text/csv' },
        body
      })
    const answer = await ask()
    expect(await answer.json()).toEqual({
      rows: 2,
      units: 1,
      charset: 'utf-8',
      columns: [
        { name: 'number', field: null, written: null },
        { name: 'Event date', field: 'date', written: 'YYYY-MM-DD' },
        { name: 'currency', field: 'source', written: null }
      ],
      summary: { final: 1, open: 0, pending: 0, no_rate: 0, no_data: 0, error: 1, passed_over: 0 },
      errors: [{ row: 3, column: 'Event date', error: 'date: expected a date that exists, as YYYY-MM-DD' }],
      first: [
        { row: 2, date: '2026-03-03', source: 'USD', target: 'PLN', amount: null, rule: 'pl-vat', error: null },
        {
          row: 3,
          date: 'soon',
          source: 'USD',
          target: null,
          amount: null,
          rule: null,
          error: 'date: expected a date that exists, as YYYY-MM-DD'
        }
      ]
    })
    expect((await ask()).headers.get('x-monthly-used')).toBe(answer.headers.get('x-monthly-used'))
    const wrong = await fetch(answer.url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.keys.enterprise}`, 'Content-Type': 'text/csv' },
      body: 'day,currency\n2026-03-03,USD\n'
    })
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining('expected a column date or event_date or tax_point, found day, currency')
    ])
  })

  it('has the reason in each row without a rate', async () => {
    const { bytes } = await post(
      'date,currency,purpose,rule\n2026-03-03,CHF,,\n2026-03-33,USD,,\n2026-03-03,USD,income,\n2026-03-03,USD,,pl-vat-x\n2026-03-03,USD,fun,\n2020-01-01,USD,,\n,USD,,\n'
    )
    expect(rowsOf(bytes).map(({ status, reason, explanation }) => [status, reason, explanation])).toEqual([
      [
        'no_rate',
        'not_quoted',
        'nbp:mid does not quote CHF to PLN. Its stored tables have PLN, USD. The ' +
          'publisher’s page is https://nbp.pl/en/statistic-and-financial-reporting/rates/.'
      ],
      ['error', '', expect.stringContaining('date: expected a date that exists')],
      [
        'error',
        '',
        'rule: expected pl-income-cost (costs), pl-income-expense (tax paid abroad and deductions), ' +
          'pl-income-revenue (revenue)'
      ],
      ['error', '', expect.stringContaining('there is no rule pl-vat-x')],
      ['error', '', expect.stringContaining('purpose: expected vat')],
      ['no_rate', 'before_history', expect.any(String)],
      ['error', '', expect.stringContaining('date: ')]
    ])
  })

  const TITLED =
    'Faktury; marzec\r\n\r\nNr;Data sprzedaży;Data ' +
    'wystawienia;Waluta;Kwota\r\n1;03.03.2026;04.03.2026;USD;1 000,50\r\n\r\n2;05.03.2026;05.03.2026;usd;x\r\n'

  it('may have a title and headings in another language, and counts rows as a spreadsheet does', async () => {
    const { bytes } = await post(TITLED)
    const [title, header, ...rows] = bytes.toString().split('\r\n')
    expect([title, header]).toEqual([
      '\uFEFFFaktury; marzec',
      expect.stringMatching(/^Nr;Data sprzedaży;Data wystawienia;Waluta;Kwota;status;/)
    ])
    expect(rows[0]).toMatch(
      /^1;03\.03\.2026;04\.03\.2026;USD;1 000,50;final;3,6056;02\.03\.2026;nbp;mid;published;3607,4;PLN;/
    )
    const preview = await fetch(`${service.address}/api/v1/applicable/batch/preview?jurisdiction=PL&purpose=vat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.keys.enterprise}`, 'Content-Type': 'text/csv' },
      body: TITLED
    })
    const { columns, first } = (await preview.json()) as {
      columns: Array<{ field: string | null }>
      first: Array<{ row: number }>
    }
    expect([columns.map(({ field }) => field), first.map(({ row }) => row)]).toEqual([
      [null, 'date', 'invoice_date', 'source', 'amount'],
      [4, 6]
    ])
  })

  it('may be a workbook with a title, which stays', async () => {
    const workbook = new exceljs.Workbook()
    workbook
      .addWorksheet('Rechnungen')
      .addRows([
        ['Rechnungen März'],
        [],
        ['Nr', 'Rechnungsdatum', 'Währung', 'Betrag'],
        [7, new Date('2026-03-03'), 'USD', 1000]
      ])
    const { status, bytes } = await post(new Uint8Array(await workbook.xlsx.writeBuffer()), { type: TABLE_TYPES.xlsx })
    const answered = new exceljs.Workbook()
    await answered.xlsx.load(bytes as unknown as exceljs.Buffer)
    const [title, , header, row] = answered.worksheets[1]!.getSheetValues()
      .slice(1)
      .map((it) => (it as exceljs.CellValue[] | undefined)?.slice(1))
    expect([status, title, header!.slice(0, 6), row!.slice(0, 6)]).toEqual([
      200,
      ['Rechnungen März'],
      ['Nr', 'Rechnungsdatum', 'Währung', 'Betrag', 'status', 'rate'],
      [7, new Date('2026-03-03'), 'USD', 1000, 'final', 3.6056]
    ])
  })

  it('uses the columns that the caller names if the headings do not identify them', async () => {
    const body = 'A,B,C,D\n7,2026-03-03,USD,1000\n'
    expect((await post(body, { query: 'jurisdiction=PL&purpose=vat' })).bytes.toString()).toContain(
      'expected a column date or event_date or tax_point, found A, B, C, D; the parameter date_column names one'
    )
    const { bytes } = await post(body, {
      query: 'jurisdiction=PL&purpose=vat&date_column=2&currency_column=3&amount_column=4'
    })
    expect(rowsOf(bytes)).toEqual([expect.objectContaining({ A: '7', rate: '3.6056', converted: '3605.6' })])
    const two = 'date,currency,net,gross\n2026-03-03,USD,1000,1230\n'
    expect((await post(two)).bytes.toString()).toContain(
      'expected one column for amount, found net and gross; the parameter amount_column names one'
    )
    expect(rowsOf((await post(two, { query: 'jurisdiction=PL&purpose=vat&amount_column=4' })).bytes)).toEqual([
      expect.objectContaining({ converted: '4434.89' })
    ])
    expect(rowsOf((await post(two, { query: 'jurisdiction=PL&purpose=vat&amount_column=none' })).bytes)).toEqual([
      expect.objectContaining({ status: 'final', converted: '' })
    ])
    expect((await post(two, { query: 'jurisdiction=PL&purpose=vat&amount_column=5' })).bytes.toString()).toContain(
      'amount_column: expected a column of the file, which has 4'
    )
  })

  it.each([
    ['date,currency,amount,note\n2026-03-03,USD,1,"a"\n\n2026-03-03,USD,1,"b" c\n', 'found an error in row 4'],
    [
      'date,currency,amount,note\n2026-03-03,USD,1,a\n2026-03-03,USD,1,"b\n2026-03-03,USD,1,c\n',
      'found an error in row 3'
    ],
    ['date,currency\n2026-03-03,USD\n\n2026-03-03,USD,1\n', 'found 3 in row 4']
  ])('names the row of a file that cannot be read: %j', async (body, expected) => {
    const { status, bytes } = await post(body)
    expect([status, bytes.toString()]).toEqual([400, expect.stringContaining(expected)])
  })

  it('keeps amounts in the currency of the law', async () => {
    const { bytes } = await post('date,currency,amount\n2026-03-03,PLN,100.50\n2026-03-03,PLN,7\n2026-03-03,USD,1\n')
    expect(rowsOf(bytes).map(({ status, rate, converted }) => [status, rate, converted])).toEqual([
      ['final', '1', '100.5'],
      ['final', '1', '7'],
      ['final', '3.6056', '3.61']
    ])
  })

  it('distinguishes figures that are not stored here from those that the publisher does not quote', async () => {
    const { bytes } = await post('date,currency\n2010-05-05,CHF\n2026-03-05,CHF\n')
    expect(rowsOf(bytes).map(({ status, reason, explanation }) => [status, reason, explanation])).toEqual([
      [
        'no_rate',
        'not_loaded',
        'The tables of nbp:mid for 2010-05-04 or earlier are not stored here; the newest stored one is dated ' +
          '2026-03-04. An operator loads them with `ratebook backfill nbp --from 2010-04-03 --to 2010-05-04`; the ' +
          'publisher’s page is https://nbp.pl/en/statistic-and-financial-reporting/rates/.'
      ],
      ['no_rate', 'not_quoted', expect.stringContaining('Its stored tables have PLN, USD.')]
    ])
  })

  it('refuses hundredths of a currency and dates more than a month ahead', async () => {
    const { bytes } = await post('date,currency\n2026-03-03,GBp\n2026-03-03,ZAc\n2026-03-03,Usd\n2037-01-01,USD\n')
    expect(rowsOf(bytes).map(({ status, explanation }) => [status, explanation])).toEqual([
      ['error', 'source: GBp is a hundredth of GBP: expected GBP, of which one is 100 GBp'],
      ['error', 'source: ZAc is a hundredth of ZAR: expected ZAR, of which one is 100 ZAc'],
      ['error', expect.stringContaining('expected a currency code in capital letters')],
      ['error', expect.stringMatching(/^date: expected a date up to \d{4}-\d\d-\d\d, a month ahead, found 2037-01-01$/)]
    ])
  })

  it('keeps its delimiter and its own columns with the names of result columns', async () => {
    const { bytes } = await post('Status;Date;Currency\npaid;2026-03-03;USD\n')
    expect(rowsOf(bytes, ';')).toEqual([expect.objectContaining({ Status: 'paid', status: 'final', rate: '3,6056' })])
    const own = await post('status;date;currency\npaid;2026-03-03;USD\n')
    expect(rowsOf(own.bytes, ';')).toEqual([expect.objectContaining({ status: 'paid', ratebook_status: 'final' })])
  })

  it('may be JSON Lines, whose text is kept', async () => {
    const lines = [
      '{"id": 12345678901234567890, "date": "2026-03-03", "currency": "USD", "amount": 1000}',
      '{"date":"2026-03-04","currency":"USD"}',
      '{}'
    ]
    const { status, bytes } = await post(lines.join('\r\n'), { type: TABLE_TYPES.jsonl })
    const answered = bytes.toString().trim().split('\n')
    expect(status).toBe(200)
    expect(answered[0]!.startsWith(lines[0]!.slice(0, -1))).toBe(true)
    expect(answered.map((it) => JSON.parse(it) as object)).toEqual([
      expect.objectContaining({ rate: 3.6056, converted: 3605.6, rule_revision: 1 }),
      expect.objectContaining({ rate: 3.682, converted: null }),
      expect.objectContaining({ status: 'error' })
    ])
  })

  it('may be a workbook with typed dates and numbers', async () => {
    const workbook = new exceljs.Workbook()
    const sheet = workbook.addWorksheet('Invoices')
    sheet.addRows([
      ['number', 'date', 'currency', 'amount'],
      [7, new Date('2026-03-03'), 'USD', 1000],
      [8, '2026-03-04', 'USD', { formula: '2*3', result: 6 }]
    ])
    const { status, bytes } = await post(new Uint8Array(await workbook.xlsx.writeBuffer()), { type: TABLE_TYPES.xlsx })
    expect(status).toBe(200)
    const answered = new exceljs.Workbook()
    await answered.xlsx.load(bytes as unknown as exceljs.Buffer)
    const [header, ...rows] = answered.worksheets[1]!.getSheetValues()
      .slice(1)
      .map((row) => (row as exceljs.CellValue[]).slice(1))
    const at = (name: string) => header!.indexOf(name)
    expect(rows.map((row) => [row[at('number')], row[at('date')], row[at('rate')], row[at('converted')]])).toEqual([
      [7, new Date('2026-03-03'), 3.6056, 3605.6],
      [8, '2026-03-04', 3.682, 22.09]
    ])
    // prettier-ignore
    expect([
      answered.worksheets[0]!.name,
      answered.worksheets[0]!.getSheetValues().slice(1).map((row) => (row as exceljs.CellValue[]).slice(1))
    ]).toEqual([
      'Summary',
      [
      ['Ratebook summary', 'Rows'], ['Final', 2], ['Open', 0], ['Provisional', 0], ['Without a rate', 0],
      ['In error', 0], ['Rows in all', 2], ['Units charged', 2]
    ]
    ])
    // the result as an upload, with the summary as its first sheet
    const again = await post(new Uint8Array(await answered.xlsx.writeBuffer()), { type: TABLE_TYPES.xlsx })
    expect([again.status, again.headers.get('x-rows')]).toEqual([200, '2'])
  })

  it('is refused if it is a ZIP bomb, or has parts that its directory does not list', async () => {
    const bomb = zipBomb('xl/sharedStrings.xml', 300 * 2 ** 20)
    const liar = zipSync({ 'xl/sharedStrings.xml': new Uint8Array(3 * 2 ** 20) })
    // the size in the directory (APPNOTE 4.3.12)
    const declared = Buffer.from(liar).lastIndexOf(Buffer.from('PK\x01\x02')) + 24
    new DataView(liar.buffer).setUint32(declared, 1000, true)
    const part = Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(100) }))
    const directory = part.indexOf('PK\x01\x02')
    // the second copy is not listed
    const hidden = Buffer.concat([part.subarray(0, directory), part.subarray(0, directory), part.subarray(directory)])
    hidden.writeUInt32LE(2 * directory, hidden.lastIndexOf('PK\x05\x06') + 16) // the offset of the directory (4.3.16)
    const sheet = '<worksheet><sheetData><row r="1"><c s="9"><v>5</v></c></row></sheetData></worksheet>'
    const unrelated = zipSync({
      'xl/workbook.xml': Buffer.from('<workbook xmlns:r="x"><sheets><sheet r:id="a"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': Buffer.from(
        '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>'
      ),
      'xl/styles.xml': Buffer.from('<styleSheet/>'),
      'xl/worksheets/sheet1.xml': Buffer.from(sheet)
    })
    for (const [bytes, error] of [
      [bomb, 'unpacks to at most 256 MB'],
      [unrelated, 'expected a workbook (.xlsx): its parts do not fit together'],
      [liar, 'expected a workbook'],
      [hidden, 'whose directory lists all of its parts']
    ] as const) {
      const answer = await post(new Uint8Array(bytes), { type: TABLE_TYPES.xlsx })
      expect([answer.status, answer.bytes.toString()]).toEqual([400, expect.stringContaining(error)])
    }
  })

  it.each([
    ['without a row', 'date,currency\n', 'expected a header and at least one row', 400],
    [
      'with a row that is too short',
      'date,currency\n2026-03-03,USD\n2026-03-03\n',
      'expected 2 columns in each row, as in the headings, found 1 in row 3',
      400
    ],
    [
      'with a quote that is not closed',
      'date,currency\n2026-03-03,USD\n2026-03-03,"USD\n',
      'expected cells with quotes as in RFC 4180',
      400
    ],
    [
      'without a column for the dates',
      'day,currency\n2026-03-03,USD\n',
      'expected a column date or event_date or tax_point, found day, currency',
      400
    ],
    [
      'with two columns for one field',
      'date,source,currency\n2026-03-03,USD,USD\n',
      'expected one column for source, found source and currency',
      400
    ]
  ])('is refused %s', async (_, body, error, status) => {
    const answer = await post(body)
    expect([answer.status, answer.bytes.toString()]).toEqual([status, expect.stringContaining(error)])
  })

  it('may have decimal commas and grouped thousands with decimal=comma', async () => {
    const rows = ['1000,50', '1.234,5', '1 234', '1234.5', '1,234,5', '1.5', ''].map(
      (amount) => `2026-03-03;USD;${amount}\n`
    )
    const { bytes } = await post(`date;currency;amount\n${rows.join('')}`, {
      query: 'jurisdiction=PL&purpose=vat&decimal=comma'
    })
    const wrong = ['error', expect.stringMatching(/^amount: expected /)]
    expect(
      rowsOf(bytes, ';').map(({ status, converted, explanation }) => [
        status,
        status === 'final' ? converted : explanation
      ])
    ).toEqual([['final', '3607,4'], ['final', '4451,11'], ['final', '4449,31'], wrong, wrong, wrong, ['final', '']])
    const plain = await post('date;currency;amount\n2026-03-03;USD;1,000\n2026-03-03;USD;x\n')
    expect(rowsOf(plain.bytes, ';').map(({ explanation }) => explanation)).toEqual([
      expect.stringContaining('pass decimal=comma'),
      expect.not.stringContaining('comma')
    ])
  })

  it.each([
    ['in windows-1250', (text: string) => iconv.encode(text, 'windows-1250'), 'windows-1250'],
    ['in UTF-16', (text: string) => iconv.encode(text, 'utf-16le', { addBOM: true }), 'utf-16le'],
    ['in UTF-16 big-endian', (text: string) => iconv.encode(text, 'utf-16be', { addBOM: true }), 'utf-16be'],
    ['in UTF-8', (text: string) => Buffer.from(text), 'utf-8']
  ])('may have Polish dates, numbers and delimiters %s', async (_name, encode, charset) => {
    const body = new Uint8Array(
      encode(
        'Nr;Opis;Date;Currency;Amount\r\n1;usługa;03.03.2026;USD;1 ' +
          '234,50\r\n2;części;04.03.2026;USD;1.000\r\n3;błąd;33.03.2026;USD;1,00\r\n'
      )
    )
    const { headers, bytes } = await post(body)
    expect([headers.get('x-rows'), headers.get('x-rows-in-error')]).toEqual(['3', '1'])
    expect(
      rowsOf(bytes, ';').map(({ Opis, Date, Amount, status, converted }) => [Opis, Date, Amount, status, converted])
    ).toEqual([
      ['usługa', '03.03.2026', '1 234,50', 'final', '4451,11'],
      ['części', '04.03.2026', '1.000', 'final', '3682'],
      ['błąd', '33.03.2026', '1,00', 'error', '']
    ])
    const preview = await fetch(`${service.address}/api/v1/applicable/batch/preview?jurisdiction=PL&purpose=vat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.keys.enterprise}`, 'Content-Type': 'text/csv' },
      body
    })
    expect(await preview.json()).toMatchObject({
      rows: 3,
      units: 2,
      charset,
      columns: [{}, {}, { written: 'DD.MM.YYYY' }, {}, { written: 'decimal comma' }],
      summary: { final: 2, pending: 0, no_rate: 0, no_data: 0, error: 1 },
      first: [{ date: '2026-03-03', amount: '1234.50' }, {}, { error: expect.stringContaining('date: ') }]
    })
  })

  it('is not charged for rows in error', async () => {
    const used = async (body: string) => Number((await post(body)).headers.get('x-monthly-used'))
    const before = await used('date,currency\n2026-03-03,USD\n')
    expect((await used('date,currency\nsoon,USD\n2026-03-03,USD\nlater,USD\n')) - before).toBe(1)
  })

  it('gets an apostrophe before formulas unless formulas=keep', async () => {
    const body =
      'note;date;currency;amount\n=1+1;2026-03-03;USD;-2,50\n@a;2026-03-03;USD;3\n"-cmd|""x""";2026-03-03;USD;1\n+48 22 1;2026-03-03;USD;1\n＝1+1;2026-03-03;USD;1\n =1+1;2026-03-03;USD;1\n'
    const notes = async (query = '') =>
      rowsOf((await post(body, { query: `jurisdiction=PL&purpose=vat${query}` })).bytes, ';').map(
        ({ note, amount }) => [note, amount]
      )
    expect(await notes()).toEqual([
      ["'=1+1", '-2,50'],
      ["'@a", '3'],
      ['\'-cmd|"x"', '1'],
      ['+48 22 1', '1'],
      ["'＝1+1", '1'],
      ["' =1+1", '1']
    ])
    expect(await notes('&formulas=keep')).toEqual([
      ['=1+1', '-2,50'],
      ['@a', '3'],
      ['-cmd|"x"', '1'],
      ['+48 22 1', '1'],
      ['＝1+1', '1'],
      [' =1+1', '1']
    ])
  })

  it('converts each amount separately if rows share a rate', async () => {
    const { bytes } = await post(
      `date,currency,amount\n${['1000', '', '0.001', 'x', '1000', '-2'].map((amount) => `2026-03-03,USD,${amount}\n`).join('')}2026-03-03,CHF,1\n`
    )
    expect(
      rowsOf(bytes).map(({ status, rate, converted, converted_currency: currency }) => [
        status,
        rate,
        converted,
        currency
      ])
    ).toEqual([
      ['final', '3.6056', '3605.6', 'PLN'],
      ['final', '3.6056', '', ''],
      ['final', '3.6056', '0', 'PLN'],
      ['error', '', '', ''],
      ['final', '3.6056', '3605.6', 'PLN'],
      ['final', '3.6056', '-7.21', 'PLN'],
      ['no_rate', '', '', '']
    ])
  })

  it('keeps each record byte for byte', async () => {
    const records = [
      'A;"two\r\nlines; ""quoted""";2026-03-03;USD',
      '"B";;"2026-03-04";USD',
      'C; spaced ;2026-03-05;"USD"'
    ]
    const { bytes } = await post(`\uFEFFnumber;"note";date;currency\r\n${records.join('\r\n')}\r\n\r\n`)
    const text = bytes.toString()
    expect(text.startsWith('\uFEFFnumber;note;date;currency;status;rate;')).toBe(true)
    for (const record of records) expect(text).toContain(`\r\n${record};final;3,6`)
    expect(rowsOf(bytes, ';')).toHaveLength(3)
  })

  it('is refused if it is not a table, or if the plan does not include batches', async () => {
    expect(await post('{}', { type: 'application/json' })).toMatchObject({ status: 415 })
    expect(await post('[1]\n', { type: TABLE_TYPES.jsonl })).toMatchObject({ status: 400 })
    const noWorkbook = await post('date,currency\n', { type: TABLE_TYPES.xlsx })
    expect([noWorkbook.status, noWorkbook.bytes.toString()]).toEqual([
      400,
      expect.stringContaining('expected a workbook (.xlsx)')
    ])
    expect(await post('date,currency\n2026-03-03,USD\n', { plan: 'free' })).toMatchObject({ status: 403 })
  })

  it('is refused if it contains nested values or a document type, or is compressed', async () => {
    const nested = await post(
      `{"date":"2026-03-03","currency":"USD","note":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`,
      { type: TABLE_TYPES.jsonl }
    )
    expect([nested.status, nested.bytes.toString()]).toEqual([
      400,
      expect.stringContaining('expected values that are not nested')
    ])
    const part = (text: string) => Buffer.from(`<!DOCTYPE x [<!ENTITY e "e">]>${text}`)
    const typed = zipSync({
      'xl/workbook.xml': part('<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'),
      'xl/worksheets/sheet1.xml': part(
        '<worksheet><sheetData><row r="1"><c r="A1"><v>&e;</v></c></row></sheetData></worksheet>'
      )
    })
    const workbook = await post(new Uint8Array(typed), { type: TABLE_TYPES.xlsx })
    expect([workbook.status, workbook.bytes.toString()]).toEqual([400, expect.stringContaining('the file: expected')])
    const packed = await fetch(`${service.address}/api/v1/applicable/batch`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.keys.enterprise}`,
        'Content-Type': 'text/csv',
        'Content-Encoding': 'gzip'
      },
      body: new Uint8Array(gzipSync(Buffer.from('date,currency\n')))
    })
    expect([packed.status, packed.headers.get('accept-encoding'), await packed.text()]).toEqual([
      415,
      'identity',
      expect.stringContaining('Content-Encoding: expected none')
    ])
  })

  it('is quoted in an error with at most 200 characters', async () => {
    const { status, bytes } = await post(`${'x'.repeat(30_000)}\n1\n`)
    expect([status, bytes.toString()]).toEqual([400, expect.stringContaining(`${'x'.repeat(199)}…`)])
    expect(bytes.length).toBeLessThan(600)
  })

  it('is refused with 503 while all uploads together take too much disk space', async () => {
    const upload = { types: ['text/csv'], maxBytes: 1000, example: { type: 'text/csv', text: '' } }
    const send = (size: number) =>
      receiveFile(
        Object.assign(new IncomingMessage(new Socket()), {
          headers: { 'content-type': 'text/csv' },
          iterator: async function* () {
            yield Buffer.alloc(size)
          }
        }),
        upload,
        1000
      )
    const first = await vi.waitFor(() => send(600), { timeout: 60_000 }) // the deletion of earlier tests' files
    await expect(send(600)).rejects.toMatchObject({ code: 'busy', status: 503 })
    await first.remove()
    await (await send(600)).remove()
  })

  it('costs a unit for each row, and its temporary file is deleted', async () => {
    const before = await service.ask('/api/v1/applicable/rules', { plan: 'business' })
    const rows = Array.from({ length: 250 }, () => '2026-03-03,USD').join('\n')
    const answer = await fetch(`${service.address}/api/v1/applicable/batch?jurisdiction=PL&purpose=vat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.keys.business}`, 'Content-Type': 'text/csv' },
      body: `date,currency\n${rows}`
    })
    expect(rowsOf(Buffer.from(await answer.arrayBuffer()))).toHaveLength(250)
    expect(Number(answer.headers.get('x-monthly-used')) - Number(before.headers.get('x-monthly-used'))).toBe(250)
    await expect
      .poll(() => readdirSync(process.env.TMPDIR!).filter((name) => name.startsWith('ratebook-upload-')))
      .toEqual([])
  })
})

describe('reading a file', () => {
  async function read(text: string, format: TableFormat): Promise<string[][]> {
    const path = join(mkdtempSync(join(tmpdir(), 'ratebook-tables-')), 'file')
    writeFileSync(path, text)
    const rows: string[][] = []
    for await (const block of readTable(path, format)) rows.push(...block.rows.map(({ cells }) => cells))
    return rows
  }

  it('returns every row once, also across chunk boundaries', async () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => [String(at), `a "note", of\n${'ü'.repeat(at % 7)}`])
    const text = rows.map(([one, other]) => `${one},"${other!.replaceAll('"', '""')}"\r\n`).join('')
    expect(await read(`a,b\r\n${text}`, 'csv')).toEqual(rows)
  })

  it('reads a cell of three million line breaks, and refuses a record over 4 MB', async () => {
    const breaks = `${'\n'.repeat(3_000_000)}x`
    expect(await read(`a,b\n1,"${breaks}"\n`, 'csv')).toEqual([['1', breaks]])
    await expect(read(`a,b\n1,"${'2,3\n'.repeat(1_200_000)}`, 'csv')).rejects.toThrow(
      'expected records of at most 4 MB, found a longer one'
    )
  })

  it('accepts a byte-order mark, empty lines and a missing last newline', async () => {
    expect(await read('\uFEFFa,b\n\n1,2\n\n3,4', 'csv')).toEqual([
      ['1', '2'],
      ['3', '4']
    ])
    expect(await read('{"a":1}\n\n{"a":2}', 'jsonl')).toEqual([['1'], ['2']])
  })
})

describe('detecting the formats of a column', () => {
  const day = fc
    .integer({ min: 0, max: 40_000 })
    .map((days) => new Date(Date.UTC(1960, 0, 1) + days * 86_400_000).toISOString().slice(0, 10))
  const parts = (date: string) => date.split('-')
  const readAll = (field: string, texts: string[], forms = new ColumnNotations()) => {
    for (const text of texts) forms.note(field, text)
    return texts.map((text) => forms.read(field, text))
  }

  it.each<[string, (date: string) => string]>([
    ['DD.MM.YYYY', (date) => parts(date).toReversed().join('.')],
    ['D.M.YYYY', (date) => parts(date).map(Number).toReversed().join('.')],
    ['D/M/YYYY with a day after the 12th', (date) => parts(date).map(Number).toReversed().join('/')],
    ['MM/DD/YYYY with a day after the 12th', (date) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`],
    ['YYYY/MM/DD', (date) => date.replaceAll('-', '/')],
    ['day numbers', (date) => String(Date.parse(date) / 86_400_000 + 25_569)],
    ['instants', (date) => `${date}T00:00:00.000Z`]
  ])('reads dates as %s', (_name, write) => {
    fc.assert(
      fc.property(fc.array(day, { maxLength: 20 }), (days) => {
        const all = [...days, '1999-12-31']
        expect(readAll('date', all.map(write))).toEqual(all.map((text) => ({ text })))
      })
    )
  })

  it('refuses ambiguous dates unless another row decides their order', () => {
    expect(readAll('date', ['01/02/2026', '03/03/2026'])).toEqual([
      { error: expect.stringContaining('no row shows') },
      { text: '2026-03-03' }
    ])
    expect(readAll('date', ['01/02/2026', '13/02/2026', '02/13/2026'])[0]).toEqual({
      error: expect.stringContaining('no row shows')
    })
  })

  it('reads amounts with any decimal separator and any thousands separator', () => {
    const written = fc.constantFrom(
      [',', '.'],
      [' ', '.'],
      ["'", '.'],
      ['.', ','],
      [' ', ','],
      ['\u00A0', ','],
      ['\u202F', ','],
      ['’', '.'],
      ['', ','],
      ['', '.']
    )
    const amount = fc.tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 999_999_999_999n }), fc.stringMatching(/^\d{0,4}$/))
    fc.assert(
      fc.property(written, fc.array(amount, { maxLength: 20 }), ([thousands, decimals], amounts) => {
        // the last amount decides which mark is the decimal separator
        const all = [...amounts, [false, 5n, '25'] as const]
        const texts = all.map(
          ([isNegative, whole, rest]) =>
            `${isNegative ? '-' : ''}${String(whole).replace(/\B(?=(\d{3})+$)/g, thousands!)}${rest === '' ? '' : `${decimals}${rest}`}`
        )
        const plain = all.map(
          ([isNegative, whole, rest]) => `${isNegative ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`
        )
        expect(readAll('amount', texts)).toEqual(plain.map((text) => ({ text })))
      })
    )
  })

  it('refuses ambiguous amounts unless another row decides the separator', () => {
    expect(readAll('amount', ['1,234', '7'])).toEqual([
      { error: expect.stringContaining('decimal=comma') },
      { text: '7' }
    ])
    expect(readAll('amount', ['1,234', '7,5', '7.5'])[0]).toEqual({ error: expect.stringContaining('decimal=comma') })
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedRows } from '../../test/support/database.ts'
import { identity, startService, type Service } from '../../test/support/service.ts'

const rate = (date: string, value: string, base = 'USD') => ({ date, base, quote: 'EUR', type: 'reference', value })
const WINDOW = 'from=2026-01-01&to=2026-01-31'

let service: Service
const ask = (query: string) => service.ask(`/api/v1/corrections?${query}`, { plan: 'developer' })

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR'), identity('beta', 'EUR')], {})
  for (const value of ['0.8613', '0.8631', '0.8630'])
    await seedRows(service.database, 'alpha', [rate('2026-01-05', value), rate('2026-01-06', '0.9', 'GBP')])
  await seedRows(service.database, 'beta', [rate('2026-01-07', '0.5')])
  await service.database.write(`with gone as (delete from rates where source = 'beta' returning *)
    insert into rate_revisions select source, base, quote, type, date, value, unit, publication_id, known_at, service_now() from gone`)
  await service.database.write(`insert into rules (id, revision, in_force, document, sha256) values
    ('xx-vat', 1, '[2020-01-01,)', '{"jurisdiction":"XX","purpose":"vat","rate":{"one_of":["alpha:reference","gamma:mid"]}}', 'a'),
    ('xx-old', 1, '[2020-01-01,2021-01-01)', '{"jurisdiction":"XX","purpose":"vat","rate":"alpha:reference"}', 'b'),
    ('xx-income', 1, '[2020-01-01,)', '{"jurisdiction":"XX","purpose":"income","rate":"alphabet:reference"}', 'c')`)
})
afterAll(() => service?.stop())

it('lists each replacement with the figures before and after it, and both documents', async () => {
  const { status, json } = await ask(`bank=alpha&${WINDOW}`)
  expect(status).toBe(200)
  expect(json).toMatchObject({ from: '2026-01-01', to: '2026-01-31', count: 2, truncated: false })
  const [first, second] = json.corrections
  expect(first).toMatchObject({
    date: '2026-01-05',
    source: 'alpha',
    base: 'USD',
    quote: 'EUR',
    type: 'reference',
    old_value: 0.8613,
    new_value: 0.8631,
    difference: 0.0018,
    old_unit: '1',
    new_unit: '1',
    old_document: `${service.address}/api/v1/publications/${first.old_publication}/document`,
    new_document: `${service.address}/api/v1/publications/${first.new_publication}/document`,
    crosses_of: 'USD',
    rules: ['xx-vat']
  })
  expect(second).toMatchObject({ old_value: 0.8631, new_value: 0.863, difference: -0.0001 })
  expect([second.known_at, second.old_publication]).toEqual([first.corrected_at, first.new_publication])
  expect(first.known_at < first.corrected_at).toBe(true)
})

it('lists a withdrawn figure without a new value', async () => {
  const { json } = await ask(`bank=beta&${WINDOW}`)
  expect(json.corrections).toMatchObject([
    {
      old_value: 0.5,
      new_value: null,
      difference: null,
      new_unit: null,
      new_publication: null,
      new_document: null,
      rules: []
    }
  ])
})

it('lists the corrections of all sources as CSV, NDJSON and XLSX', async () => {
  const { text } = await ask(`${WINDOW}&format=csv&bom=0`)
  expect(text).toMatch(/^date,source,base,quote,type,old_value,new_value,difference,/)
  expect(text.trim().split('\r\n')).toHaveLength(4)
  expect((await ask(`${WINDOW}&format=ndjson`)).text.trim().split('\n')).toHaveLength(3)
  expect((await ask(`${WINDOW}&format=xlsx`)).status).toBe(200)
})

it('returns the same bytes for an instant after a later correction', async () => {
  const [first] = (await ask(`bank=alpha&${WINDOW}`)).json.corrections
  const query = `bank=alpha&${WINDOW}&as_of=${first.corrected_at}`
  const before = await ask(query)
  expect(before.json.count).toBe(1)
  await seedRows(service.database, 'alpha', [rate('2026-01-05', '0.8629')])
  expect((await ask(query)).text).toBe(before.text)
  expect((await ask(`bank=alpha&${WINDOW}`)).json.count).toBe(3)
})

it('ends the window at the day of as_of, so that the answer stays', async () => {
  const { status, json } = await ask('bank=alpha&as_of=2026-01-31T12:00:00Z')
  expect([status, json]).toEqual([200, expect.objectContaining({ from: '2025-01-31', to: '2026-01-31' })])
})

it('ends a page with a complete date, and names the next one', async () => {
  const read = (most: number) =>
    service.database.write(
      "select distinct date, next_date from corrections('alpha', '2026-01-01', '2026-02-28', null, $1)",
      [most]
    )
  await seedRows(service.database, 'alpha', [rate('2026-02-02', '0.8')])
  await seedRows(service.database, 'alpha', [rate('2026-02-02', '0.81')])
  expect(await read(1)).toEqual([{ date: '2026-01-05', next_date: '2026-02-02' }])
  expect(await read(10)).toHaveLength(2)
})

it('returns 404 for an unknown source, 400 for a window that ends before it begins, and an empty list for none', async () => {
  expect((await ask('bank=nobody')).json.code).toBe('unknown_source')
  expect((await ask('from=2026-02-01&to=2026-01-01')).status).toBe(400)
  expect((await ask('bank=alpha&from=2020-01-01&to=2020-02-01')).json).toMatchObject({ count: 0, corrections: [] })
})

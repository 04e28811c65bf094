import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSources } from '../../adapters/registry.ts'
import { readPublicSet } from '../../modules/proof/keys.ts'
import type { PublicKey } from '../../modules/proof/kit/jws.ts'
import { kindOf } from '../../modules/proof/kit/statement.ts'
import { verifyFile, type Report } from '../../modules/proof/kit/verify.ts'
import { rereader } from '../../pipelines/read/reread.ts'
import { seedRows } from '../support/database.ts'
import { startFilledService, type FilledService } from '../support/filled.ts'
import { parser } from '../support/parser.ts'

// The module `proof` certifies the answers of the module `applicable`.

const read = rereader(parser, await loadSources())
let service: FilledService
let keys: PublicKey[]

beforeAll(async () => {
  service = await startFilledService()
  keys = readPublicSet(await (await fetch(`${service.address}/.well-known/jwks.json`)).text())
})
afterAll(() => service?.stop())

const ask = (query: string) =>
  fetch(`${service.address}/api/v1/certificates?${query}`, {
    headers: { authorization: `Bearer ${service.key}` }
  })

async function fileOf(query: string): Promise<Buffer> {
  const answer = await ask(query)
  expect(
    answer.status,
    await answer
      .clone()
      .text()
      .then((text) => text.slice(0, 200))
  ).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const verify = (file: Buffer): Promise<Report> => verifyFile(file, { keys, now: new Date(), read })
const faults = ({ checks }: Report) => checks.filter(({ holds }) => holds === false)

it('includes the rule of a legally required rate, which the verification applies', async () => {
  const zloty = (date: string, value: string) => ({ date, base: 'USD', quote: 'PLN', type: 'mid', value })
  await seedRows(service.database, 'nbp', [
    zloty('2026-03-02', '3.6056'),
    zloty('2026-03-03', '3.6820'),
    zloty('2026-03-04', '3.6770')
  ])
  const query = 'jurisdiction=PL&purpose=vat&date=2026-03-03&source=USD&amount=100000'
  const [report, printed] = [await verify(await fileOf(query)), await verify(await fileOf(`${query}&format=pdf`))]
  expect([...faults(report), ...faults(printed)]).toEqual([])
  const { statement, rates } = report.certificate!
  expect(statement).toMatchObject({
    kind: 'applicable',
    jurisdiction: 'PL',
    rule: { id: 'pl-vat', confidence: 'verified' },
    citation: { seen: 'law', place: expect.stringContaining('2024/361') },
    bank: { code: 'nbp' },
    rate: '3.6056',
    rate_date: '2026-03-02',
    requested_date: '2026-03-03'
  })
  const { faults: faultsIn } = kindOf(statement)
  expect(faultsIn(statement, rates)).toEqual([])
  for (const change of [
    { rate: '3.6057' },
    { converted: '360560.01' },
    { rate_date: '2026-03-03' },
    { method: 'inverse', rate: '3.6000' }
  ])
    expect(faultsIn({ ...statement, ...change }, rates)).not.toEqual([])
  expect((await ask('jurisdiction=PL&purpose=vat&date=2026-03-20&source=USD')).status).toBe(404)
  expect((await ask('jurisdiction=PL&bank=nbp&date=2026-03-03&source=USD&target=PLN')).status).toBe(400)
  expect((await ask('date=2026-03-03&source=USD')).status).toBe(400)
})

it('contains every rate of the period of a mean', async () => {
  const rates = [
    ['2024-03-04', '1.0750', '11.1000'],
    ['2024-03-05', '1.08', '11.2050'],
    ['2024-03-06', '1.0811', '11.2']
  ] as const
  await seedRows(
    service.database,
    'ecb',
    rates.flatMap(([date, dollar, krona]) =>
      [
        ['USD', dollar],
        ['SEK', krona]
      ].map(([quote, value]) => ({
        date,
        base: 'EUR',
        quote: quote!,
        type: 'reference',
        value: value!
      }))
    )
  )
  const query = 'rule=eu-grant&date=2024-03-06&from=2024-03-04&to=2024-03-06&source=EUR&target=USD&amount=100'
  for (const [pair, rate] of [
    ['source=EUR&target=USD', (1.075 + 1.08 + 1.0811) / 3],
    ['source=SEK&target=EUR', 3 / (11.1 + 11.205 + 11.2)]
  ] as const) {
    const [report, printed] = await Promise.all(
      ['', '&format=pdf'].map(async (form) =>
        verify(await fileOf(`${query.replace(/source.*target=USD/, pair)}${form}`))
      )
    )
    expect([...faults(report!), ...faults(printed!)]).toEqual([])
    const { statement, rates: proven } = report!.certificate!
    expect(statement).toMatchObject({
      method: 'mean',
      rates_in_mean: 3,
      valid_from: '2024-03-04',
      valid_to: '2024-03-06',
      rate_date: '2024-03-06'
    })
    expect(Number(statement.rate)).toBeCloseTo(rate, 14)
    const { faults: faultsIn } = kindOf(statement)
    for (const change of [{ rate: String(rate + 1e-9) }, { valid_from: '2024-03-05' }])
      expect(faultsIn({ ...statement, ...change }, proven)).not.toEqual([])
    expect(() => faultsIn(statement, proven.slice(1))).toThrow('expected a rate of 3 dates, found 2')
  }
})

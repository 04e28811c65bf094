import { expect, it } from 'vitest'
import source from '../../adapters/fr_dgfip.ts'

const record = (country: string, value: string) =>
  `{"monnaie_source":"XOF","code_pays":"${country}","date":"2026-09-01","taux":${value}}`

it.each([
  ['in the last digit become the first country’s row', '0.0015244902', ['0.0015244904']],
  ['only in their notation become one row', '1.5244904e-03', ['0.0015244904']],
  ['by more are both returned', '0.0015244802', ['0.0015244802', '0.0015244904']]
])('compares two copies that differ %s', async (_, other, values) => {
  const body = Buffer.from(`[${record('TG', other)},${record('BJ', '0.0015244904')}]`)
  const request = {
    method: 'GET' as const,
    url: 'https://data.economie.gouv.fr/?where=date+%3E%3D+date%272026-09-01%27+and+date+%3C%3D+date%272026-09-30%27',
    headers: {}
  }
  const rows = await source.parse({ source: 'fr_dgfip', request, mediaType: 'application/json', headers: {}, body })
  expect(rows.map(({ value }) => value)).toEqual(values)
})

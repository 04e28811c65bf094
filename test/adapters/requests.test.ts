import { expect, it } from 'vitest'
import ar_bna from '../../adapters/ar_bna.ts'
import ecb from '../../adapters/ecb.ts'
import eurostat from '../../adapters/eurostat.ts'
import hkma from '../../adapters/hkma.ts'
import nbp from '../../adapters/nbp.ts'
import tcmb from '../../adapters/tcmb.ts'
import {
  FetchError,
  type FindOptions,
  type Http,
  type Publication,
  type RequestOptions,
  type Source
} from '../../adapters/source.ts'

interface SentRequest {
  url: string
  headers: Record<string, string>
}

const publicationOf = (url: string, text: string): Publication => ({
  source: '',
  request: { method: 'GET', url, headers: {} },
  mediaType: '',
  headers: {},
  body: Buffer.from(text)
})

/** Runs a source's requests for a window against answers by their address; a number is a status without a document. */
async function fetchFrom(
  source: Source,
  [from, to]: [string, string],
  answer: (url: string) => string | number
): Promise<{ sent: SentRequest[]; publications: Publication[] }> {
  const sent: SentRequest[] = []
  const get = async (url: string, { headers = {} }: RequestOptions = {}) => {
    sent.push({ url, headers })
    const answered = answer(url)
    if (typeof answered === 'number') throw new FetchError('STATUS', `answered ${answered}`, { status: answered })
    return publicationOf(url, answered)
  }
  const find = async (url: string, options?: FindOptions) => (answer(url) === 404 ? undefined : get(url, options))
  const http = {
    get,
    find,
    credential: () => 'key',
    async *firstOf(...routes: Array<() => AsyncIterable<Publication>>) {
      yield* routes.at(-1)!()
    }
  } as unknown as Http
  const publications: Publication[] = []
  for await (const publication of source.fetch({ from, to, today: to }, http)) publications.push(publication)
  return { sent, publications }
}

it('fails if a Eurostat flow is missing, and requests former currencies up to the last of them', async () => {
  const { sent } = await fetchFrom(eurostat, ['1998-12-31', '1999-01-04'], () => 'csv')
  expect(sent.map(({ url }) => url.replace(/.*data\/|\?.*/g, ''))).toEqual([
    'ert_bil_eur_d/D.AVG.NAC.',
    'ert_h_eur_d/D.AVG.NAT.'
  ])
  await expect(
    fetchFrom(eurostat, ['1998-12-31', '1999-01-04'], (url) => (url.includes('ert_h') ? 404 : 'csv'))
  ).rejects.toThrow('answered 404')
  expect((await fetchFrom(eurostat, ['2026-09-01', '2026-09-07'], () => 'csv')).sent).toHaveLength(1)
})

it('fails if an NBP table is missing in a week that must have all tables', async () => {
  const without = (table: string) => (url: string) => (url.includes(table) ? 404 : '[]')
  await expect(fetchFrom(nbp, ['2026-03-01', '2026-05-31'], without('/tables/B/'))).rejects.toThrow('answered 404')
  expect((await fetchFrom(nbp, ['2026-03-05', '2026-03-09'], without('/tables/B/'))).publications).toHaveLength(3)
  expect((await fetchFrom(nbp, ['2010-03-01', '2010-05-31'], without('/cenyzlota/'))).publications).toHaveLength(3)
})

it('sends the Banco de la Nación Argentina the request of its page, because the table is empty otherwise', async () => {
  const { sent } = await fetchFrom(ar_bna, ['2026-09-14', '2026-09-16'], () => '<div>')
  expect(sent.length).toBeGreaterThan(1)
  expect(sent.map(({ headers }) => headers['x-requested-with'])).toEqual(sent.map(() => 'XMLHttpRequest'))
})

it('accepts bare headings from the ECB’s data API for days without a table', async () => {
  const { publications } = await fetchFrom(
    ecb,
    ['2026-09-05', '2026-09-06'],
    () => 'KEY,FREQ,CURRENCY,TIME_PERIOD,OBS_VALUE\r\n'
  )
  expect(publications.map((it) => ecb.parse(it))).toEqual([[]])
})

const evds = (days: string[]) =>
  JSON.stringify({
    items: days.map((day) => ({
      Tarih: day.split('-').reverse().join('-'),
      TP_DK_USD_A_YTL: '48.10',
      UNIXTIME: { $numberLong: String(Date.parse(`${day}T00:00+03:00`) / 1000) }
    }))
  })

it('refuses an answer of EVDS that begins long after the requested days', () => {
  const url =
    'https://evds3.tcmb.gov.tr/igmevdsms-dis/series=TP.DK.USD.A.YTL&startDate=01-04-2026&endDate=31-08-2026&type=json'
  expect(() => tcmb.parse(publicationOf(url, evds(['2026-05-04', '2026-05-05', '2026-08-31'])))).toThrow(
    'expected an answer from 2026-04-01 on, as requested, found one from 2026-05-04 on'
  )
  expect(tcmb.parse(publicationOf(url, evds(['2026-04-02', '2026-04-03'])))).toHaveLength(0)
})

it('requests fewer days from EVDS than it can answer', async () => {
  const { sent } = await fetchFrom(tcmb, ['2025-01-01', '2026-08-31'], () => '{}')
  expect(sent.length).toBeGreaterThan(4)
})

it('fails if pages of the HKMA end before the first requested day', async () => {
  const page = (...days: string[]) =>
    JSON.stringify({
      header: { success: true },
      result: { records: days.map((day) => ({ end_of_day: day, usd: '7.8' })) }
    })
  await expect(fetchFrom(hkma, ['2026-01-01', '2026-08-31'], () => page('2026-08-31', '2026-08-28'))).rejects.toThrow(
    'expected an answer from 2026-01-01 on'
  )
  expect(
    (await fetchFrom(hkma, ['2026-08-20', '2026-08-31'], () => page('2026-08-31', '2026-08-20'))).publications
  ).toHaveLength(1)
})

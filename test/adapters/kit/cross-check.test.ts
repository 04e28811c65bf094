import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePdf, type Text } from '../../../fixtures/pdf.ts'
import { againstCopy, againstInverse, withDollarsCompared } from '../../../adapters/kit/cross-check.ts'
import { loadSources } from '../../../adapters/registry.ts'
import { readText } from '../../../adapters/kit/text.ts'
import type { Publication, Row } from '../../../adapters/source.ts'
import { readRecording } from '../../../pipelines/fetch/replay.ts'
import { FIXTURES, replay } from '../fixture.ts'

const sources = new Map((await loadSources()).map((source) => [source.code, source]))

const LEFT = [100, 190, 236, 290, 346, 405, 461, 520]
const texts = (y: number, cells: string[]) =>
  cells.flatMap((cell, place): Text[] => (cell === '' ? [] : [[LEFT[place]!, y, cell]]))

describe('a figure that is printed again', () => {
  it('is compared with its copy in every digit', () => {
    expect(againstCopy('53.9256', '0.0000539256', 1000000)).toBeUndefined()
    expect(againstCopy('3.1606', '3.16060000')).toBeUndefined()
    expect(againstCopy('3.1606', undefined)).toBeUndefined()
    expect(againstCopy('3.1607', '3.1606')).toBe('the document also prints it as 3.1606')
    expect(againstCopy('3.1606', 'n/a')).toBe('the document also prints it as n/a')
  })

  it('is compared with its inverse within the digits of both', () => {
    expect(againstInverse('2.4594', '0.4066')).toBeUndefined()
    expect(againstInverse('962211.4861', '0')).toBeUndefined()
    expect(againstInverse('6.15757', '162.402', 1000)).toBeUndefined()
    expect(againstInverse('2.4694', '0.4066')).toBe('the document prints 0.4066 as its inverse')
    expect(againstInverse('2.4594', '2.4594')).toBe('the document prints 2.4594 as its inverse')
  })
})

describe('rates against the dollar', () => {
  const line = (base: string, quote: string, value: string, unit = 1, type = 'middle'): Row => ({
    date: '2026-05-22',
    base,
    quote,
    type,
    value,
    unit
  })
  // as in a table of the Central Bank of Turkmenistan
  const TABLE = [
    line('USD', 'TMT', '3.5'),
    line('EUR', 'TMT', '4.0649'),
    line('EUR', 'USD', '1.1614'),
    line('IRR', 'TMT', '0.0265', 10_000),
    line('USD', 'IRR', '1319257'),
    line('XAF', 'TMT', '0.0007'),
    line('USD', 'XAF', '5100'),
    line('TMT', 'JPY', '45.4545'),
    line('USD', 'JPY', '159.09')
  ]
  const contradicted = (rows: Row[], options: Partial<Parameters<typeof withDollarsCompared>[1]> = {}) =>
    withDollarsCompared(rows, { home: 'TMT', types: { middle: 'middle' }, ...options })
      .filter((row) => row.contradicted !== undefined)
      .map(({ base, quote, contradicted }) => `${base}/${quote} ${contradicted}`)
  const printed = (base: string, quote: string, value: string, rows = TABLE) =>
    rows.map((row) => (row.base === base && row.quote === quote ? { ...row, value } : row))

  it('agree with those in home currency within their digits or a hundredth', () => {
    expect(contradicted(TABLE)).toEqual([])
    expect(contradicted(printed('EUR', 'TMT', 'n/a'))).toEqual([])
    expect(contradicted(printed('EUR', 'USD', '1.1729'))).toEqual([])
  })

  it.each([
    [
      'EUR',
      'USD',
      '1.1614',
      '1.2641',
      [
        "EUR/TMT the document's rates against the dollar give 4.42435",
        "EUR/USD the document's other rates give 1.16140"
      ]
    ],
    [
      'EUR',
      'TMT',
      '4.0649',
      '4.6049',
      [
        "EUR/TMT the document's rates against the dollar give 4.06490",
        "EUR/USD the document's other rates give 1.31569"
      ]
    ],
    [
      'TMT',
      'JPY',
      '45.4545',
      '54.4545',
      [
        "TMT/JPY the document's rates against the dollar give 45.4543",
        "USD/JPY the document's other rates give 190.591"
      ]
    ],
    [
      'USD',
      'IRR',
      '1319257',
      '1391257',
      [
        "IRR/TMT the document's rates against the dollar give 0.0251571",
        "USD/IRR the document's other rates give 1.32075e+6"
      ]
    ]
  ])(
    'contradict both figures of a currency, either of which may be wrong: %s/%s %s as %s',
    (base, quote, _, wrong, found) => {
      expect(contradicted(printed(base, quote, wrong))).toEqual(found)
    }
  )

  it('are the only contradicted figures if their direction or unit is wrong', () => {
    expect(contradicted(printed('EUR', 'USD', '0.8610'))).toEqual(["EUR/USD the document's other rates give 1.16140"])
    expect(contradicted(printed('USD', 'JPY', '1.5909'))).toEqual(["USD/JPY the document's other rates give 159.091"])
  })

  it.each(['3.9', '35', '0.35', '0.2857'])('contradict the figure of the dollar if most do: %s', (value) => {
    expect(contradicted(printed('USD', 'TMT', value))).toEqual([
      "USD/TMT most of the document's rates against the dollar contradict it"
    ])
    const others = printed('EUR', 'USD', '0.8610', printed('USD', 'TMT', value))
    expect(contradicted(others)).toEqual(["USD/TMT most of the document's rates against the dollar contradict it"])
  })

  it('are the only contradicted figures if they are off by different powers of ten', () => {
    const wrong = printed('USD', 'JPY', '1.5909', printed('USD', 'XAF', '51000'))
    expect(contradicted(wrong)).toEqual([
      "USD/XAF the document's other rates give 5000.00",
      "USD/JPY the document's other rates give 159.091"
    ])
  })

  it('are compared by rate type, within a share, and without unchecked currencies', () => {
    const wrong = printed('EUR', 'USD', '1.2641')
    expect(contradicted(wrong, { types: { arbitrage: 'middle' } })).toEqual([])
    expect(contradicted(wrong, { share: 0.1 })).toEqual([])
    expect(contradicted(wrong, { unchecked: ['EUR'] })).toEqual([])
    const others = wrong.map((row) =>
      row.quote === 'USD' || row.quote === 'IRR' ? { ...row, type: 'arbitrage' } : row
    )
    expect(contradicted(others, { types: { arbitrage: 'middle' } })).toHaveLength(2)
  })
})

it('compares the middle rates of rbz with those against the dollar', async () => {
  const source = sources.get('rbz')!
  const table = (sdr: string) =>
    makePdf(
      [
        [200, 800, 'Friday, 31 January 2025'],
        ...texts(760, ['CURRENCY', 'INDICES', 'BID', 'ASK', 'MID RATE', 'BID RATE', 'ASK RATE', 'MID RATE']),
        ...texts(750, ['', '', '', '', '', 'ZWG', 'ZWG', 'ZWG']),
        [455, 740, 'INTERBANK RATE'],
        ...[
          'USD  1 1 1.0000 25.7065 27.0247 26.3656',
          'ZAR  18.5545 18.5595 18.55700 0.6865 0.7219 0.7042',
          'GBP * 1.2417 1.2424 1.24205 31.9197 33.5754 32.7476',
          `SDR * 1.305350 1.305350 1.30535 34.4163 34.4163 ${sdr}`,
          'CHF  0.9098 0.9104 0.91010 23.3877 24.6032 23.9955'
        ].flatMap((line, index) => texts(726 - 12 * index, line.split(' ')))
      ],
      7
    )
  const contradicted = async (sdr: string) =>
    (
      await source.parse({
        source: 'rbz',
        request: { method: 'GET', url: source.sourceUrl, headers: {} },
        mediaType: 'application/pdf',
        headers: {},
        body: table(sdr)
      })
    )
      .filter((row) => row.contradicted !== undefined)
      .map(({ base, quote, type, value }) => `${base}/${quote} ${type} ${value}`)
  expect(await contradicted('34.4163')).toEqual([])
  expect(await contradicted('43.4163')).toEqual(['XDR/USD middle 1.30535', 'XDR/ZWG middle 43.4163'])
})

describe.each([
  ['amcm', '"usdMean":"5.7635"', '"usdMean":"5.7653"'],
  ['bccr', '"463.24"', '"464.24"'],
  ['bnb', '<RATE>1.23873<', '<RATE>1.23783<'],
  ['cbr', '<Value>', '<Value>1'],
  ['cbsl', '2.0549', '2.0449'],
  ['hmrc_avg', '3.0242', '3.2042'],
  ['nbg', '"rateFormated":"3.1606"', '"rateFormated":"3.1646"'],
  ['nbu', '"rate":50.9036', '"rate":50.9063']
])('%s', (code, printed, changed) => {
  it('compares a figure with its second print', async () => {
    const source = sources.get(code)!
    const publications = await replay(source, await readRecording(join(FIXTURES, code, 'main')))
    const publication = publications.find((it) => readText(it).includes(printed))!
    const contradicted = async (it: Publication) =>
      (await source.parse(it)).filter((row) => row.contradicted !== undefined).length
    expect(await contradicted(publication)).toBe(0)
    const body = Buffer.from(Buffer.from(publication.body).toString('latin1').replace(printed, changed), 'latin1')
    expect(await contradicted({ ...publication, body })).toBe(1)
  })
})

it('refuses a table of bazg that was set after the requested day', async () => {
  const source = sources.get('bazg')!
  const [table] = await replay(source, await readRecording(join(FIXTURES, 'bazg', 'main')))
  const request = { ...table!.request, url: table!.request.url.replace(/d=\d{8}/, 'd=20220101') }
  expect(() => source.parse({ ...table!, request })).toThrow('a table set on 2022-01-01 or before')
})

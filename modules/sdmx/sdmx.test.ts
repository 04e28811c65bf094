import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { identity, startService, type Service } from '../../test/support/service.ts'
import { seedRows } from '../../test/support/database.ts'
import { periodOf, spanOf } from './periods.ts'

const row = (date: string, quote: string, value: string) => ({ date, base: 'EUR', quote, type: 'reference', value })
const ECB = [
  row('2026-01-29', 'USD', '1.1900'),
  row('2026-01-30', 'USD', '1.1920'),
  row('2026-02-02', 'USD', '1.1840'),
  row('2026-02-02', 'JPY', '183.50'),
  row('2026-02-27', 'USD', '1.1800'),
  row('2026-03-17', 'USD', '1.1531'),
  row('2026-03-17', 'JPY', '183.29')
]

const QUOTES = Object.keys(CURRENCIES)
  .filter((it) => it !== 'EUR')
  .slice(0, 60)

let service: Service

beforeAll(async () => {
  const sources = [
    identity('ecb', 'EUR'),
    identity('alpha', 'CAD', ['buy', 'sell']),
    identity('long', 'EUR'),
    { ...identity('mixed', 'USD', ['composite']), kind: 'composite' as never }
  ]
  service = await startService(sources, {
    ecb: ECB,
    long: ['1950-01-02', '2025-12-31'].flatMap((date) => QUOTES.map((quote) => row(date, quote, '7'))),
    mixed: [{ date: '2026-02-03', base: 'USD', quote: 'CHF', type: 'composite', value: '0.7801' }],
    alpha: [
      { date: '2026-03-16', base: 'USD', quote: 'CAD', type: 'buy', value: '1.36' },
      { date: '2026-03-16', base: 'USD', quote: 'CAD', type: 'sell', value: '1.38' }
    ]
  })
})
afterAll(() => service.stop())

/** Loads rows of the European Central Bank, and releases those that the checks quarantine. */
async function seed(rows: Array<ReturnType<typeof row>>): Promise<void> {
  await seedRows(service.database, 'ecb', rows)
  await service.database.write(
    'select release_quarantined(array_agg(id), array_agg(rate), $1, $2) from quarantine where decided_at is null ' +
      'having count(*) > 0',
    ['a test', 'the bank prints it']
  )
}

const ask = (path: string, accept?: string, options: Parameters<Service['ask']>[1] = { plan: 'developer' }) =>
  service.ask(`/sdmx/${path}`, { ...options, headers: accept === undefined ? {} : { accept } })
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(','))
/** The time and the value of each line of the European Central Bank's CSV. */
const figuresIn = (text: string) => {
  const [head, ...lines] = linesOf(text)
  return lines.map((cells) => ['KEY', 'TIME_PERIOD', 'OBS_VALUE'].map((name) => cells[head!.indexOf(name)]!))
}
const csv = async (path: string) =>
  figuresIn((await ask(`${path}${path.includes('?') ? '&' : '?'}format=csvdata&detail=dataonly`)).text)
const parsed = (text: string) => {
  expect(XMLValidator.validate(text)).toBe(true)

  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    parseAttributeValue: false
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
  }).parse(text) as Record<string, any>
}

describe('the key of the European Central Bank', () => {
  const KEY = '2.1/data/EXR/D.USD.EUR.SP00.A?startPeriod=2026-03'

  it('gives its figure as generic and structure-specific XML', async () => {
    const { headers, text } = await ask(KEY, '*/*')
    expect(headers.get('content-type')).toBe('application/vnd.sdmx.genericdata+xml;version=2.1')
    const { Series } = parsed(text).GenericData.DataSet
    expect(Series.SeriesKey.Value.map(({ value }: { value: string }) => value)).toEqual([
      'D',
      'USD',
      'EUR',
      'SP00',
      'A'
    ])
    expect(Series.Obs).toMatchObject({ ObsDimension: { value: '2026-03-17' }, ObsValue: { value: '1.1531' } })
    const specific = parsed((await ask(KEY, 'application/vnd.sdmx.structurespecificdata+xml;version=2.1')).text)
      .StructureSpecificData.DataSet.Series
    expect(specific).toMatchObject({
      CURRENCY: 'USD',
      DECIMALS: '4',
      UNIT: 'USD',
      Obs: { TIME_PERIOD: '2026-03-17', OBS_VALUE: '1.1531', OBS_STATUS: 'A' }
    })
  })

  it('gives its figure as JSON in three forms and as CSV in three', async () => {
    const wd = JSON.parse((await ask(KEY, 'application/json')).text)
    expect(wd.dataSets[0].series['0:0:0:0:0'].observations['0'][0]).toBe(1.1531)
    expect(wd.structure.dimensions.observation[0].values[0].id).toBe('2026-03-17')
    for (const version of ['1.0.0', '2.0.0'])
      expect(
        JSON.parse((await ask(KEY, `application/vnd.sdmx.data+json;version=${version}`)).text).data.dataSets[0].series[
          '0:0:0:0:0'
        ].observations['0'][0]
      ).toBe(1.1531)
    expect(await csv(KEY)).toEqual([['EXR.D.USD.EUR.SP00.A', '2026-03-17', '1.1531']])
    expect((await ask(`${KEY}&detail=dataonly`, 'application/vnd.sdmx.data+csv;version=1.0.0')).text).toContain(
      '\nECB:EXR(1.0),D,USD,EUR,SP00,A,2026-03-17,1.1531\n'
    )
    expect(
      (await ask(`${KEY}&detail=dataonly`, 'application/vnd.sdmx.data+csv;version=2.0.0;keys=series')).text
    ).toContain('\ndataflow,ECB:EXR(1.0),I,D.USD.EUR.SP00.A,D,USD,EUR,SP00,A,2026-03-17,1.1531\n')
  })

  it('gives the same figure under every name of the flow, and under 3.0', async () => {
    for (const flow of ['EXR', 'ECB,EXR', 'ECB,EXR,1.0', 'all,EXR,latest'])
      expect(await csv(`2.1/data/${flow}/D.USD.EUR.SP00.A/all/?startPeriod=2026-03`)).toHaveLength(1)
    for (const path of ['dataflow/ECB/EXR/+/D.USD', '*/ECB/EXR/1.0/D.USD.*.*.A', 'dataflow/*/EXR/*/D.USD,M.GBP']) {
      const { data } = JSON.parse((await ask(`3.0/data/${path}?c[TIME_PERIOD]=ge:2026-03-01+le:2026-03-31`)).text)
      expect(
        Object.values(
          data.dataSets[0].series as Record<
            string,
            {
              observations: object
            }
          >
        )[0]!.observations
      ).toHaveProperty('0', [1.1531, 0, 0])
    }
  })

  it('has an ETag that does not depend on when the message was prepared', async () => {
    const [one, other] = [await ask(KEY), await ask(KEY)]
    expect(one.headers.get('etag')).toBe(other.headers.get('etag'))
    expect(one.headers.get('vary')).toContain('Accept')
  })
})

describe('data', () => {
  it('has the average and the last figure of completed months, quarters and years, marked as calculated', async () => {
    expect(await csv('2.1/data/EXR/M.USD.EUR.SP00.A+E?endPeriod=2026-02')).toEqual([
      ['EXR.M.USD.EUR.SP00.A', '2026-01', '1.191'],
      ['EXR.M.USD.EUR.SP00.A', '2026-02', '1.182'],
      ['EXR.M.USD.EUR.SP00.E', '2026-01', '1.1920'],
      ['EXR.M.USD.EUR.SP00.E', '2026-02', '1.1800']
    ])
    expect(
      (await ask('2.1/data/EXR/M.USD.EUR.SP00.A?startPeriod=2026-01-30&endPeriod=2026-01-31&format=csvdata')).text
    ).toContain('2026-01,1.191,A,F,,Calculated by this service: average of 2 published rates,P1M')
    const today = new Date().toISOString().slice(0, 10)
    await seed([row(today, 'CHF', '0.9068')])
    expect(await csv('2.1/data/EXR/D.CHF.EUR.SP00.A')).toEqual([['EXR.D.CHF.EUR.SP00.A', today, '0.9068']])
    expect((await ask('2.1/data/EXR/M.CHF.EUR.SP00.A')).status).toBe(404)
  })

  it('counts first and last figures within each series and within the window', async () => {
    expect(
      (await csv('2.1/data/EXR/D.USD+JPY.EUR.SP00.A?lastNObservations=1&endPeriod=2026-03-15')).map(
        ([, day, value]) => [day, value]
      )
    ).toEqual([
      ['2026-02-02', '183.50'],
      ['2026-02-27', '1.1800']
    ])
    expect((await csv('2.1/data/EXR/D.USD...?firstNObservations=1&lastNObservations=1')).map(([, day]) => day)).toEqual(
      ['2026-01-29', '2026-03-17']
    )
  })

  it('has a flow for each source and one for all, with the source as a dimension', async () => {
    expect(await csv('2.1/data/EXR_ALPHA/D.CAD.USD.SELL.A')).toEqual([
      ['EXR_ALPHA.D.CAD.USD.SELL.A', '2026-03-16', '1.38']
    ])
    expect(
      (await csv('2.1/data/EXR_ALL/D.....?startPeriod=2026-03-16&endPeriod=2026-03-17')).map(([key]) => key)
    ).toEqual([
      'EXR_ALL.D.CAD.USD.BUY.A.ALPHA',
      'EXR_ALL.D.CAD.USD.SELL.A.ALPHA',
      'EXR_ALL.D.JPY.EUR.REFERENCE.A.ECB',
      'EXR_ALL.D.USD.EUR.REFERENCE.A.ECB'
    ])
  })

  it('selects codes with conditions under 3.0', async () => {
    const keysOf = async (query: string) =>
      figuresIn((await ask(`3.0/data/dataflow/ECB/EXR/1.0/D?c[TIME_PERIOD]=2026-03-17&${query}`, 'text/csv')).text).map(
        ([, , value]) => value
      )
    expect(await keysOf('c[CURRENCY]=USD')).toEqual(['1.1531'])
    expect(await keysOf('c[CURRENCY]=ne:USD')).toEqual(['183.29'])
    expect(await keysOf('c[CURRENCY]=sw:J,eq:USD')).toEqual(['183.29', '1.1531'])
  })

  // sdmx-json-parser 0.3.1 shows the first value of an attribute wherever it is absent.
  it.each([
    ['1.0.0', 'EXR_ALL/D.....?startPeriod=2026-01'],
    ['2.0.0', 'EXR_ALL/D.....?startPeriod=2026-01'],
    ['1.0.0', 'EXR/D+M.USD.EUR.SP00.A?startPeriod=2026-01'],
    ['2.0.0', 'EXR/M+D.USD.EUR.SP00.A?startPeriod=2026-01'],
    ['2.0.0', 'EXR/M+D.USD.EUR.SP00.A?startPeriod=2026-01&dimensionAtObservation=AllDimensions']
  ])('gives every attribute to all or none of the figures in SDMX-JSON %s of %s', async (version, path) => {
    const { text } = await ask(`2.1/data/${path}`, `application/vnd.sdmx.data+json;version=${version}`)
    const { dataSets, structure, structures } = JSON.parse(text).data
    const { attributes } = structure ?? structures[0]
    expect(JSON.stringify(dataSets)).toContain(':')
    expect(JSON.stringify(dataSets)).not.toContain('null')
    for (const { values } of [...attributes.series, ...attributes.observation]) expect(values).not.toEqual([])
  })

  it('marks each figure as published or calculated if an answer has both', async () => {
    const { text } = await ask('2.1/data/EXR/M+D.USD.EUR.SP00.A?startPeriod=2026-01&format=csvdata')
    const [head, ...lines] = linesOf(text)
    const comments = lines.map((cells) => [cells[1], cells[head!.indexOf('OBS_COM')]])
    expect(new Set(comments.filter(([frequency]) => frequency === 'D').map(([, it]) => it))).toEqual(
      new Set(['As published'])
    )
    for (const [, it] of comments.filter(([frequency]) => frequency === 'M')) expect(it).toMatch(/^Calculated by this/)
  })

  it('names no common publisher for the figures of all sources', async () => {
    const { text } = await ask('2.1/data/EXR_ALL/D.....?startPeriod=2026-01&format=csvdata')
    const [head, ...lines] = linesOf(text)
    const of = (source: string, name: string) =>
      lines.find((cells) => cells[head!.indexOf('SOURCE')] === source)![head!.indexOf(name)]
    expect([of('ECB', 'SOURCE_AGENCY'), of('ALPHA', 'SOURCE_AGENCY')]).toEqual(['', ''])
    expect([of('ECB', 'COMPILATION'), of('MIXED', 'COMPILATION')]).toEqual([
      'As published',
      'Calculated by this service from the rates of other publishers'
    ])
  })

  it('lists series without observations, and observations without series', async () => {
    const series = parsed((await ask('2.1/data/EXR/D....?detail=serieskeysonly&endPeriod=2026-03')).text).GenericData
      .DataSet.Series
    expect(series).toHaveLength(2)
    expect(series[0]).not.toHaveProperty('Obs')
    const flat = parsed(
      (await ask('2.1/data/EXR/D.USD.EUR.SP00.A?startPeriod=2026-03&dimensionAtObservation=AllDimensions')).text
    ).GenericData.DataSet.Obs
    expect(flat.ObsKey.Value.map(({ value }: { value: string }) => value)).toEqual([
      'D',
      'USD',
      'EUR',
      'SP00',
      'A',
      '2026-03-17'
    ])
    const section = parsed(
      (
        await ask(
          '2.1/data/EXR/D..EUR.SP00.A?startPeriod=2026-03-17&endPeriod=2026-03-17&dimensionAtObservation=CURRENCY'
        )
      ).text
    ).GenericData.DataSet.Series
    expect(section.Obs.map(({ ObsDimension: { value } }: { ObsDimension: { value: string } }) => value)).toEqual([
      'JPY',
      'USD'
    ])
  })

  it('returns what changed after an instant, and every version of a figure', async () => {
    const before = new Date().toISOString()
    await seed([row('2026-02-27', 'USD', '1.1801')])
    expect((await csv(`2.1/data/EXR/D....?updatedAfter=${before}`)).map(([, , value]) => value)).toEqual(['1.1801'])
    const { text } = await ask(
      '2.1/data/EXR/D.USD.EUR.SP00.A?startPeriod=2026-02-27&endPeriod=2026-02-27&includeHistory=true&format=csvdata&detail=dataonly'
    )
    expect(linesOf(text).map((cells) => cells.slice(7, 9))).toEqual([
      ['OBS_VALUE', 'ACTION'],
      ['1.1800', 'Replace'],
      ['1.1801', 'Replace']
    ])
    expect((await ask('2.1/data/EXR/D....?updatedAfter=2999-01-01')).status).toBe(404)
  })
})

describe('access and price', () => {
  it('needs the key of a paid plan for data, and none for structures', async () => {
    const { status, text } = await ask('2.1/data/EXR/D.USD.EUR.SP00.A', undefined, {})
    expect(status).toBe(401)
    expect(parsed(text).Error.ErrorMessage).toMatchObject({ code: '110', Text: { lang: 'en' } })
    expect((await ask('2.1/data/EXR/D.USD.EUR.SP00.A', undefined, { plan: 'free' })).status).toBe(403)
    expect((await ask('2.1/dataflow', undefined, {})).status).toBe(200)
  })

  it('states the price before charging it', async () => {
    const { text } = await ask('2.1/availableconstraint/EXR/D.USD.EUR.SP00.A?endPeriod=2026-03', undefined, {})
    const { Annotations, CubeRegion } = parsed(text).Structure.Structures.Constraints.ContentConstraint
    expect(
      Annotations.Annotation.map(({ id, AnnotationTitle }: Record<string, string>) => [id, Number(AnnotationTitle)])
    ).toEqual([
      ['series_count', 1],
      ['obs_count', 5],
      ['units', 3]
    ])
    expect(CubeRegion.KeyValue.find(({ id }: { id: string }) => id === 'CURRENCY').Value).toBe('USD')
    const used = async (method: string) =>
      Number(
        (
          await ask('2.1/data/EXR/D.USD.EUR.SP00.A?endPeriod=2026-03', undefined, {
            plan: 'business',
            method
          })
        ).headers.get('x-monthly-used')
      )
    expect([await used('HEAD'), await used('GET'), await used('GET')]).toEqual([0, 3, 6])
  })

  it('refuses a key with wildcards over more than a million figures, with their number and price', async () => {
    const KEY = 'EXR_LONG/D....'
    const { status, headers, text } = await ask(`2.1/data/${KEY}`)
    expect([status, headers.get('content-type'), headers.get('x-request-cost')]).toEqual([413, 'application/xml', null])
    const { code, Text } = parsed(text).Error.ErrorMessage
    expect([code, Text['#text']]).toEqual([
      '130',
      expect.stringMatching(/^these 60 series have up to 1258560 figures, for 54720 units, .* at most 1000000: /)
    ])
    expect((await ask('3.0/data/dataflow/RATEBOOK/EXR_LONG/1.0/D')).json).toMatchObject({
      errors: [{ code: 413, title: 'SDMX error 130' }]
    })
    const { Annotations } = parsed((await ask(`2.1/availableconstraint/${KEY}`, undefined, {})).text).Structure
      .Structures.Constraints.ContentConstraint
    expect(
      Annotations.Annotation.map(({ id, AnnotationTitle }: Record<string, unknown>) => [id, AnnotationTitle])
    ).toEqual([
      ['series_count', 60],
      ['units', 54720]
    ])
    const few = await ask(`2.1/data/${KEY}?lastNObservations=1&format=csvdata`)
    expect([few.status, few.headers.get('x-request-cost'), figuresIn(few.text).length]).toEqual([200, '60', 60])
  })
})

describe('structures', () => {
  const listsOf = async (path: string) =>
    Object.keys(parsed((await ask(`2.1/${path}`)).text).Structure.Structures).sort()

  it.each([
    ['dataflow/ECB/EXR', ['Dataflows']],
    ['dataflow/ECB/EXR?references=children', ['DataStructures', 'Dataflows']],
    ['datastructure/all/ECB_EXR1/latest/?references=children', ['Codelists', 'Concepts', 'DataStructures']],
    [
      'dataflow/ECB/EXR/latest?references=all',
      ['Codelists', 'Concepts', 'Constraints', 'DataStructures', 'Dataflows', 'OrganisationSchemes']
    ],
    ['dataflow/ECB/latest', ['Dataflows']]
  ])('has in %s %s', async (path, lists) => {
    expect(await listsOf(path)).toEqual(lists)
  })

  it('are written once for a format, a request and a catalogue', async () => {
    const PATH = '2.1/dataflow/all/all/latest/?references=all'
    const preparedAt = async (accept?: string) =>
      (await ask(PATH, accept)).text.match(/"?[Pp]repared"?[>:]"?([^"<]+)/)![1]
    const first = await preparedAt()
    await sleep(1_100)
    expect(await preparedAt()).toBe(first)
    expect(await preparedAt('application/vnd.sdmx.structure+xml;version=3.0.0')).not.toBe(first)
    await service.database.write("update sources set name = 'Renamed' where code = 'long'")
    expect(await preparedAt()).not.toBe(first)
  })

  it('are JSON under 3.0, and stubs or single items on request', async () => {
    const { data } = JSON.parse((await ask('3.0/structure/dataflow/ECB/EXR/~')).text)
    expect(data.dataflows[0]).toMatchObject({
      id: 'EXR',
      agencyID: 'ECB',
      version: '1.0',
      structure: expect.stringContaining('ECB:ECB_EXR1(1.0)')
    })
    expect(
      parsed((await ask('2.1/codelist/ECB/CL_FREQ/1.0/D')).text).Structure.Structures.Codelists.Codelist.Code
    ).toMatchObject({
      id: 'D'
    })
    expect(
      parsed((await ask('2.1/codelist/ECB/CL_FREQ?detail=allstubs')).text).Structure.Structures.Codelists.Codelist
    ).toMatchObject({
      isExternalReference: 'true'
    })
    expect((await ask('2.1/schema/dataflow/ECB/EXR')).text).toContain(
      '<xs:restriction base="dsd:TimeSeriesDataSetType">'
    )
    expect((await ask('2.1/schema/dataflow/ECB/EXR')).text).toContain(
      'targetNamespace="urn:sdmx:org.sdmx.infomodel.datastructure.DataStructure=ECB:ECB_EXR1(1.0):ObsLevelDim:TIME_PERIOD"'
    )
  })
})

describe('a wrong request', () => {
  it.each([
    ['2.1/data/EXR/D.USD', 400, 140, 'expected 5 codes'],
    ['2.1/data/EXR/D.USD.EUR.SP00.A?startPeriod=2026-02-30', 400, 140, 'startPeriod: expected a date or a period'],
    ['2.1/data/EXR/D.USD.EUR.SP00.A?nonsense=1', 400, 140, 'no such parameter'],
    ['2.1/data/EXR/D.XXX.EUR.SP00.A', 404, 100, 'No results found'],
    ['2.1/data/EXR/D.USD.EUR.SP00.A/NOPE', 404, 100, 'expected ECB, or all'],
    ['2.1/data/NOPE', 404, 100, 'there is no dataflow NOPE'],
    ['2.1/codelist/ECB/NOPE', 404, 100, 'there is no codelist NOPE'],
    ['2.1/nonsense', 400, 140, 'expected a type of artefact'],
    ['2.1/data/EXR/D.USD.EUR.SP00.A?format=pdf', 400, 140, 'format: expected'],
    ['2.1/data/EXR?dimensionAtObservation=NOPE', 400, 140, 'dimensionAtObservation: expected']
  ])('gets for %s %i as an error message with the code %i', async (path, status, code, text) => {
    const answer = await ask(path)
    expect(answer.status).toBe(status)
    const { code: given, Text } = parsed(answer.text).Error.ErrorMessage
    expect([given, Text['#text']]).toEqual([String(code), expect.stringContaining(text)])
  })

  it('gets an error for format=json, which the SDMX endpoints do not have', async () => {
    const { status, text } = await ask('2.1/data/EXR/D.USD.EUR.SP00.A?format=json')
    expect([status, text]).toEqual([400, expect.stringContaining('format: expected genericdata')])
  })

  it('gets an error in JSON if it requests JSON, and 406 for a type that is not served', async () => {
    expect(JSON.parse((await ask('3.0/data/dataflow/ECB/NOPE')).text)).toMatchObject({
      meta: { sender: { id: 'RATEBOOK' } },
      errors: [{ code: 404, detail: expect.stringContaining('NOPE') }]
    })
    expect((await ask('2.1/data/EXR', 'image/png')).status).toBe(406)
  })
})

describe('periods', () => {
  const day = fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))

  it('contain the days that they are named after', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('A', 'Q', 'M', 'D'), (date, frequency) => {
        const { from, to } = spanOf(periodOf(frequency, date))!
        expect(from <= date && date <= to).toBe(true)
      })
    )
  })

  it('have several notations', () => {
    expect(spanOf('2026-Q1')).toEqual({ from: '2026-01-01', to: '2026-03-31' })
    expect(spanOf('2026-S2')).toEqual({ from: '2026-07-01', to: '2026-12-31' })
    expect(spanOf('2026-W01')).toEqual({ from: '2025-12-29', to: '2026-01-04' })
    expect(spanOf('2026-D060')).toEqual({ from: '2026-03-01', to: '2026-03-01' })
    expect(spanOf('2026-03-17T10:00:00Z')).toEqual({ from: '2026-03-17', to: '2026-03-17' })
    for (const text of ['', '2026-Q5', '2026-13', '2026-02-30', '2026-W54', '2025-D366', '26', 'latest'])
      expect(spanOf(text), text).toBeUndefined()
  })
})

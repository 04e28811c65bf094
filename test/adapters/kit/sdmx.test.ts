import { describe, expect, it } from 'vitest'
import { isMissing, readSdmxCsv, type Observation } from '../../../adapters/kit/sdmx.ts'
import { LayoutError, type Publication } from '../../../adapters/source.ts'

const publicationOf = (text: string): Publication => {
  return {
    source: 'test',
    request: { method: 'GET', url: 'https://test.example/', headers: {} },
    mediaType: '',
    headers: {},
    body: Buffer.from(text)
  }
}
const seen = (observations: Observation[]) =>
  observations.map((it) => [it('FREQ'), it('CURRENCY'), it('UNIT_MULT'), it('TIME_PERIOD'), it('OBS_VALUE')])

const EXPECTED = [
  ['D', 'SEK', '2', '2026-03-16', '104.07'],
  ['D', 'SEK', '2', '2026-03-17', '103.50'],
  ['D', 'USD', '0', '2026-03-16', '9.7134']
]

describe('kit/sdmx', () => {
  it.each([',', ';'])('reads CSV with %s as its delimiter', (delimiter) => {
    const lines = [
      ['DATAFLOW', 'FREQ', 'CURRENCY', 'UNIT_MULT', 'TIME_PERIOD', 'OBS_VALUE'],
      ...EXPECTED.map((it) => ['BANK:EXR(1.0)', ...it])
    ]
    expect(
      seen(readSdmxCsv(publicationOf(`${lines.map((line) => line.join(delimiter)).join('\r\n')}\r\n`), { delimiter }))
    ).toEqual(EXPECTED)
  })

  it('recognises an observation without a figure', () => {
    const observations = readSdmxCsv(
      publicationOf('TIME_PERIOD,OBS_VALUE\n2026-03-16,\n2026-03-17,NaN\n2026-03-18,0\n')
    )
    expect(observations.map(isMissing)).toEqual([true, true, false])
  })

  it('refuses CSV without a column of figures or without rows', () => {
    expect(() => readSdmxCsv(publicationOf('TIME_PERIOD,VALUE\n2026-03-16,1\n'))).toThrow(LayoutError)
    expect(() => readSdmxCsv(publicationOf('TIME_PERIOD,OBS_VALUE\n'))).toThrow(LayoutError)
  })
})

import { describe, expect, it } from 'vitest'
import source from '../../adapters/riksbank.ts'
import { LayoutError } from '../../adapters/source.ts'

const group = (observations: string) =>
  source.parse({
    source: 'riksbank',
    request: {
      method: 'GET',
      url: 'https://api.riksbank.se/swea/v1/Observations/ByGroup/130/1998-12-28/1999-01-08',
      headers: {}
    },
    mediaType: 'application/json',
    headers: {},
    body: Buffer.from(`[${observations}]`)
  })

describe('the group of the Riksbank', () => {
  it('has the ECU in the series of the euro before 1999', () => {
    expect(
      group(
        '{"seriesId":"SEKEURPMI","date":"1998-12-30","value":9.1},{"seriesId":"SEKEURPMI","date":"1999-01-04","value":9.2}'
      )
    ).toMatchObject([
      { base: 'XEU', date: '1998-12-30' },
      { base: 'EUR', date: '1999-01-04' }
    ])
  })

  it('marks a missing rate with null or zero', () => {
    expect(
      group(
        '{"seriesId":"SEKITLPMI","date":"1999-01-04","value":null},{"seriesId":"SEKTRLPMI","date":"1999-01-04","value":0}'
      )
    ).toEqual([])
  })

  it('refuses a series with another layout', () => {
    expect(() => group('{"seriesId":"SEKUSDAVG","date":"1999-01-04","value":8.1}')).toThrow(LayoutError)
  })
})

import { describe, expect, it } from 'vitest'
import source from '../../adapters/fed.ts'
import { LayoutError } from '../../adapters/source.ts'

const release = (days: string[], unit = 'Currency') =>
  source.parse({
    source: 'fed',
    request: { method: 'GET', url: 'https://www.federalreserve.gov/datadownload/Output.aspx', headers: {} },
    mediaType: 'text/csv',
    headers: {},
    body: Buffer.from(
      [
        `"Unit:","${unit}","Currency"`,
        '"Multiplier:","1","1"',
        '"Currency:","EUR","VEB"',
        '"Time Period","RXI$US_N.B.EU","RXI_N.B.VES"',
        ...days
      ].join('\n')
    )
  })

describe('the release of the Federal Reserve', () => {
  it('does not name the bolívar of its early figures, which keep the code of the series', () => {
    expect(release(['2018-08-17,ND,248520.0000', '2018-08-20,ND,60.0000'])).toMatchObject([
      { quote: 'RXI_N.B.VES' },
      { quote: 'VES' }
    ])
  })

  it('is refused if the last figure is truncated, since it has fewer decimals', () => {
    expect(() => release(['2026-10-02,1.1259,864.394'])).toThrow(LayoutError)
  })

  it('may name the base in the unit, if the base matches the series', () => {
    expect(release(['2026-10-02,1.1259,ND'], 'Currency:_Per_EUR')).toMatchObject([
      { base: 'EUR', quote: 'USD', value: '1.1259' }
    ])
    expect(() => release(['2026-10-02,1.1259,ND'], 'Currency:_Per_USD')).toThrow(LayoutError)
  })
})

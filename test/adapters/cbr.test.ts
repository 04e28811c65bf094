import { expect, it } from 'vitest'
import cbr from '../../adapters/cbr.ts'
import type { Publication } from '../../adapters/source.ts'

const history = (id: string, content: string): Publication => ({
  source: 'cbr',
  request: { method: 'GET', url: `https://www.cbr.ru/scripts/XML_dynamic.asp?VAL_NM_RQ=${id}`, headers: {} },
  mediaType: 'application/xml',
  headers: {},
  body: Buffer.from(
    `<ValCurs ID="${id}" DateRange1="01.01.1997" DateRange2="31.12.2002" name="Foreign Currency Market Dynamic">${content}</ValCurs>`
  )
})
const record = (date: string, nominal: string, value: string) =>
  `<Record Date="${date}"><Nominal>${nominal}</Nominal><Value>${value}</Value></Record>`

it('quotes in old roubles before the redenomination of 1998', () => {
  expect(
    cbr.parse(history('R01235', record('31.12.1997', '1', '5960,0000') + record('01.01.1998', '1', '5,9600')))
  ).toMatchObject([
    { base: 'USD', quote: 'RUR', value: '5960.0000' },
    { base: 'USD', quote: 'RUB', value: '5.9600' }
  ])
})

it('maps the numeric codes of retired and redenominated currencies', () => {
  expect(cbr.parse(history('R01700', record('02.03.2002', '1000000', '22,2616')))).toMatchObject([
    { base: 'TRL', unit: 1000000, value: '22.2616' }
  ])
  expect(cbr.parse(history('R01090', record('02.03.2002', '1000', '18,4290')))).toMatchObject([{ base: 'BYR' }])
  expect(cbr.parse(history('R01090', record('31.12.1999', '1000', '18,4290')))).toMatchObject([{ base: 'BYB' }])
})

it('returns an unknown numeric code unchanged and no rows for an empty window, and refuses an error page', () => {
  expect(cbr.parse(history('R09999', record('02.03.2002', '1', '1,5')))).toMatchObject([{ base: 'R09999' }])
  expect(cbr.parse(history('R01235', ''))).toEqual([])
  expect(() => cbr.parse(history('R01235', 'Error in parameters'))).toThrow('Error in parameters')
})

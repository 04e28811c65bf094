import { expect, it } from 'vitest'
import type { Publication } from '../../adapters/source.ts'
import tcmb from '../../adapters/tcmb.ts'

const publication = (url: string, text: string): Publication => ({
  source: 'tcmb',
  request: { method: 'GET', url, headers: {} },
  mediaType: '',
  headers: {},
  body: Buffer.from(text)
})

const evds = (
  figures: Record<string, string | null>,
  midnight = (day: string) => Date.parse(`2026-10-${day}T00:00+03:00`) / 1000
) =>
  publication(
    'https://evds3.tcmb.gov.tr/igmevdsms-dis/series=TP.DK.USD.A.YTL',
    JSON.stringify({
      items: Object.entries(figures).map(([day, figure]) => ({
        Tarih: `${day}-10-2026`,
        TP_DK_USD_A_YTL: figure,
        UNIXTIME: { $numberLong: String(midnight(day)) }
      }))
    })
  )

it('quotes bulletins before 2005 in old lira', () => {
  const bulletin = (date: string, figure: string) =>
    publication(
      `https://www.tcmb.gov.tr/kurlar/${date.slice(6)}${date.slice(3, 5)}/${date.replaceAll('.', '')}.xml`,
      `<Tarih_Date Tarih="${date}"><Currency CurrencyCode="USD"><Unit>1</Unit>
    <ForexBuying>${figure}</ForexBuying><ForexSelling/><BanknoteBuying/><BanknoteSelling/></Currency></Tarih_Date>`
    )
  expect(tcmb.parse(bulletin('31.12.2004', '1342100'))).toMatchObject([{ quote: 'TRL', value: '1342100' }])
  expect(tcmb.parse(bulletin('03.01.2005', '1.3421'))).toMatchObject([{ quote: 'TRY', value: '1.3421' }])
})

it('dates an EVDS figure by its bulletin, and omits it if a holiday makes the bulletin uncertain', () => {
  // There is no bulletin on Wednesday the 28th, a half holiday, and on Thursday the 29th, a holiday.
  expect(tcmb.parse(evds({ 26: '48.10', 27: '48.11', 28: '48.12', 29: null, 30: '48.12' }))).toMatchObject([
    { date: '2026-10-26', value: '48.11' },
    { date: '2026-10-27', value: '48.12' }
  ])
})

it('skips an EVDS day that only repeats the previous one', () => {
  expect(tcmb.parse(evds({ 26: '48.10', 27: '48.10', 28: '48.12' }))).toMatchObject([
    { date: '2026-10-27', value: '48.12' }
  ])
})

it('refuses an EVDS row whose two dates differ', () => {
  const winter = Date.parse('2026-10-27T00:00+02:00') / 1000 // Turkey's offset until 2016
  expect(tcmb.parse(evds({ 26: '48.10', 27: '48.11' }, (day) => winter + (Number(day) - 27) * 86_400))).toHaveLength(1)
  expect(() => tcmb.parse(evds({ 26: '48.10', 27: '48.11' }, () => winter))).toThrow(
    'expected a row whose UNIXTIME is on its day, 2026-10-26'
  )
})

import { expect, it } from 'vitest'
import { codeOn } from '../../adapters/kit/currencies.ts'
import { loadSources } from '../../adapters/registry.ts'
import type { Row } from '../../adapters/source.ts'

const sources = new Map((await loadSources()).map((it) => [it.code, it]))

/** Parses a document with the adapter of a source. */
async function rowsIn(code: string, body: string, url = 'https://example.com/'): Promise<string[]> {
  const rows: Row[] = await sources.get(code)!.parse({
    source: code,
    request: { method: 'GET', url, headers: {} },
    mediaType: 'text/plain',
    charset: 'utf-8',
    headers: {},
    body: Buffer.from(body)
  })
  return rows.map(
    ({ date, base, quote, value, unit = 1, contradicted }) =>
      `${date} ${unit} ${base} = ${value} ${quote}${contradicted ? ` (${contradicted})` : ''}`
  )
}

const iso = (date: string) => date.split('-').reverse().join('.')
const xml = (text: string) => `<?xml version="1.0" encoding="utf-8"?>${text}`

// Writes a document of each publisher with one figure, from a day, the printed code, the printed units and the figure.
type Writer = (date: string, code: string, unit: string, value: string) => [body: string, url?: string]
const documents: Record<string, Writer> = {
  lb: (date, code, unit, value) => [
    xml(
      `<FxRates><FxRate><Tp>LT</Tp><Dt>${date}</Dt><CcyAmt><Ccy>LTL</Ccy><Amt>${value}</Amt></CcyAmt><CcyAmt><Ccy>${code}</Ccy><Amt>${unit}</Amt></CcyAmt></FxRate></FxRates>`
    )
  ],
  sarb: (date, _code, _unit, value) => [
    JSON.stringify([{ Period: `${date}T00:00:00`, Timeseries: 'Zambia: Kwacha per Rand', Value: value }]),
    `https://example.com/EXCB071D/${date}T00:00:00/${date}T00:00:00`
  ],
  riksbank: (date, code, _unit, value) => [
    `[{"seriesId":"SEK${code}PMI","date":"${date}","value":${value}}]`,
    `https://example.com/${date}/${date}`
  ],
  cbu: (date, code, unit, value) => [
    JSON.stringify([{ Ccy: code, Nominal: unit, Rate: value, Diff: '', Date: iso(date) }]),
    `https://example.com/${date}/`
  ],
  bcch: (date, _code, _unit, value) => [
    JSON.stringify({
      Codigo: 0,
      Descripcion: 'Success',
      Series: {
        seriesId: 'F072.CLP.BRL.N.O.D',
        Obs: [{ indexDateString: date.split('-').reverse().join('-'), value, statusCode: 'OK' }]
      }
    }),
    'https://example.com/?timeseries=F072.CLP.BRL.N.O.D'
  ],
  nbu: (date, code, unit, value) => [
    `[{"exchangedate":"${iso(date)}","cc":"${code}","rate":${value},"units":${unit},"rate_per_unit":${Number(value) / Number(unit)}}]`
  ],
  nbk: (date, code, unit, value) => [
    xml(
      `<rates><date>${iso(date)}</date><item><title>${code}</title><description>${value}</description><quant>${unit}</quant></item></rates>`
    )
  ],
  cba: (date, code, unit, value) => [
    xml(
      `<Envelope><Body><ExchangeRatesByDateRangeByISOResponse><ExchangeRatesByDateRangeByISOResult><diffgram><DocumentElement><ExchangeRatesByRange><Rate>${value}</Rate><Amount>${unit}</Amount><ISO>${code}</ISO><RateDate>${date}T00:00:00</RateDate></ExchangeRatesByRange></DocumentElement></diffgram></ExchangeRatesByDateRangeByISOResult></ExchangeRatesByDateRangeByISOResponse></Body></Envelope>`
    )
  ],
  bna: (date, code, _unit, value) => [
    `{"success":true,"genericResponse":[{"taxa":${value},"tipoCambio":"M","data":"${date}","codigoMoeda":"${code}"}]}`
  ],
  bdi: (date, code, _unit, value) => [
    `ISO Code,Rate,Rate convention,Reference date (CET)\n${code},${value},Foreign currency amount for 1 Euro.,${date}\n\n# DISCLAIMER\n# Text\n`
  ],
  nbp: (date, code, _unit, value) => [
    `[{"table":"A","effectiveDate":"${date}","rates":[{"code":"${code}","mid":${value}}]}]`,
    `https://example.com/tables/A/${date}/${date}/`
  ],
  nbrm: (date, code, unit, value) => [
    `[{"datum":"${date}T00:00:00","oznaka":"${code}","nomin":${unit},"sreden":${value}}]`
  ],
  bam: (date, code, unit, value) => [
    `[{"date":"${date}T12:30:00","libDevise":"${code}","uniteDevise":${unit},"moyen":${value}}]`,
    `https://example.com/?date=${date}`
  ],
  cnb: (date, code, unit, value) => [
    `{"rates":[{"currencyCode":"${code}","amount":${unit},"validFor":"${date}","rate":${value}}]}`,
    `https://example.com/?year=${date.slice(0, 4)}`
  ],
  boi: (date, code, _unit, value) => [
    `FREQ,BASE_CURRENCY,COUNTER_CURRENCY,DATA_TYPE,UNIT_MULT,TIME_PERIOD,OBS_VALUE\nD,${code},ILS,OF00,0,${date},${value}\n`
  ],
  hmrc: (date, code, _unit, value) => {
    const day = `01/${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][Number(date.slice(5, 7)) - 1]}/${date.slice(0, 4)}`
    return [
      xml(
        `<exchangeRateMonthList Period="${day} to ${day.replace('01/', '28/')}"><exchangeRate><currencyCode>${code}</currencyCode><currencyName>x</currencyName><rateNew>${value}</rateNew></exchangeRate></exchangeRateMonthList>`
      ),
      `https://example.com/monthly_xml_${date.slice(0, 5)}${Number(date.slice(5, 7))}.xml`
    ]
  }
}

// Real figures, before and after the publisher changed the code if both are known.
it.each<
  [source: string, printed: [date: string, code: string, unit: string, value: string], stored: string | undefined]
>([
  ['lb', ['2005-12-30', 'AZN', '1', '0.00063'], '2005-12-30 1 AZM = 0.00063 LTL'],
  ['lb', ['2006-01-09', 'AZN', '1', '3.1'], '2006-01-09 1 AZN = 3.1 LTL'],
  ['lb', ['2008-12-31', 'TMT', '10000', '1.7354'], '2008-12-31 10000 TMM = 1.7354 LTL'],
  ['lb', ['2009-01-01', 'TMT', '10', '8.677'], '2009-01-01 10 TMT = 8.677 LTL'],
  ['lb', ['1995-11-29', 'TMT', '1000', '0.88'], undefined],
  ['lb', ['1994-08-19', 'BYR', '100', '0.0140'], '1994-08-19 100 BYB = 0.0140 LTL'],
  ['lb', ['1995-01-02', 'PLN', '1000', '0.1641'], '1995-01-02 1000 PLZ = 0.1641 LTL'],
  ['lb', ['1995-01-03', 'PLN', '1', '1.646'], '1995-01-03 1 PLN = 1.646 LTL'],
  ['lb', ['1998-01-02', 'RUB', '1000', '0.6694'], '1998-01-02 1000 RUR = 0.6694 LTL'],
  ['lb', ['1998-01-05', 'RUB', '1', '0.6672'], '1998-01-05 1 RUB = 0.6672 LTL'],
  ['lb', ['1999-07-06', 'BGN', '1000', '2.1467'], '1999-07-06 1000 BGL = 2.1467 LTL'],
  ['lb', ['1999-07-07', 'BGN', '1', '2.0952'], '1999-07-07 1 BGN = 2.0952 LTL'],
  ['lb', ['2005-07-01', 'RON', '100000', '9.5538'], '2005-07-01 100000 ROL = 9.5538 LTL'],
  ['lb', ['2005-07-04', 'RON', '10', '9.5814'], '2005-07-04 10 RON = 9.5814 LTL'],
  ['lb', ['2006-07-07', 'MZN', '10000', '1.0536'], '2006-07-07 10000 MZM = 1.0536 LTL'],
  ['lb', ['2006-07-10', 'MZN', '10', '1.0531'], '2006-07-10 10 MZN = 1.0531 LTL'],
  ['lb', ['1998-07-06', 'YUN', '1', '0.3734'], '1998-07-06 1 YUM = 0.3734 LTL'],
  ['sarb', ['2012-12-31', 'ZMW', '1', '612.34'], '2012-12-31 1 ZAR = 612.34 ZMK'],
  ['sarb', ['2013-01-02', 'ZMW', '1', '0.6188'], '2013-01-02 1 ZAR = 0.6188 ZMW'],
  ['riksbank', ['1997-12-30', 'RUB', '1', '0.0013'], '1997-12-30 1 RUR = 0.0013 SEK'],
  ['riksbank', ['1998-01-02', 'RUB', '1', '1.326'], '1998-01-02 1 RUB = 1.326 SEK'],
  ['cbu', ['1997-12-30', 'RUB', '1000', '13.46'], '1997-12-30 1000 RUR = 13.46 UZS'],
  ['cbu', ['1998-01-06', 'RUB', '1', '13.48'], '1998-01-06 1 RUB = 13.48 UZS'],
  ['bcch', ['1994-06-30', 'BRL', '1', '0.16'], '1994-06-30 1 BRR = 0.16 CLP'],
  ['bcch', ['1994-07-01', 'BRL', '1', '418.34'], '1994-07-01 1 BRL = 418.34 CLP'],
  ['nbu', ['2000-09-01', 'TJS', '1000', '2.78'], '2000-09-01 1000 TJR = 2.78 UAH'],
  ['nbu', ['2002-11-01', 'ZAL', '1', '1.8052'], '2002-11-01 1 TJS = 1.8052 UAH'],
  ['nbu', ['2002-12-01', 'TJS', '100', '180.5263'], '2002-12-01 100 TJS = 180.5263 UAH'],
  ['nbu', ['2005-06-27', 'TRL', '10000', '372.9741'], '2005-06-27 100 TRY = 372.9741 UAH'],
  ['nbk', ['2016-07-01', 'BYN', '100', '1.68'], '2016-07-01 100 BYR = 1.68 KZT'],
  ['nbk', ['2016-07-04', 'BYN', '1', '170.73'], '2016-07-04 1 BYN = 170.73 KZT'],
  ['cba', ['2000-10-31', 'TJS', '10', '26.71'], '2000-10-31 100 TJR = 26.71 AMD'],
  ['bna', ['2015-06-01', 'MZM', '1', '3.1'], '2015-06-01 1 MZN = 3.1 AOA'],
  ['bna', ['2023-02-17', 'STD', '1', '0.024'], '2023-02-17 1 STD = 0.024 AOA'],
  ['bna', ['2023-02-22', 'STD', '1', '21.89'], '2023-02-22 1 STN = 21.89 AOA'],
  ['bna', ['2022-10-03', 'VEF', '1', '0.002'], '2022-10-03 1 VEF = 0.002 AOA'],
  ['bna', ['2023-10-18', 'VEF', '1', '23.74'], '2023-10-18 1 VES = 23.74 AOA'],
  ['bdi', ['2004-03-31', 'AFN', '1', '5806.4'], '2004-03-31 1 EUR = 5806.4 AFA'],
  ['bdi', ['2004-04-01', 'AFN', '1', '58.52'], '2004-04-01 1 EUR = 58.52 AFN'],
  ['bdi', ['2008-08-01', 'ZWD', '1', '12.5'], '2008-08-01 1 EUR = 12.5 ZWR'],
  ['bdi', ['2010-01-04', 'ZWD', '1', '520'], '2010-01-04 1 EUR = 520 ZWL'],
  ['nbp', ['2002-12-24', 'AFA', '1', '0.000816'], '2002-12-24 1 AFA = 0.000816 PLN'],
  ['nbp', ['2003-01-07', 'AFA', '1', '0.089056'], '2003-01-07 1 AFN = 0.089056 PLN'],
  ['nbp', ['2009-02-25', 'ZWR', '1', '0.043749'], '2009-02-25 1 ZWL = 0.043749 PLN'],
  ['nbp', ['2003-11-11', 'AON', '1', '0.0503'], '2003-11-11 1 AOA = 0.0503 PLN'],
  ['nbrm', ['1998-12-31', 'XBA', '1', '60.6'], '1998-12-31 1 XEU = 60.6 MKD'],
  ['nbrm', ['1999-01-04', 'XBA', '1', '60.7'], undefined],
  ['bam', ['2018-01-02', 'MRO', '100', '2.624'], '2018-01-02 100 MRO = 2.624 MAD'],
  ['bam', ['2018-01-03', 'MRO', '100', '26.309'], '2018-01-03 100 MRU = 26.309 MAD'],
  ['cnb', ['1991-01-24', 'BEC', '100', '89.5'], '1991-01-24 100 BEF = 89.5 CZK'],
  ['cnb', ['1991-01-02', 'YUD', '100', '199'], '1991-01-02 100 YUN = 199 CZK'],
  ['boi', ['2001-12-31', 'ITL', '1', '2.01'], '2001-12-31 1000 ITL = 2.01 ILS'],
  ['boi', ['2001-12-31', 'BEL', '1', '0.96'], '2001-12-31 10 BEF = 0.96 ILS'],
  ['hmrc', ['2016-08-01', 'BYR', '1', '2.6455'], '2016-08-01 1 GBP = 2.6455 BYN'],
  ['hmrc', ['2017-08-01', 'MRO', '1', '468.7'], '2017-08-01 1 GBP = 468.7 MRO'],
  ['hmrc', ['2020-02-01', 'MRO', '1', '46.95'], '2020-02-01 1 GBP = 46.95 MRU'],
  ['hmrc', ['2022-11-01', 'SLE', '1', '15631.1792'], '2022-11-01 1 GBP = 15631.1792 SLL'],
  ['hmrc', ['2023-02-01', 'SLL', '1', '23.6617'], '2023-02-01 1 GBP = 23.6617 SLE']
])('stores %s of %j as %s', async (code, printed, stored) => {
  expect(await rowsIn(code, ...documents[code]!(...printed))).toEqual(stored === undefined ? [] : [stored])
})

it('maps a code across several switches, but only switches with a date of the publisher', () => {
  const days = { AOA: '2002-01-02', AOR: '2002-01-02' }
  expect(['AON', 'AOA', 'USD'].map((code) => codeOn(code, '2003-01-01', days))).toEqual(['AOA', 'AOA', 'USD'])
  expect(codeOn('RUB', '1990-01-01', { RUB: '1998-01-01' })).toBe('RUR')
  expect(codeOn('TRL', '2010-01-01', {})).toBe('TRL')
})

import {
  answersAt,
  formPost,
  NOTHING,
  readDate,
  readDecimal,
  recordsUnder,
  requestedBetween,
  skip,
  spansOf
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource } from './source.ts'

const DATE = '日期'
// Printed in yuan per 100 units.
// prettier-ignore
const IN_YUAN: Record<string, string> = {
  美元: 'USD', 欧元: 'EUR', 日元: 'JPY', 港元: 'HKD', 英镑: 'GBP', 澳元: 'AUD', 新西兰元: 'NZD', 新加坡元: 'SGD', 瑞士法郎: 'CHF', 加元: 'CAD'
}
// Printed in units per 100 yuan.
// prettier-ignore
const FOR_YUAN: Record<string, string> = {
  澳门元: 'MOP', 林吉特: 'MYR', 卢布: 'RUB', 兰特: 'ZAR', 韩元: 'KRW', 迪拉姆: 'AED', 里亚尔: 'SAR', 福林: 'HUF', 兹罗提: 'PLN', 丹麦克朗: 'DKK',
  瑞典克朗: 'SEK', 挪威克朗: 'NOK', 里拉: 'TRY', 比索: 'MXN', 泰铢: 'THB'
}

function readHeading(heading: string): { heading: string; base: string; quote: string } {
  const base = IN_YUAN[heading]
  return base === undefined
    ? { heading, base: 'CNY', quote: FOR_YUAN[heading] ?? heading }
    : { heading, base, quote: 'CNY' }
}

export default defineSource({
  code: 'safe_cn',
  name: 'State Administration of Foreign Exchange (China), central parity rates',
  country: 'CN',
  homeCurrency: 'CNY',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[19, 30]],
  sourceUrl: 'https://www.safe.gov.cn/safe/rmbhlzjj/index.html',
  timezone: 'Asia/Shanghai',
  schedule: '30 9 * * 1-5',
  cadence: 'daily',
  historyFrom: '1994-01-03',
  dated: 'made',
  publishes: '09:30',
  notes:
    'The central parity rates of source pboc, for 100 units and with more years of history. Ten currencies are ' +
    'printed in yuan, the others in their units for 100 yuan. A currency whose Chinese name is new stays in ' +
    'quarantine. Rows of the dollar and the euro were seen in public code; no whole page was seen. The first day of ' +
    'the history is not known.',
  verified: 'description',
  tls: [{ quirk: 'old_protocol', reason: 'Public programs that read the service meet an outdated TLS set-up.' }],
  pause: 1000,

  requested: requestedBetween('startDate', 'endDate'),
  fetch: answersAt('https://www.safe.gov.cn/AppStructured/hlw/RMBQuery.do', (window) =>
    spansOf(window, 366).map(({ from, to }) => {
      return formPost([
        ['startDate', from],
        ['endDate', to],
        ['queryYN', 'true']
      ])
    })
  ),

  parse(publication) {
    const rows = readHtml(publication)
      .one('table#InfoTable')
      .rows.map((cells) => cells.map((cell) => cell.replaceAll(' ', '')))
    const [, ...headings] = rows.find(([first]) => first === DATE) ?? []
    const columns = headings.map(readHeading)
    return recordsUnder([DATE], rows).flatMap((day) => {
      const date = readDate(day(DATE), 'YYYY-MM-DD')
      return skip(
        columns.map((column) => ({ ...column, printed: day(column.heading) })),
        'no rate',
        ({ printed }) => NOTHING.test(printed)
      ).map(({ base, quote, printed }) => ({
        date,
        base,
        quote,
        type: 'reference',
        value: readDecimal(printed),
        unit: 100
      }))
    })
  }
})

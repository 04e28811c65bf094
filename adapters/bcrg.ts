import { atLeastOne, NOTHING, readDate, readDecimal, skip } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const SITE = 'https://www.bcrg-guinee.org/'
const FIXING = /\/cours_des_devises\/fixing-du-(\d{2}-\d{2}-\d{4})\/?$/

const CODE = /^([^\s/]+(?: ?\/ ?[^\s/]+)?) ?=$/ // a heading with the code alone; the next heading has the figure
const isOther = ({ text }: { text: string }) => !CODE.test(text)
const NOT_MONEY = 'UCA' // a unit of account
const CROSS = /\// // Dollar/Euro =
const SDR: Record<string, string> = { DTS: 'XDR' }

const FIGURE = /^\d{1,3}(?: ?\d{3})*(?:[.,]\d+)?$/ // spaces separate thousands only

export default defineSource({
  code: 'bcrg',
  name: 'Banque Centrale de la République de Guinée',
  country: 'GN',
  homeCurrency: 'GNF',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[8, 20]],
  sourceUrl: SITE,
  timezone: 'Africa/Conakry',
  schedule: '0 12 * * 1-5',
  cadence: 'daily',
  historyFrom: '2026-05-18',
  dated: 'made',
  notes:
    'The daily fixing, dated by the URL of its page. Only the pages that the home page links to are read. UCA, ' +
    'a unit of account, and the cross rate of the dollar and the euro are left out.',
  unread: {
    'table "USD"': 'an older rate without a date'
  },
  verified: 'description',

  async *fetch({ from, to }, http) {
    const links = readHtml(await http.get(SITE))
      .all('a[href*="/cours_des_devises/fixing-du-"]')
      .map((link) => new URL(link.attribute('href'), SITE).href)
    const days = new Map(
      atLeastOne(links, 'link to a fixing').map((url) => [readDate(FIXING.exec(url)?.[1] ?? '', 'DD-MM-YYYY'), url])
    )
    for (const [day, url] of [...days].toSorted()) if (day >= from && day <= to) yield await http.get(url)
  },

  parse(publication) {
    const date = readDate(FIXING.exec(publication.request.url)?.[1] ?? '', 'DD-MM-YYYY')
    const headings = readHtml(publication)
      .all('h1, h2, h3, h4, h5, h6')
      .map(({ text }) => text)
    const codes = skip(
      headings.map((text, index) => ({ text, printed: headings[index + 1] ?? '', after: headings[index + 2] ?? '' })),
      'other heading',
      isOther
    )
    const rates = skip(codes, 'cross rate', ({ text }) => CROSS.test(text)).map(({ text, ...figures }) => ({
      code: CODE.exec(text)![1]!.toUpperCase(),
      ...figures
    }))
    const currencies = skip(
      atLeastOne(rates, 'heading like `usd =`'),
      'unit of account without a code',
      ({ code }) => code === NOT_MONEY
    )
    return skip(currencies, 'no rate', ({ printed }) => NOTHING.test(printed)).map(({ code, printed, after }) => {
      if (!FIGURE.test(printed)) throw new LayoutError(`a heading with the figure of ${code}`, printed)
      if (FIGURE.test(after)) throw new LayoutError(`one figure of ${code}`, `${printed} and ${after}`)
      return {
        date,
        base: SDR[code] ?? code,
        quote: 'GNF',
        type: 'reference',
        value: readDecimal(printed.replaceAll(' ', '').replace(',', '.'))
      }
    })
  }
})

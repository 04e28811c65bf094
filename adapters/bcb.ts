import { z } from 'zod'
import { askedBetween, documentsAt, leaveOut, parameterOf, readDate, readDecimal, writeDate } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const SERVICE =
  'https://olinda.bcb.gov.br/olinda/servico/PTAX/versao/v1/odata' +
  '/CotacaoMoedaPeriodo(moeda=@moeda,dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)'

// The direction of each currency's parity: type A in units per dollar, type B in dollars per unit; the dollar's own is
// 1.
const PARITIES: Record<string, Array<{ base: string; quote: string }>> = {
  AUD: [{ base: 'AUD', quote: 'USD' }],
  CAD: [{ base: 'USD', quote: 'CAD' }],
  CHF: [{ base: 'USD', quote: 'CHF' }],
  DKK: [{ base: 'USD', quote: 'DKK' }],
  EUR: [{ base: 'EUR', quote: 'USD' }],
  GBP: [{ base: 'GBP', quote: 'USD' }],
  JPY: [{ base: 'USD', quote: 'JPY' }],
  NOK: [{ base: 'USD', quote: 'NOK' }],
  SEK: [{ base: 'USD', quote: 'SEK' }],
  USD: []
}

const CLOSING = 'Fechamento'
const INTRADAY = ['Abertura', 'Intermediário']

// The list is empty for a window without a bulletin.
const Bulletins = z.object({
  value: z.array(
    z.object({
      paridadeCompra: z.string(),
      paridadeVenda: z.string(),
      cotacaoCompra: z.string(),
      cotacaoVenda: z.string(),
      dataHoraCotacao: z.string(),
      tipoBoletim: z.enum([...INTRADAY, CLOSING])
    })
  )
})

type Bulletin = z.infer<typeof Bulletins>['value'][number]

const day = (date: string) => `%27${writeDate(date, 'MM-DD-YYYY')}%27`

function readBulletin(currency: string, it: Bulletin) {
  const date = readDate(it.dataHoraCotacao.split(' ')[0]!, 'YYYY-MM-DD')
  const sides = (base: string, quote: string, sell: string, buy: string) => [
    { date, base, quote, type: 'sell', value: readDecimal(sell) },
    { date, base, quote, type: 'buy', value: readDecimal(buy) }
  ]
  const parities = PARITIES[currency]
  if (!parities) throw new LayoutError('a request for a currency of the bulletin', currency)
  return [
    ...sides(currency, 'BRL', it.cotacaoVenda, it.cotacaoCompra),
    ...parities.flatMap(({ base, quote }) => sides(base, quote, it.paridadeVenda, it.paridadeCompra))
  ]
}

export default defineSource({
  code: 'bcb',
  name: 'Central Bank of Brazil',
  country: 'BR',
  homeCurrency: 'BRL',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy'],
  sourceUrl: 'https://www.bcb.gov.br/estabilidadefinanceira/historicocotacoes',
  timezone: 'America/Sao_Paulo',
  schedule: '30 13 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-01',
  dated: 'made',
  publishes: '13:30',
  notes:
    'Only the closing bulletin is stored; intraday bulletins are left out. Parities against the dollar are ' +
    'stored as well as the rates in reais.',
  verified: 'recording',
  backfillDays: 3660, // a request takes one currency and any number of years

  asked: askedBetween('@dataInicial', '@dataFinalCotacao', "'MM-DD-YYYY'"),
  fetch: documentsAt(({ from, to }) =>
    Object.keys(PARITIES).map((currency) => {
      return `${SERVICE}?@moeda=%27${currency}%27&@dataInicial=${day(from)}&@dataFinalCotacao=${day(to)}&$filter=tipoBoletim%20eq%20%27${CLOSING}%27&$format=json`
    })
  ),

  parse(publication) {
    const currency = parameterOf(publication, '@moeda').replaceAll("'", '')
    return leaveOut(readJson(publication, Bulletins).value, 'intraday bulletin', ({ tipoBoletim }) =>
      INTRADAY.includes(tipoBoletim)
    ).flatMap((it) => readBulletin(currency, it))
  }
})

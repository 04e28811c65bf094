import { z } from 'zod'
import { documentsAt, parameterOf, readDate, readDecimal, requestedBetween, skip, writeDate } from './kit/index.ts'
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
const OPENING = 'Abertura'
const INTERMEDIATE = 'Intermediário'
const MOST_INTERMEDIATE = 3 // the bulletins of one day

// The list is empty for a window without a bulletin.
const Bulletins = z.object({
  value: z.array(
    z.object({
      paridadeCompra: z.string(),
      paridadeVenda: z.string(),
      cotacaoCompra: z.string(),
      cotacaoVenda: z.string(),
      dataHoraCotacao: z.string(),
      tipoBoletim: z.enum([OPENING, INTERMEDIATE, CLOSING])
    })
  )
})

type Bulletin = z.infer<typeof Bulletins>['value'][number]

const day = (date: string) => `%27${writeDate(date, 'MM-DD-YYYY')}%27`

const dayOf = ({ dataHoraCotacao: time }: Bulletin) => readDate(time.split(' ')[0]!, 'YYYY-MM-DD')

/** The prefixes of the types of each bulletin. The intermediate ones of a day are numbered by their time. */
function prefixesOf(bulletins: Bulletin[]): Map<Bulletin, string> {
  const counted: Record<string, number> = {}
  const inTime = bulletins.toSorted((one, other) => (one.dataHoraCotacao < other.dataHoraCotacao ? -1 : 1))
  return new Map(
    inTime.map((it) => {
      if (it.tipoBoletim === CLOSING) return [it, '']
      if (it.tipoBoletim === OPENING) return [it, 'opening_']
      const number = (counted[dayOf(it)] = (counted[dayOf(it)] ?? 0) + 1)
      return [it, `intermediate_${number}_`]
    })
  )
}

function readBulletin(currency: string, it: Bulletin, prefix: string) {
  const date = dayOf(it)
  const sides = (base: string, quote: string, sell: string, buy: string) => [
    { date, base, quote, type: `${prefix}sell`, value: readDecimal(sell) },
    { date, base, quote, type: `${prefix}buy`, value: readDecimal(buy) }
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
  // prettier-ignore
  rateTypes: [
    'sell', 'buy', 'opening_sell', 'opening_buy', 'intermediate_1_sell', 'intermediate_1_buy', 'intermediate_2_sell',
    'intermediate_2_buy', 'intermediate_3_sell', 'intermediate_3_buy'
  ],
  pairs: [[1, 14]],
  sourceUrl: 'https://www.bcb.gov.br/estabilidadefinanceira/historicocotacoes',
  timezone: 'America/Sao_Paulo',
  schedule: '30 13 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-01',
  dated: 'made',
  publishes: '13:30',
  notes:
    'The types sell and buy are those of the closing bulletin, which contracts call PTAX. The opening and up to three ' +
    'intermediate bulletins of a day have types of their own. Parities against the dollar are stored as well as the ' +
    'rates in reais.',
  verified: 'recording',
  backfillDays: 3660, // a request takes one currency and any number of years

  requested: requestedBetween('@dataInicial', '@dataFinalCotacao', "'MM-DD-YYYY'"),
  fetch: documentsAt(({ from, to }) =>
    Object.keys(PARITIES).map((currency) => {
      return `${SERVICE}?@moeda=%27${currency}%27&@dataInicial=${day(from)}&@dataFinalCotacao=${day(to)}&$format=json`
    })
  ),

  parse(publication) {
    const currency = parameterOf(publication, '@moeda').replaceAll("'", '')
    const bulletins = readJson(publication, Bulletins).value
    const prefixes = prefixesOf(bulletins)
    const read = skip(bulletins, 'intermediate bulletin after the third of a day', (it) =>
      prefixes.get(it)!.startsWith(`intermediate_${MOST_INTERMEDIATE + 1}`)
    )
    return read.flatMap((it) => readBulletin(currency, it, prefixes.get(it)!))
  }
})

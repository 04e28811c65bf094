import { z } from 'zod'
import { codeOn, documentsAt, readDate, readDecimal, requestedBetween, skip, spansOf, ZERO } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const API = 'https://www.bna.ao/service/rest/taxas/get/evolucao/taxa/intervalo'
const ALL = 'ALL' // requests all currencies; in an answer, ALL is the code of the lek

const TYPES = { M: 'middle', B: 'sell', G: 'buy' } as const

const MISSPELT: Record<string, string> = { XDRUSD: 'XDR' } // kwanzas per SDR, despite its name
// The first days of new units for which the bank kept the old code.
const SWITCHED = { MZN: '2014-01-01', STN: '2023-02-18', VES: '2022-11-01' }
// The last days of withdrawn currencies that the bank still prints: three former currencies of the euro area, at their
// fixed ratios, and the kwacha that was replaced at 1000 to 1.
const LAST_DAYS: Record<string, string> = { EEK: '2010-12-31', ZMK: '2012-12-31', HRK: '2022-12-31', BGN: '2025-12-31' }
const ITSELF = 'AOA'
const GOLD = 'XAU' // printed in dollars per ounce on some days and in kwanzas on others

const Answer = z.object({
  success: z.literal(true),
  genericResponse: z.array(
    z.object({
      taxa: z.string(),
      tipoCambio: z.enum(['M', 'B', 'G']),
      data: z.string(),
      codigoMoeda: z.string()
    })
  )
})

export default defineSource({
  code: 'bna',
  name: 'National Bank of Angola',
  country: 'AO',
  homeCurrency: 'AOA',
  kind: 'central_bank',
  rateTypes: ['middle', 'sell', 'buy'],
  pairs: [[54, 76]],
  sourceUrl: 'https://www.bna.ao/Conteudos/Mercados/listaTaxasCambioReferencia.aspx',
  timezone: 'Africa/Luanda',
  schedule: '30 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-01',
  dated: 'made',
  publishes: '16:30',
  notes:
    'Gold is left out, because it is printed in dollars on some days and in kwanzas on others. The bank still ' +
    'prints the Estonian kroon, the Croatian kuna, the Bulgarian lev and the old kwacha; rates after their ' +
    'withdrawal are left out. It printed the last rates of the old dobra (STD) until February 2023 and of the ' +
    'bolívar (VEF) until October 2022.',
  verified: 'recording',

  requested: requestedBetween('datainicio', 'datafim'),

  // Some answers have lacked the first day of their span.
  fetch: documentsAt((window) =>
    spansOf(window, 366, 1).flatMap(({ from, to }) => {
      return Object.keys(TYPES).map((type) => `${API}?datainicio=${from}&datafim=${to}&tipocambio=${type}&moeda=${ALL}`)
    })
  ),

  parse(publication) {
    const currencies = skip(
      readJson(publication, Answer).genericResponse,
      'the kwanza, or gold in either currency',
      ({ codigoMoeda: code }) => code === ITSELF || code === GOLD
    )
    const current = skip(
      currencies,
      'withdrawn currency',
      ({ codigoMoeda: code, data }) => data > (LAST_DAYS[code] ?? data)
    )
    return skip(current, 'no rate', ({ taxa }) => ZERO.test(taxa)).map(
      ({ codigoMoeda: code, taxa, data, tipoCambio }) => {
        const date = readDate(data, 'YYYY-MM-DD')
        return {
          date,
          base: MISSPELT[code] ?? codeOn(code, date, SWITCHED),
          quote: 'AOA',
          type: TYPES[tipoCambio],
          value: readDecimal(taxa)
        }
      }
    )
  }
})

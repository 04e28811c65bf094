import { z } from 'zod'
import {
  checkSubject,
  codeOn,
  excerpt,
  parameterOf,
  readDate,
  readDecimal,
  requestedBetween,
  skip
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const SERVICE = 'https://si3.bcentral.cl/SieteRestWS/SieteRestWS.ashx'

const SERIES: Record<string, string> = {
  'F073.TCO.PRE.Z.D': 'USD', // the observed dollar
  'F072.CLP.EUR.N.O.D': 'EUR',
  'F072.CLP.GBP.N.O.D': 'GBP',
  'F072.CLP.JPY.N.O.D': 'JPY',
  'F072.CLP.CAD.N.O.D': 'CAD',
  'F072.CLP.AUD.N.O.D': 'AUD',
  'F072.CLP.CNY.N.O.D': 'CNY',
  'F072.CLP.BRL.N.O.D': 'BRL'
}

const NO_DATA = 'ND' // a weekend or a holiday

// The publisher answers an error, such as a wrong login, with status 200.
const Outcome = z.object({ Codigo: z.string(), Descripcion: z.string() })
const Observation = z.object({ indexDateString: z.string(), value: z.string(), statusCode: z.enum(['OK', NO_DATA]) })
const Answer = z.object({ Series: z.object({ seriesId: z.string(), Obs: z.array(Observation) }) })

export default defineSource({
  code: 'bcch',
  name: 'Central Bank of Chile',
  country: 'CL',
  homeCurrency: 'CLP',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[1, 12]],
  sourceUrl: 'https://si3.bcentral.cl/Siete/es/Siete/API',
  timezone: 'America/Santiago',
  schedule: '0 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '1990-01-02',
  dated: 'effective',
  notes:
    'The observed dollar and the nominal exchange rates of seven currencies. The dollar rate of a day is the ' +
    'market average of the previous business day. The bank’s parities of other currencies against the dollar are ' +
    'left out. The Brazilian series is in cruzeiros reais (BRR) before July 1994.',
  verified: 'recording',
  credentials: [
    { name: 'BCCH_USER', where: 'https://si3.bcentral.cl/Siete/es/Siete/API' },
    { name: 'BCCH_PASS', where: 'https://si3.bcentral.cl/Siete/es/Siete/API' }
  ],
  backfillDays: 20_000, // a series comes in one answer

  requested: requestedBetween('firstdate', 'lastdate'),

  async *fetch({ from, to, today }, http) {
    const login = `user=${encodeURIComponent(http.credential('BCCH_USER'))}&pass=${encodeURIComponent(http.credential('BCCH_PASS'))}`
    // Without a last day, the answer has the whole series, including the rate of the next business day.
    const days = `firstdate=${from}${to < today ? `&lastdate=${to}` : ''}`
    for (const series of Object.keys(SERIES))
      yield await http.get(`${SERVICE}?${login}&function=GetSeries&timeseries=${series}&${days}`)
  },

  parse(publication) {
    const { Codigo, Descripcion } = readJson(publication, Outcome)
    if (Codigo !== '0') throw new LayoutError('an answer with Codigo 0', excerpt(`${Codigo}: ${Descripcion}`))
    const { seriesId, Obs } = readJson(publication, Answer).Series
    checkSubject(parameterOf(publication, 'timeseries'), seriesId)
    const base = SERIES[seriesId]
    if (!base) throw new LayoutError('a series that was requested', excerpt(seriesId))
    return skip(Obs, 'no rate', ({ statusCode }) => statusCode === NO_DATA).map(({ indexDateString, value }) => {
      const date = readDate(indexDateString, 'DD-MM-YYYY')
      return {
        date,
        base: codeOn(base, date, { BRL: '1994-07-01' }),
        quote: 'CLP',
        type: 'reference',
        value: readDecimal(value)
      }
    })
  }
})

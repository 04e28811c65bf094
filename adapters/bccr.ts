import { z } from 'zod'
import { againstCopy, readDate, readDecimal, readText, skip, spansOf } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const SITE = 'https://sdd.bccr.fi.cr'
const API = 'https://apim.bccr.fi.cr/SDDE/api/Bccr.GE.SDDE.IndicadoresSitioExterno'
const TABLE = `${API}.GrupoVariables.API/CuadroGrupoVariables/ObtenerDatosCuadro`
const DOLLAR = '1' // the group of the dollar's indicators

const TYPES: Record<string, string> = { 317: 'buy', 318: 'sell' } // by the number of the indicator
const LABELS = 'nombre' // the heading of the first column
const NO_RATE = new Set([undefined, null, ''])

const Answer = z.object({
  columnas: z.array(z.object({ field: z.string(), tituloIngles: z.string() })),
  indicadoresRaiz: z.array(z.object({ idIndicador: z.string(), series: z.record(z.string(), z.string().nullable()) }))
})

export default defineSource({
  code: 'bccr',
  name: 'Central Bank of Costa Rica',
  country: 'CR',
  homeCurrency: 'CRC',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy'],
  pairs: [[1, 1]],
  sourceUrl: `${SITE}/es/IndicadoresEconomicos/Inicio/Contenedor/6`,
  termsUrl: `${SITE}/es/IndicadoresEconomicos/Inicio/TerminosDeUso`,
  timezone: 'America/Costa_Rica',
  schedule: '0 8 * * *',
  cadence: 'daily',
  historyFrom: '2000-01-03',
  dated: 'effective',
  notes:
    'The reference rates of the dollar, for every calendar day. Euro rates, which the bank prints in another ' +
    'table, are left out.',
  verified: 'recording',

  async *fetch(window, http) {
    const token = readText(await http.get(`${API}.ServiciosUsuario.API/Token/GenereCSRF`)).trim()
    // The publisher returns the last hundred days of a window, whatever its start.
    for (const { from, to } of spansOf(window, 90)) {
      yield await http.get(
        `${TABLE}?IdGrupoVariable=${DOLLAR}&FechaInicio=${from}T00:00:00&FechaFin=${to}&CantidadSeriesAMostrar=100`,
        {
          headers: { token_csrf: token, origin: SITE },
          transient: ['token_csrf']
        }
      )
    }
  },

  parse(publication) {
    const { columnas, indicadoresRaiz: indicators } = readJson(publication, Answer)
    const [labels, ...days] = columnas
    const found = indicators.map(({ idIndicador: id }) => id).join(', ')
    if (labels?.field !== LABELS || days.length === 0 || found !== Object.keys(TYPES).join(', ')) {
      throw new LayoutError(`days of the indicators ${Object.keys(TYPES).join(', ')}`, `${days.length} of ${found}`)
    }
    return indicators.flatMap(({ idIndicador: id, series }) => {
      const figures = days.map(({ field, tituloIngles: day }) => ({
        day,
        printed: series[`${field}Ingles`],
        inSpanish: series[field]
      }))
      return skip(figures, 'no rate', ({ printed, inSpanish }) => NO_RATE.has(printed) && NO_RATE.has(inSpanish)).map(
        ({ day, printed, inSpanish }) => {
          const value = readDecimal(printed ?? '')
          const contradicted = againstCopy(value, inSpanish ? readDecimal(inSpanish, ',') : undefined)
          return { date: readDate(day, 'D MMM YYYY'), base: 'USD', quote: 'CRC', type: TYPES[id]!, value, contradicted }
        }
      )
    })
  }
})

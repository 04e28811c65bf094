import { z } from 'zod'
import { badRequest, HttpError, notFound } from '../../../api/contract/errors.ts'
import { route, type Route } from '../../../api/server/route.ts'
import { answerMessage } from '../answers.ts'
import { readCatalogue, type Catalogue } from '../catalogue.ts'
import { FLAT, formatOf, query21 } from '../data-request.ts'
import { path, wishOf, type Free } from '../endpoint.ts'
import { schemaFormat } from '../formats.ts'
import { headOf } from '../head.ts'
import { TIME, type Flow } from '../model.ts'
import { flowAt, partsOf, type Api } from '../references.ts'
import { schemaXml } from './schema-xml.ts'

/** The endpoint of XML schemas. */
export function schema(api: Api, free: Free): Route {
  const is21 = api === '2.1'
  return route({
    ...free,
    path: is21 ? '/sdmx/2.1/schema/*path' : '/sdmx/3.0/schema/*path',
    summary: `Get the XML schema of a flow in SDMX ${api}`,
    params: {
      path: path(
        'The context, which is dataflow or datastructure, the agency, the id and the version.',
        'dataflow/ECB/EXR'
      )
    },
    query: {
      dimensionAtObservation: query21.dimensionAtObservation,
      explicitMeasure: z
        .enum(['true', 'false'], 'expected true or false')
        .optional()
        .meta({ description: 'Has no effect, as there is one measure.', examples: ['false'] }),
      format: formatOf(['schema'])
    },
    mediaType: is21 ? 'application/vnd.sdmx.schema+xml;version=2.1' : 'application/vnd.sdmx.schema+xml;version=3.0.0',
    run: async (request, context) => {
      const { type, format } = schemaFormat(api, wishOf(request, context))
      const flow = flowOfSchema(partsOf(request.path, 4), await readCatalogue(context.database))
      const isKnown = [TIME.id, FLAT, ...flow.structure.dimensions.map(({ id }) => id)].includes(
        request.dimensionAtObservation
      )
      if (!isKnown) {
        throw badRequest('dimensionAtObservation', `expected ${TIME.id}, ${FLAT} or a dimension of the flow`)
      }
      return answerMessage(schemaXml(flow, format === 'xsd-2' ? 'v2_1' : 'v3_0', request.dimensionAtObservation), {
        head: headOf(context.now),
        type,
        units: 0
      })
    }
  })
}

function flowOfSchema([context = '', agency = '', id = '', version = '*']: string[], catalogue: Catalogue): Flow {
  if (context === 'dataflow') {
    return flowAt([context, agency.toLowerCase() === 'all' ? '*' : agency, id, version], catalogue)
  }
  if (context !== 'datastructure') {
    throw new HttpError('not_implemented', 'expected the schema of a dataflow or a datastructure')
  }
  const found = catalogue.flows.find(
    ({ structure }) => structure.id === id && [structure.agency, 'all', '*'].includes(agency)
  )
  if (!found) throw notFound(`there is no datastructure ${id} of ${agency}`)
  return found
}

import { z } from 'zod'
import { badRequest } from '../../api/contract/errors.ts'
import type { Answer } from '../../api/formats/answer.ts'
import { route, type Context, type Route } from '../../api/server/route.ts'
import { findAvailability } from './availability-query.ts'
import { readCatalogue } from './catalogue.ts'
import { conditions, conditionsOf, timeOf } from './conditions.ts'
import { query21, request21, type DataRequest } from './data-request.ts'
import { path, wishOf, type Free, type Wanted } from './endpoint.ts'
import { headOf } from './head.ts'
import { TIME } from './model.ts'
import { assertProvider, flowAt, flowIn, isAny, keyIn, keysIn, partsOf, type Api } from './references.ts'
import { findStructures, structureQuery } from './structures/query.ts'
import { answerStructures } from './structures/structure-route.ts'

/** The data request that selects everything. */
const ALL: DataRequest = {
  keys: [],
  accepts: () => true,
  from: '0001-01-01',
  to: '9999-12-31',
  attributes: new Set(),
  hasObservations: true,
  dimensionAtObservation: TIME.id,
  hasHistory: false
}

const availabilityQuery = {
  mode: z
    .enum(['exact', 'available'], 'expected exact or available')
    .default('exact')
    .meta({
      description:
        'With `available`, a condition on a component does not limit the listed values of that ' + 'component.',
      examples: ['exact']
    }),
  references: structureQuery.references,
  updatedAfter: query21.updatedAfter,
  format: structureQuery.format
}

/** The endpoint of availability in SDMX 2.1. */
export function availability21(free: Free): Route {
  return route({
    ...free,
    path: '/sdmx/2.1/availableconstraint/*path',
    summary: 'Get the codes, the dates and the price of data in SDMX 2.1',
    params: { path: path('The flow, the key, the provider and the component.', 'EXR/D.USD.EUR.SP00.A') },
    query: { startPeriod: query21.startPeriod, endPeriod: query21.endPeriod, ...availabilityQuery },
    mediaType: 'application/vnd.sdmx.structure+xml;version=2.1',
    run: async (request, context) => {
      const catalogue = await readCatalogue(context.database)
      const [flowText = '', key, provider, component] = partsOf(request.path, 4)
      const flow = flowIn(flowText, catalogue)
      assertProvider(provider, flow)
      const wanted = request21(
        { ...request, detail: 'full', includeHistory: 'false', dimensionAtObservation: TIME.id },
        keyIn(key, flow)
      )
      return answerAvailability(
        '2.1',
        { flow, catalogue, request: wanted, wish: wishOf(request, context) },
        { component, ...request },
        context
      )
    }
  })
}

/** The endpoint of availability in SDMX 3.0. */
export function availability30(free: Free): Route {
  return route({
    ...free,
    path: '/sdmx/3.0/availability/*path',
    summary: 'Get the codes, the dates and the price of data in SDMX 3.0',
    params: {
      path: path('The context, agency, flow, version, key and component.', 'dataflow/ECB/EXR/1.0/D.USD.EUR.SP00.A')
    },
    query: { ...conditions, ...availabilityQuery },
    mediaType: 'application/vnd.sdmx.structure+json;version=2.0.0',
    run: async (request, context) => {
      const catalogue = await readCatalogue(context.database)
      const parts = partsOf(request.path, 6)
      const flow = flowAt(parts, catalogue)
      const wanted = { ...ALL, keys: keysIn(parts[4], flow), accepts: conditionsOf(request, flow), ...timeOf(request) }
      return answerAvailability(
        '3.0',
        { flow, catalogue, request: wanted, wish: wishOf(request, context) },
        { component: parts[5], ...request },
        context
      )
    }
  })
}

interface AvailabilityRequest {
  component?: string
  mode: 'exact' | 'available'
  references: string
}

async function answerAvailability(
  api: Api,
  { flow, catalogue, request, wish }: Wanted,
  { component, mode, references }: AvailabilityRequest,
  context: Context
): Promise<Answer> {
  const { dimensions } = flow.structure
  const one = component === undefined || component === '' || isAny(component) ? undefined : component
  const place = dimensions.findIndex(({ id }) => id === one)
  if (one !== undefined && place < 0 && one !== TIME.id) {
    throw badRequest(
      'component',
      `expected a dimension of the flow: ${dimensions.map(({ id }) => id).join(', ')}, ${TIME.id}`
    )
  }
  // The choices for a component do not depend on the choice already made for it.
  const keys = mode === 'available' && place >= 0 ? request.keys.map((key) => key.with(place, undefined)) : request.keys
  const constraint = await findAvailability(context.database, flow, catalogue, {
    request: { ...request, keys },
    component: one,
    today: context.today
  })
  const head = headOf(context.now)
  const artefacts = findStructures(catalogue, { of: constraint, references })
  return answerStructures(api, wish, { head, artefacts, origin: context.origin })
}

import { z } from 'zod'
import { badRequest, HttpError, notFound } from '../../api/contract/errors.ts'
import type { Answer } from '../../api/formats/answer.ts'
import { REVALIDATE } from '../../api/server/cache-control.ts'
import { route, type Context, type Route } from '../../api/server/route.ts'
import { answerMessage } from './answers.ts'
import { findAvailability } from './availability.ts'
import { readCatalogue, type Catalogue } from './catalogue.ts'
import { CodeNames } from './codes.ts'
import { isByPeriod, layOut, write, type Message } from './messages/message.ts'
import { writerOf } from './messages/writers.ts'
import { assertServable, findSeries, nothing, priceOf, readFigures, type Part } from './data-query.ts'
import {
  conditions, conditionsOf, FLAT, formatOf, query21, query30, request21, request30, timeOf, type DataRequest
} from './data-request.ts'
import { errorWriter } from './errors.ts'
import { dataFormat, schemaFormat, structureFormat, type Wish } from './formats.ts'
import { headOf } from './head.ts'
import { ECB, OWN, TIME, type Flow } from './model.ts'
import { assertProvider, flowAt, flowIn, keyIn, keysIn, partsOf, type Api } from './references.ts'
import { findStructures, structureQuery, type StructureRequest } from './structures/query.ts'
import { schemaXml } from './structures/schema-xml.ts'
import { structureJson } from './structures/structure-json.ts'
import { structureXml } from './structures/structure-xml.ts'

const PRICE = 'a unit for each series and calendar month, and one for each figure of a longer period'
const OPEN = 'public, max-age=300'

/** The window of what a data request without one asks for. */
const ALL: DataRequest = {
  keys: [], accepts: () => true, from: '0001-01-01', to: '9999-12-31', attributes: new Set(), hasObservations: true,
  dimensionAtObservation: TIME.id, hasHistory: false
}

function wishOf ({ format }: { format?: string }, { headers }: Context): Wish {
  return { format, accept: headers.accept }
}

/** The text of a path parameter, without the slashes that clients append. */
function path (description: string, example: string) {
  return z.string().max(1500).meta({ description, examples: [example] })
}

const language = ['lang', 'locale', 'formatversion', 'compression'] as const

/** The endpoints of SDMX 2.1 and 3.0. Without `isOpen`, data need the key of a paid plan. */
export function routesOf ({ isOpen }: { isOpen: boolean }): Route[] {
  return (['2.1', '3.0'] as const).flatMap((api) => {
    const common = {
      cors: true, cacheControl: OPEN, writeError: errorWriter(api), ignored: language, response: z.string(),
      failures: [404, 406]
    } as const
    const free = { ...common, access: 'keyless' } as const
    return [
      api === '2.1' ? data21(common, isOpen) : data30(common, isOpen),
      api === '2.1' ? availability21(free) : availability30(free),
      schema(api, free),
      structures(api, free)
    ]
  })
}

type Common = Pick<Parameters<typeof route>[0], 'cors' | 'cacheControl' | 'writeError' | 'response' | 'failures'> & {
  ignored: typeof language
}
type Free = Common & { access: 'keyless' }

function priced (isOpen: boolean) {
  return isOpen
    ? { access: 'keyless' as const }
    : { access: 'paid' as const, cacheControl: REVALIDATE, units: 0, cost: PRICE }
}

function data21 (common: Common, isOpen: boolean): Route {
  return route({
    ...common,
    ...priced(isOpen),
    path: '/sdmx/2.1/data/*path',
    summary: 'Get data in SDMX 2.1',
    params: {
      path: path(
        'The flow, the key and the provider. A key has codes by dimension between points, none for all, several with +.',
        'EXR/D.USD.EUR.SP00.A'
      )
    },
    query: query21,
    examples: [{ summary: 'One series', request: { startPeriod: '2026-03-02', endPeriod: '2026-03-17' } }],
    failures: [404, 406, 413, 501],
    mediaType: 'application/vnd.sdmx.genericdata+xml;version=2.1',
    run: async (request, context) => {
      const catalogue = await readCatalogue(context.database)
      const [flowText = '', key, provider] = partsOf(request.path, 3)
      const flow = flowIn(flowText, catalogue)
      assertProvider(provider, flow)
      return answerData(
        '2.1', { flow, catalogue, request: request21(request, keyIn(key, flow)), wish: wishOf(request, context) },
        context
      )
    }
  })
}

function data30 (common: Common, isOpen: boolean): Route {
  return route({
    ...common,
    ...priced(isOpen),
    path: '/sdmx/3.0/data/*path',
    summary: 'Get data in SDMX 3.0',
    params: {
      path: path(
        'The context, agency, flow, version and key: codes by dimension between points, * for all, several keys ' +
        'with a comma.',
        'dataflow/ECB/EXR/1.0/D.USD.EUR.SP00.A'
      )
    },
    query: query30,
    examples: [{ summary: 'One series', request: { 'c[TIME_PERIOD]': 'ge:2026-03-02' } }],
    failures: [404, 406, 413, 501],
    mediaType: 'application/vnd.sdmx.data+json;version=2.0.0',
    run: async (request, context) => {
      const catalogue = await readCatalogue(context.database)
      const parts = partsOf(request.path, 5)
      const flow = flowAt(parts, catalogue)
      return answerData(
        '3.0',
        { flow, catalogue, request: request30(request, keysIn(parts[4], flow), flow), wish: wishOf(request, context) },
        context
      )
    }
  })
}

interface Wanted {
  flow: Flow
  catalogue: Catalogue
  request: DataRequest
  wish: Wish
}

async function answerData (
  api: Api, { flow, catalogue, request, wish }: Wanted, { database, now, today, origin }: Context
): Promise<Answer> {
  const chosen = dataFormat(api, wish)
  const found = await findSeries(database, flow, catalogue, request, today)
  const laidOut = layOut(flow, found, request)
  if (!laidOut) {
    throw badRequest(
      'dimensionAtObservation',
      `expected ${TIME.id}, ${FLAT}, or a dimension of the flow: ${flow.structure.dimensions.map(({ id }) => id).join(', ')}`
    )
  }
  const { series } = laidOut
  assertServable(series, request)
  const message: Message = {
    head: headOf(now, flow.agency === ECB ? ECB : OWN), origin, flow, names: new CodeNames(catalogue.sources),
    ...laidOut, hasObservations: request.hasObservations, hasHistory: request.hasHistory
  }
  const figures = readFigures(database, series, request, { today, isByPeriod: isByPeriod(laidOut) })
  const texts = write(writerOf(message, chosen), message, request.hasObservations ? await begun(figures) : figures)
  return answerMessage(texts, { head: message.head, type: chosen.type, units: priceOf(series, request) })
}

/** The figures, of which there is at least one. Throws 404 otherwise. */
async function begun (figures: AsyncGenerator<Part>): Promise<AsyncGenerator<Part>> {
  const first = await figures.next()
  if (first.done) throw nothing()
  async function * all () {
    yield first.value as Part
    yield * figures
  }
  return all()
}

const availabilityQuery = {
  mode: z.enum(['exact', 'available'], 'expected exact or available').default('exact').meta({
    description: 'With available, the conditions on a component do not limit its own values.', examples: ['exact']
  }),
  references: structureQuery.references,
  updatedAfter: query21.updatedAfter,
  format: structureQuery.format
}

function availability21 (free: Free): Route {
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
        { ...request, detail: 'full', includeHistory: 'false', dimensionAtObservation: TIME.id }, keyIn(key, flow)
      )
      return answerAvailability(
        '2.1', { flow, catalogue, request: wanted, wish: wishOf(request, context) }, { component, ...request }, context
      )
    }
  })
}

function availability30 (free: Free): Route {
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
        '3.0', { flow, catalogue, request: wanted, wish: wishOf(request, context) },
        { component: parts[5], ...request }, context
      )
    }
  })
}

interface AvailabilityRequest {
  component?: string
  mode: 'exact' | 'available'
  references: string
}

async function answerAvailability (
  api: Api, { flow, catalogue, request, wish }: Wanted, { component, mode, references }: AvailabilityRequest,
  context: Context
): Promise<Answer> {
  const { dimensions } = flow.structure
  const one = component === undefined || component === '' || component === '*' || component.toLowerCase() === 'all'
    ? undefined
    : component
  const place = dimensions.findIndex(({ id }) => id === one)
  if (one !== undefined && place < 0 && one !== TIME.id) {
    throw badRequest(
      'component', `expected a dimension of the flow: ${dimensions.map(({ id }) => id).join(', ')}, ${TIME.id}`
    )
  }
  // What can still be chosen for one component does not depend on what was chosen for it.
  const keys = mode === 'available' && place >= 0 ? request.keys.map((key) => key.with(place, undefined)) : request.keys
  const constraint = await findAvailability(context.database, flow, catalogue, {
    request: { ...request, keys }, component: one, today: context.today
  })
  const head = headOf(context.now)
  const artefacts = findStructures(catalogue, { of: constraint, references })
  return answerStructures(api, wish, { head, artefacts, origin: context.origin })
}

function structures (api: Api, free: Free): Route {
  const is21 = api === '2.1'
  return route({
    ...free,
    path: is21 ? '/sdmx/2.1/*path' : '/sdmx/3.0/structure/*path',
    summary: `Get structures in SDMX ${api}`,
    params: {
      path: path(
        'The type, the agency, the id, the version and an item; all of them but the type may be left out.',
        'dataflow/ECB/EXR'
      )
    },
    query: structureQuery,
    mediaType: is21
      ? 'application/vnd.sdmx.structure+xml;version=2.1'
      : 'application/vnd.sdmx.structure+json;version=2.0.0',
    run: async (request, context) => {
      const chosen = wishOf(request, context)
      structureFormat(api, chosen) // before the work
      const catalogue = await readCatalogue(context.database)
      const artefacts = findStructures(catalogue, structureRequest(api, request))
      return answerStructures(api, chosen, { head: headOf(context.now), artefacts, origin: context.origin })
    }
  })
}

function structureRequest (
  api: Api, { path, detail, references }: { path: string, detail: string, references: string }
): StructureRequest {
  const [type = '', agency, id, version, item] = partsOf(path, 5)
  return { api, type: type.toLowerCase(), agency, id, version, item, detail, references }
}

function answerStructures (api: Api, wish: Wish, structures: Parameters<typeof structureXml>[0]): Promise<Answer> {
  const { format, type } = structureFormat(api, wish)
  const version = format === 'xml-2' || format === 'json-1' ? 'v2_1' : 'v3_0'
  const text = format.startsWith('xml') ? structureXml(structures, version) : structureJson(structures, version)
  return answerMessage([text], { head: structures.head, type, units: 0 })
}

function schema (api: Api, free: Free): Route {
  const is21 = api === '2.1'
  return route({
    ...free,
    path: is21 ? '/sdmx/2.1/schema/*path' : '/sdmx/3.0/schema/*path',
    summary: `Get the XML schema of a flow in SDMX ${api}`,
    params: {
      path: path(
        'The context, which is dataflow or datastructure, the agency, the id and the version.', 'dataflow/ECB/EXR'
      )
    },
    query: {
      dimensionAtObservation: query21.dimensionAtObservation,
      explicitMeasure: z.enum(['true', 'false'], 'expected true or false').optional()
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
      return answerMessage(
        [schemaXml(flow, format === 'xsd-2' ? 'v2_1' : 'v3_0', request.dimensionAtObservation)],
        { head: headOf(context.now), type, units: 0 }
      )
    }
  })
}

function flowOfSchema ([context = '', agency = '', id = '', version = '*']: string[], catalogue: Catalogue): Flow {
  if (context === 'dataflow') {
    return flowAt([context, agency.toLowerCase() === 'all' ? '*' : agency, id, version], catalogue)
  }
  if (context !== 'datastructure') {
    throw new HttpError('not_implemented', 'expected the schema of a dataflow or a datastructure')
  }
  const found = catalogue.flows.find(({ structure }) =>
    structure.id === id && [structure.agency, 'all', '*'].includes(agency))
  if (!found) throw notFound(`there is no datastructure ${id} of ${agency}`)
  return found
}

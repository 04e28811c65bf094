import { badRequest } from '../../api/contract/errors.ts'
import type { Answer } from '../../api/formats/answer.ts'
import { REVALIDATE } from '../../api/server/cache-control.ts'
import { route, type Context, type Route } from '../../api/server/route.ts'
import { answerMessage } from './answers.ts'
import { readCatalogue } from './catalogue.ts'
import { CodeNames } from './codes.ts'
import { FLAT, query21, query30, request21, request30 } from './data-request.ts'
import { path, wishOf, type Common, type Wanted } from './endpoint.ts'
import { readFigures, type Part } from './figures-query.ts'
import { dataFormat } from './formats.ts'
import { headOf } from './head.ts'
import { isByPeriod, layOut, write, type Message } from './messages/message.ts'
import { writerOf } from './messages/writers.ts'
import { ECB, OWN, TIME } from './model.ts'
import { assertServable, priceOf } from './price.ts'
import { assertProvider, flowAt, flowIn, keyIn, keysIn, partsOf, type Api } from './references.ts'
import { findSeries, nothing } from './series-query.ts'

const PRICE = 'a unit for each series and calendar month, and one for each figure of a longer period'

function priced(isOpen: boolean) {
  return isOpen
    ? { access: 'keyless' as const }
    : { access: 'paid' as const, cacheControl: REVALIDATE, units: 0, cost: PRICE }
}

/** The endpoint of data in SDMX 2.1. */
export function data21(common: Common, isOpen: boolean): Route {
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
        '2.1',
        { flow, catalogue, request: request21(request, keyIn(key, flow)), wish: wishOf(request, context) },
        context
      )
    }
  })
}

/** The endpoint of data in SDMX 3.0. */
export function data30(common: Common, isOpen: boolean): Route {
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

async function answerData(
  api: Api,
  { flow, catalogue, request, wish }: Wanted,
  { database, now, today, origin }: Context
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
    head: headOf(now, flow.agency === ECB ? ECB : OWN),
    origin,
    flow,
    names: new CodeNames(catalogue.sources),
    ...laidOut,
    hasObservations: request.hasObservations,
    hasHistory: request.hasHistory
  }
  async function* texts() {
    const figures = readFigures(database, series, request, { today, isByPeriod: isByPeriod(laidOut!) })
    try {
      const begun = request.hasObservations ? await assertAny(figures) : figures
      yield* write(writerOf(message, chosen), message, begun)
    } finally {
      await figures.return()
    }
  }
  return answerMessage(texts(), { head: message.head, type: chosen.type, units: priceOf(series, request) })
}

/** The figures. Throws 404 if there are none. */
async function assertAny(figures: AsyncGenerator<Part, void>): Promise<AsyncGenerator<Part>> {
  const first = await figures.next()
  if (first.done) throw nothing()
  async function* all() {
    yield first.value as Part
    yield* figures
  }
  return all()
}

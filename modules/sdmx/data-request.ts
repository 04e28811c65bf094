import { z } from 'zod'
import { badRequest } from '../../api/contract/errors.ts'
import * as parameters from '../../api/contract/parameters.ts'
import { conditions, conditionsOf, timeOf } from './conditions.ts'
import { ATTRIBUTES, MEASURE, SERIES_ATTRIBUTES, TIME, type Flow } from './model.ts'
import { ALWAYS, PERIOD, spanOf, windowOf, type Span } from './periods.ts'
import type { Key } from './references.ts'

/** The parameters of data requests, and the selection that both versions express. */

export const FLAT = 'AllDimensions'

/** The series that a request selects, and the parts of them to show. */
export interface DataRequest extends Span {
  keys: Key[]
  /** Conditions on the codes of dimensions. */
  accepts: (codes: readonly string[]) => boolean
  /** The first and the last figures of each series to return. */
  firstN?: number
  lastN?: number
  /** An instant after which a figure changed. */
  since?: string
  attributes: ReadonlySet<string>
  hasObservations: boolean
  /** The dimension at the level of observations, or FLAT. */
  dimensionAtObservation: string
  hasHistory: boolean
}

const period = z.string().refine((text) => spanOf(text) !== undefined, PERIOD)
const count = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'expected a number from 1 on')
  .transform(Number)
const flag = z.enum(['true', 'false'], 'expected true or false')
// A + that the client did not encode arrives as a space.
const instant = z
  .string()
  .transform((text) => text.replace(' ', '+'))
  .pipe(parameters.instantParameter({ needsTime: false }))
const component = z.string().regex(/^[A-Za-z]\w*$/, `expected the id of a dimension, or ${FLAT}`)

const updatedAfter = instant.optional().meta({
  description: 'Returns only figures that changed after this instant, and those withdrawn since.',
  examples: ['2026-03-17T15:00:00Z']
})
const firstN = count.optional().meta({
  description: 'Returns this number of figures from the start of each series.',
  examples: ['1']
})
const lastN = count.optional().meta({
  description: 'Returns this number of figures from the end of each series.',
  examples: ['1']
})
const history = flag.default('false').meta({
  description:
    'With true, returns every version of each daily figure, one data set for each instant at which ' +
    'figures became known.',
  examples: ['false']
})
const atObservation = component.default(TIME.id).meta({
  description: `The dimension at the level of observations; ${FLAT} for a flat list.`,
  examples: [TIME.id]
})

/** The parameter that selects one of several formats by its name. */
export function formatOf<const Name extends string>(names: readonly [Name, ...Name[]]) {
  return z
    .enum(names, `expected ${names.join(', ')}`)
    .optional()
    .meta({
      description: 'The format of the answer; it overrides the Accept header.',
      examples: [names[0]]
    })
}

const format = formatOf([
  'genericdata',
  'generictimeseriesdata',
  'structurespecificdata',
  'structurespecifictimeseriesdata',
  'jsondata',
  'csvdata'
])

/** The parameters of data requests in SDMX 2.1. */
export const query21 = {
  startPeriod: period.optional().meta({ description: 'The first period.', examples: ['2026-03-02'] }),
  endPeriod: period
    .optional()
    .meta({ description: 'The last period, which counts to its end.', examples: ['2026-03'] }),
  updatedAfter,
  firstNObservations: firstN,
  lastNObservations: lastN,
  dimensionAtObservation: atObservation,
  detail: z
    .enum(['full', 'dataonly', 'serieskeysonly', 'nodata'], 'expected full, dataonly, serieskeysonly or nodata')
    .default('full')
    .meta({ description: 'The parts of the answer.', examples: ['full'] }),
  includeHistory: history,
  format
}

type Query21 = Omit<z.output<z.ZodObject<typeof query21>>, 'format'>

/** The selection of a request in SDMX 2.1. */
export function request21({ startPeriod, endPeriod, detail, ...query }: Query21, keys: Key[]): DataRequest {
  const shown = { full: ATTRIBUTES, dataonly: [], serieskeysonly: [], nodata: SERIES_ATTRIBUTES }[detail]
  return {
    keys,
    accepts: () => true,
    ...windowOf(
      startPeriod === undefined ? ALWAYS.from : spanOf(startPeriod)!.from,
      endPeriod === undefined ? ALWAYS.to : spanOf(endPeriod)!.to
    ),
    ...commonOf(query),
    attributes: new Set(shown.map(({ id }) => id)),
    hasObservations: detail === 'full' || detail === 'dataonly'
  }
}

/** The parameters of data requests in SDMX 3.0. */
export const query30 = {
  ...conditions,
  updatedAfter,
  firstNObservations: firstN,
  lastNObservations: lastN,
  dimensionAtObservation: atObservation,
  attributes: z
    .string()
    .max(400)
    .default('dsd')
    .meta({
      description: 'The attributes to return: dsd, all, none, dataset, series, obs, or ids.',
      examples: ['dsd']
    }),
  measures: z
    .string()
    .max(400)
    .default('all')
    .meta({ description: 'The measures to return: all, none, or OBS_VALUE.', examples: ['all'] }),
  includeHistory: history,
  format
}

type Query30 = Omit<z.output<z.ZodObject<Omit<typeof query30, `c[${string}`>>>, 'format'> & Record<string, unknown>

/**
 * The selection of a request in SDMX 3.0. Throws 400 for a condition, an attribute or a measure that the flow does not
 * have.
 */
export function request30(query: Query30, keys: Key[], flow: Flow): DataRequest {
  return {
    keys,
    accepts: conditionsOf(query, flow),
    ...timeOf(query),
    ...commonOf(query),
    attributes: attributesIn(query.attributes),
    hasObservations: hasMeasure(query.measures)
  }
}

interface Common {
  updatedAfter?: string
  firstNObservations?: number
  lastNObservations?: number
  dimensionAtObservation: string
  includeHistory: 'true' | 'false'
}

function commonOf({
  updatedAfter,
  firstNObservations,
  lastNObservations,
  dimensionAtObservation,
  includeHistory
}: Common) {
  const hasHistory = includeHistory === 'true'
  if (hasHistory && (firstNObservations ?? lastNObservations) !== undefined) {
    throw badRequest('includeHistory', 'expected a request without firstNObservations and lastNObservations')
  }
  return {
    firstN: firstNObservations,
    lastN: lastNObservations,
    since: updatedAfter,
    dimensionAtObservation,
    hasHistory
  }
}

const LEVELS: Record<string, ReadonlyArray<{ id: string }>> = {
  dsd: ATTRIBUTES,
  all: ATTRIBUTES,
  msd: [],
  dataset: [],
  none: [],
  series: SERIES_ATTRIBUTES,
  obs: ATTRIBUTES.filter(({ level }) => level === 'observation')
}

function attributesIn(text: string): Set<string> {
  return new Set(
    text.split(',').flatMap((name) => {
      const found = LEVELS[name] ?? ATTRIBUTES.filter(({ id }) => id === name)
      if (found.length === 0 && !(name in LEVELS)) {
        throw badRequest(
          'attributes',
          `expected ${Object.keys(LEVELS).join(', ')}, or ids of attributes: ${ATTRIBUTES.map(({ id }) => id).join(', ')}`
        )
      }
      return found.map(({ id }) => id)
    })
  )
}

function hasMeasure(text: string): boolean {
  const names = text.split(',')
  if (names.some((name) => !['all', 'none', MEASURE.id].includes(name))) {
    throw badRequest('measures', `expected all, none or ${MEASURE.id}`)
  }
  return !names.includes('none')
}

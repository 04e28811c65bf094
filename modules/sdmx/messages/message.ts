import type { CodeNames } from '../codes.ts'
import type { Part } from '../figures-query.ts'
import type { Series } from '../series-query.ts'
import { FLAT, type DataRequest } from '../data-request.ts'
import {
  ATTRIBUTES,
  OBSERVATION_ATTRIBUTES,
  SERIES_ATTRIBUTES,
  TIME,
  type Attribute,
  type Component,
  type Flow
} from '../model.ts'
import { periodOf } from '../periods.ts'

/** The header of a message. */
export interface Head {
  id: string
  /** The time of the answer, in ISO 8601. */
  prepared: string
  /** The agency that sends it. */
  sender: string
}

/** A message of data, before it is written in a format. */
export interface Message {
  head: Head
  /** The scheme and host of the service. */
  origin: string
  flow: Flow
  series: Series[]
  names: CodeNames
  /** The dimensions of a series and those of an observation, by their positions; the time is last. */
  ofSeries: number[]
  ofObservation: number[]
  dimensionAtObservation: string
  seriesAttributes: readonly Attribute[]
  observationAttributes: readonly Attribute[]
  hasObservations: boolean
  hasHistory: boolean
}

export interface Observation {
  series: Series
  day: string
  period: string
  value: string
}

/** The values of the attributes of an observation that are not those of its series. */
export type OwnAttributes = Readonly<Record<string, string>>

/** Writes the parts of a message in one format. */
export interface Writer {
  open: () => string
  openSet: (part: Pick<Part, 'action' | 'instant'>) => string
  /** Begins a series with the codes of its key; a flat list has none. */
  openSeries: (series: Series, period: string) => string
  /** The attributes of an observation, most of which equal those of the whole series. */
  attributes: (series: Series, own: OwnAttributes) => string
  observation: (observation: Observation, attributes: string) => string
  closeSeries: () => string
  closeSet: () => string
  close: () => string
}

/** The dimensions of a flow and the time. */
export function componentsOf({ structure: { dimensions } }: Flow): Component[] {
  return [...dimensions, TIME]
}

/**
 * Arranges a message by its dimension at the level of observations, and orders its series by it. Undefined for a
 * dimension that the flow does not have.
 */
export function layOut(
  flow: Flow,
  series: Series[],
  { dimensionAtObservation, attributes, hasObservations }: DataRequest
):
  | Pick<
      Message,
      'series' | 'ofSeries' | 'ofObservation' | 'dimensionAtObservation' | 'seriesAttributes' | 'observationAttributes'
    >
  | undefined {
  const places = componentsOf(flow).map((_, at) => at)
  const time = places.length - 1
  const shownOf = (of: readonly Attribute[]) => of.filter(({ id }) => attributes.has(id))
  const own = hasObservations ? shownOf(OBSERVATION_ATTRIBUTES) : []
  const usual = { seriesAttributes: shownOf(SERIES_ATTRIBUTES), observationAttributes: own, dimensionAtObservation }
  if (!hasObservations || dimensionAtObservation === TIME.id) {
    return { ...usual, dimensionAtObservation: TIME.id, series, ofSeries: places.slice(0, time), ofObservation: [time] }
  }
  // Attributes of a series belong to each observation if a series in this sense has several of them.
  const all = { ...usual, seriesAttributes: [], observationAttributes: shownOf(ATTRIBUTES) }
  if (dimensionAtObservation === FLAT) return { ...all, series, ofSeries: [], ofObservation: places }
  const place = flow.structure.dimensions.findIndex(({ id }) => id === dimensionAtObservation)
  if (place < 0) return undefined
  const ofSeries = places.filter((it) => it !== place)
  const keyOf = ({ codes }: Series) => JSON.stringify(ofSeries.map((at) => codes[at]))
  return {
    ...all,
    series: series.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0)),
    ofSeries,
    ofObservation: [place]
  }
}

/** True if the figures must be ordered by period. */
export function isByPeriod({ dimensionAtObservation }: Pick<Message, 'dimensionAtObservation'>): boolean {
  return dimensionAtObservation !== TIME.id && dimensionAtObservation !== FLAT
}

/** Writes a message. `parts` are its figures; without them each series is written separately. */
export async function* write(writer: Writer, message: Message, parts: AsyncIterable<Part>): AsyncGenerator<string> {
  yield writer.open()
  yield* message.hasObservations ? writeParts(writer, message, parts) : writeKeys(writer, message)
  yield writer.close()
}

function* writeKeys(writer: Writer, { series }: Message): Generator<string> {
  yield writer.openSet({ action: 'Replace' })
  for (const it of series) yield writer.openSeries(it, '') + writer.closeSeries()
  yield writer.closeSet()
}

async function* writeParts(writer: Writer, message: Message, parts: AsyncIterable<Part>): AsyncGenerator<string> {
  const groupOf = grouping(message)
  const hasDerived = message.series.some(({ unit }) => unit !== undefined)
  let set: string | undefined
  let group: unknown
  let shared: { series?: Series; own?: OwnAttributes; text: string } = { text: '' }
  for await (const { action, instant, rows } of parts) {
    let text = ''
    if (`${action} ${instant}` !== set) {
      if (group !== undefined) text += writer.closeSeries()
      if (set !== undefined) text += writer.closeSet()
      text += writer.openSet({ action, instant })
      set = `${action} ${instant}`
      group = undefined
      shared = { text: '' }
    }
    for (const [place, day, value, days] of rows) {
      const series = message.series[place]!
      const period = periodOf(series.frequency, day)
      const next = groupOf(series, period)
      if (next !== group) {
        if (group !== undefined) text += writer.closeSeries()
        if (next !== undefined) text += writer.openSeries(series, period)
        group = next
      }
      const own = attributesOf(series, days, hasDerived)
      if (shared.series !== series || shared.own !== own) shared = { series, own, text: writer.attributes(series, own) }
      text += writer.observation({ series, day, period, value }, shared.text)
    }
    yield text
  }
  if (group !== undefined) yield writer.closeSeries()
  if (set !== undefined) yield writer.closeSet()
}

/** Identifies the observations of one series in the message; undefined in a flat list. */
function grouping({
  dimensionAtObservation,
  ofSeries
}: Message): (series: Series, period: string) => Series | string | undefined {
  if (dimensionAtObservation === FLAT) return () => undefined
  if (dimensionAtObservation === TIME.id) return (series) => series
  return (series, period) => ofSeries.map((at) => codeAt(series, period, at)).join('.')
}

const PUBLISHED: OwnAttributes = { OBS_STATUS: 'A', OBS_CONF: 'F' }
const PUBLISHED_TOO: OwnAttributes = { ...PUBLISHED, OBS_COM: 'As published' }

// A derived figure is marked, and in the same message so is a published one, because clients of SDMX-JSON read an
// absent attribute as its first value.
function attributesOf({ unit, stat }: Series, days: number, hasDerived: boolean): OwnAttributes {
  if (unit === undefined) return hasDerived ? PUBLISHED_TOO : PUBLISHED
  const made =
    stat === 'average'
      ? `average of ${days} published rate${days === 1 ? '' : 's'}`
      : `last of ${days} published rate${days === 1 ? '' : 's'}`
  return { ...PUBLISHED, OBS_COM: `Calculated by this service: ${made}` }
}

/** The codes of an observation's dimensions, with the time last. */
export function codeAt(series: Series, period: string, place: number): string {
  return series.codes[place] ?? period
}

/** The value of an attribute of an observation, its own or that of its series. */
export function valueOf({ id }: Attribute, series: Series, own: OwnAttributes): string | undefined {
  return own[id] ?? series.attributes[id]
}

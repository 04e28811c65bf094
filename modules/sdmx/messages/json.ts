import type { Part } from '../figures-query.ts'
import type { Series } from '../series-query.ts'
import { FLAT } from '../data-request.ts'
import { groupDimensions, MEASURE, TIME, VERSION, type Attribute, type Component } from '../model.ts'
import { spanOf } from '../periods.ts'
import { urnOf } from '../urn.ts'
import { codeAt, componentsOf, valueOf, type Message, type Writer } from './message.ts'

/**
 * The forms of SDMX-JSON: the European Central Bank's, which is older than the standard, and the two of the standard.
 */
export type JsonForm = 'wd' | '1' | '2'

const SCHEMAS = {
  1: 'https://raw.githubusercontent.com/sdmx-twg/sdmx-json/v1.0/data-message/tools/schemas/1.0/sdmx-json-data-schema.json',
  2: 'https://raw.githubusercontent.com/sdmx-twg/sdmx-json/v2.0.0/data-message/tools/schemas/2.0.0/sdmx-json-data-schema.json'
}

const DAY_LENGTH = 10

/** The values of a component that have occurred, each with its index. */
class Values {
  readonly texts: string[] = []
  readonly #places = new Map<string, number>()

  indexOf(text: string): number {
    let place = this.#places.get(text)
    if (place === undefined) {
      this.#places.set(text, (place = this.texts.length))
      this.texts.push(text)
    }
    return place
  }
}

/** Writes SDMX-JSON. The structure follows the data, when all values are known. */
export function json(message: Message, form: JsonForm): Writer {
  const { head, hasObservations, dimensionAtObservation, ofSeries } = message
  const ofObservation = hasObservations || form === 'wd' ? message.ofObservation : []
  const { seriesAttributes, observationAttributes } = form === 'wd' ? message : givenAttributes(message)
  const dimensions = componentsOf(message.flow).map(() => new Values())
  const attributes = new Map([...seriesAttributes, ...observationAttributes].map(({ id }) => [id, new Values()]))
  const isFlat = dimensionAtObservation === FLAT && hasObservations
  const keyOf = (series: Series, period: string, places: number[]) =>
    places.length === 1
      ? dimensions[places[0]!]!.indexOf(codeAt(series, period, places[0]!))
      : places.map((at) => dimensions[at]!.indexOf(codeAt(series, period, at))).join(':')
  const withValues = (shown: readonly Attribute[]) =>
    shown.map((attribute) => ({ attribute, values: attributes.get(attribute.id)! }))
  const [ofEachSeries, ofEachObservation] = [withValues(seriesAttributes), withValues(observationAttributes)]
  const indexesOf = (shown: ReturnType<typeof withValues>, textOf: (it: Attribute) => string | undefined) => {
    let indexes = ''
    for (const { attribute, values } of shown) {
      const text = textOf(attribute)
      indexes += `${indexes === '' ? '' : ','}${text === undefined ? 'null' : values.indexOf(text)}`
    }
    return indexes
  }
  let before = { set: '', series: '', observation: '' }
  return {
    open: () =>
      form === 'wd'
        ? `{"header":${JSON.stringify({ id: head.id, test: false, prepared: head.prepared, sender: { id: head.sender } })},"dataSets":[`
        : `{"meta":${JSON.stringify({ schema: SCHEMAS[form], id: head.id, prepared: head.prepared, test: false, contentLanguages: ['en'], sender: { id: head.sender } })},"data":{"dataSets":[`,
    openSet: (part) => {
      const text = `${before.set}${headOfSet(part, message, form)},"${isFlat ? 'observations' : 'series'}":{`
      before = { set: ',\n', series: '\n', observation: '\n' }
      return text
    },
    openSeries: (series, period) => {
      const text = `${before.series}"${keyOf(series, period, ofSeries)}":{"attributes":[${indexesOf(ofEachSeries, ({ id }) => series.attributes[id])}]${hasObservations ? ',"observations":{' : ''}`
      before = { ...before, series: ',\n', observation: '\n' }
      return text
    },
    attributes: (series, own) =>
      observationAttributes.length === 0 ? '' : `,${indexesOf(ofEachObservation, (it) => valueOf(it, series, own))}`,
    observation: ({ series, period, value }, ofIt) => {
      const text = `${before.observation}"${keyOf(series, period, ofObservation)}":[${value}${ofIt}]`
      before.observation = ','
      return text
    },
    closeSeries: () => (hasObservations ? '}}' : '}'),
    closeSet: () => '}}',
    close: () =>
      closing(message, form, {
        dimensions,
        attributes,
        ofObservation,
        seriesAttributes,
        observationAttributes
      })
  }
}

interface Occurred extends Pick<Message, 'ofObservation' | 'seriesAttributes' | 'observationAttributes'> {
  dimensions: readonly Values[]
  attributes: ReadonlyMap<string, Values>
}

/** The end of a message: its structure with the values that have occurred. */
function closing(
  message: Message,
  form: JsonForm,
  { dimensions, attributes, ofObservation, seriesAttributes, observationAttributes }: Occurred
): string {
  const valuesOf = (it: Component, values: Values) =>
    values.texts.map((text) => valueOfComponent(it, text, message, form))
  const all = componentsOf(message.flow).map((it, at) => dimensionOf(it, at, valuesOf(it, dimensions[at]!), form))
  const shown = (of: readonly Attribute[]) =>
    of.map((it) => attributeOf(it, valuesOf(it, attributes.get(it.id)!), message, form))
  const structure = structureOf(message, form, {
    dimensions: {
      ...(form !== 'wd' && { dataSet: [] }),
      series: message.ofSeries.map((at) => all[at]),
      observation: ofObservation.map((at) => all[at])
    },
    ...(form === '2' && { measures: { observation: [measureOf()] } }),
    attributes: {
      ...(form !== 'wd' && { dataSet: [] }),
      ...(form === '2' && { dimensionGroup: [] }),
      series: shown(seriesAttributes),
      observation: shown(observationAttributes)
    }
  })
  if (form === '2') return `],"structures":[${JSON.stringify(structure)}]}}`
  return `],"structure":${JSON.stringify(structure)}}${form === '1' ? '}' : ''}`
}

/** The attributes that have a value: the standard allows no others. */
function givenAttributes({
  series,
  seriesAttributes,
  observationAttributes
}: Message): Pick<Message, 'seriesAttributes' | 'observationAttributes'> {
  const given = new Set([
    ...series.flatMap(({ attributes }) => Object.keys(attributes)),
    'OBS_STATUS',
    'OBS_CONF',
    ...(series.some(({ unit }) => unit !== undefined) ? ['OBS_COM'] : [])
  ])
  const isGiven = ({ id }: Attribute) => given.has(id)
  return {
    seriesAttributes: seriesAttributes.filter(isGiven),
    observationAttributes: observationAttributes.filter(isGiven)
  }
}

function headOfSet(
  { action, instant }: Pick<Part, 'action' | 'instant'>,
  { head, origin, flow }: Message,
  form: JsonForm
): string {
  const validity = { [action === 'Delete' ? 'validTo' : 'validFrom']: instant ?? head.prepared }
  if (form === 'wd') return JSON.stringify({ action, ...validity }).slice(0, -1)
  const links = [{ rel: 'dataflow', href: hrefOf(origin, form, flow), urn: urnOf('datastructure.Dataflow', flow) }]
  return JSON.stringify({ ...(form === '2' && { structure: 0 }), action, ...validity, links }).slice(0, -1)
}

function hrefOf(origin: string, form: JsonForm, { agency, id }: Message['flow']): string {
  return form === '2'
    ? `${origin}/sdmx/3.0/structure/dataflow/${agency}/${id}/${VERSION}`
    : `${origin}/sdmx/2.1/dataflow/${agency}/${id}/${VERSION}`
}

function structureOf({ origin, flow }: Message, form: JsonForm, parts: object): object {
  const link = { rel: 'dataflow', href: hrefOf(origin, form, flow) }
  if (form === 'wd') return { links: [{ title: flow.name, ...link }], name: flow.name, ...parts }
  return {
    ...(form === '2' ? { links: [{ ...link, urn: urnOf('datastructure.Dataflow', flow) }] } : { links: [link] }),
    name: flow.name,
    names: { en: flow.name },
    ...parts,
    ...(form === '2' && { dataSets: [0] })
  }
}

function named({ id, name }: { id: string; name: string }, form: JsonForm) {
  return form === 'wd' ? { id, name } : { id, name, names: { en: name } }
}

function dimensionOf(it: Component, at: number, values: object[], form: JsonForm): object {
  const isTime = it.id === TIME.id
  if (form === 'wd') return { ...named(it, form), ...(isTime && { role: 'time' }), values }
  return { ...named(it, form), keyPosition: at, roles: [it.id], values }
}

function attributeOf(it: Attribute, values: object[], { flow }: Message, form: JsonForm): object {
  if (form === 'wd') return { ...named(it, form), values }
  const all = flow.structure.dimensions.map(({ id }) => id)
  const relationship =
    it.level === 'observation'
      ? form === '1'
        ? { primaryMeasure: MEASURE.id }
        : { observation: {} }
      : { dimensions: it.level === 'series' ? all : groupDimensions(flow.structure).map(({ id }) => id) }
  return { ...named(it, form), roles: [it.id], relationship, values }
}

function measureOf(): object {
  return { ...named(MEASURE, '2'), roles: [MEASURE.id] }
}

function valueOfComponent(it: Component, text: string, { names }: Message, form: JsonForm): object {
  if (it.id === TIME.id) return timeOf(text, form)
  const name = names.of(it, text)
  if (name !== undefined) return named({ id: text, name }, form)
  return form === 'wd'
    ? { name: text }
    : form === '1'
      ? { name: text, names: { en: text } }
      : { value: text, name: text, names: { en: text } }
}

// Avoids the spread operator, because a history has thousands of them.
function timeOf(period: string, form: JsonForm): object {
  const { from, to } = period.length === DAY_LENGTH ? { from: period, to: period } : spanOf(period)!
  const [start, end] = [`${from}T00:00:00.000Z`, `${to}T23:59:59.999Z`]
  return form === 'wd'
    ? { id: period, name: period, start, end }
    : { id: period, name: period, names: { en: period }, start, end }
}

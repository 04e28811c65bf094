import type { Part, Series } from '../data-query.ts'
import { MEASURE, TIME, type Component } from '../model.ts'
import { shortOf } from '../urn.ts'
import { codeAt, componentsOf, valueOf, type Message, type Writer } from './message.ts'

/**
 * The columns of a dialect of CSV: those before the dimensions, how they name components and codes, and those behind
 * the attributes.
 */
interface Dialect {
  before: (series: Series, period: string) => string[]
  header: string[]
  labels: 'id' | 'name' | 'both'
  after: string[]
  hasNormalTime: boolean
  /** True if columns are left out for what the request does not show. */
  isShort: boolean
}

type Options = ReadonlyMap<string, string>

/** Writes CSV in the form of the European Central Bank. */
export function ecbCsv (message: Message): Writer {
  const { flow, hasHistory } = message
  return csv(message, {
    header: ['KEY'],
    before: ({ codes }) => [`${flow.id}.${codes.join('.')}`],
    after: hasHistory ? ['ACTION', 'VALID_FROM', 'VALID_TO'] : [],
    labels: 'id',
    hasNormalTime: false,
    isShort: true
  })
}

/** Writes SDMX-CSV 1.0. */
export function csv1 (message: Message, options: Options): Writer {
  const { flow } = message
  const isLabelled = options.get('labels') === 'both'
  return csv(message, {
    header: ['DATAFLOW'],
    before: () => [isLabelled ? `${shortOf(flow)}: ${flow.name}` : shortOf(flow)],
    after: [],
    labels: isLabelled ? 'both' : 'id',
    hasNormalTime: options.get('timeformat') === 'normalized',
    isShort: false
  })
}

/** Writes SDMX-CSV 2.0. */
export function csv2 (message: Message, options: Options): Writer {
  const { flow } = message
  const labels = ['name', 'both'].find((it) => it === options.get('labels')) as 'name' | 'both' | undefined ?? 'id'
  const keys = options.get('keys') ?? 'none'
  const hasSeriesKey = keys === 'series' || keys === 'both'
  const hasKey = keys === 'obs' || keys === 'both'
  let action = 'I'
  const written = csv(message, {
    header: [
      'STRUCTURE', 'STRUCTURE_ID', ...labels === 'name' ? ['STRUCTURE_NAME'] : [], 'ACTION',
      ...hasSeriesKey ? ['SERIES_KEY'] : [], ...hasKey ? ['OBS_KEY'] : []
    ],
    before: ({ codes }, period) => [
      'dataflow', labels === 'both' ? `${shortOf(flow)}: ${flow.name}` : shortOf(flow),
      ...labels === 'name' ? [flow.name] : [], action,
      ...hasSeriesKey ? [codes.join('.')] : [], ...hasKey ? [[...codes, period].join('.')] : []
    ],
    after: [],
    labels,
    hasNormalTime: options.get('timeformat') === 'normalized',
    isShort: false
  })
  return {
    ...written,
    openSet: (part) => {
      action = part.action === 'Delete' ? 'D' : part.instant === undefined ? 'I' : 'R'
      return written.openSet(part)
    }
  }
}

function csv (message: Message, { header, before, labels, after, hasNormalTime, isShort }: Dialect): Writer {
  const { flow, hasObservations, names } = message
  const components = componentsOf(flow)
  const dimensions = hasObservations || !isShort ? components : components.slice(0, -1)
  const attributes = [...message.observationAttributes, ...message.seriesAttributes]
  const columnsOf = (it: Component) =>
    labels === 'both' ? [`${it.id}: ${it.name}`] : labels === 'name' ? [it.id, it.name] : [it.id]
  const cellsOf = (it: Component, code: string | undefined) => {
    const name = code === undefined || labels === 'id' ? undefined : names.of(it, code)
    return labels === 'both'
      ? [name === undefined ? code : `${code}: ${name}`]
      : labels === 'name' ? [code, name] : [code]
  }
  const columns = [
    ...header, ...dimensions.flatMap(columnsOf), ...hasObservations || !isShort ? columnsOf(MEASURE) : [],
    ...attributes.flatMap(columnsOf), ...after
  ]
  let part: Pick<Part, 'action' | 'instant'> = { action: 'Replace' }
  const versionOf = () =>
    after.length === 0
      ? []
      : [part.action, part.action === 'Delete' ? '' : part.instant, part.action === 'Delete' ? part.instant : '']
  const dimensionsOf = (series: Series, period: string) =>
    dimensions.flatMap((it, at) => cellsOf(it, codeAt(series, period, at) || undefined))
  const seriesCells = (series: Series) =>
    message.seriesAttributes.flatMap((it) => cellsOf(it, series.attributes[it.id]))
  // What the lines of a series share.
  let shared: { series?: Series, key: string, attributes: string } = { key: '', attributes: '' }
  const sharedBy = (series: Series) => shared.series === series
    ? shared
    : shared = {
      series,
      key: textOf(components.slice(0, -1).flatMap((it, at) => cellsOf(it, series.codes[at]))),
      attributes: message.seriesAttributes.length === 0 ? '' : `,${textOf(seriesCells(series))}`
    }
  return {
    open: () => lineOf(columns),
    openSet: (of) => {
      part = of
      return ''
    },
    openSeries: (series) => hasObservations
      ? ''
      : lineOf([
          ...before(series, ''), ...dimensionsOf(series, ''), ...isShort ? [] : cellsOf(MEASURE, undefined),
          ...message.observationAttributes.flatMap((it) => cellsOf(it, undefined)), ...seriesCells(series),
          ...after.map(() => '')
        ]),
    observation: (it) => {
      const { key, attributes: ofSeries } = sharedBy(it.series)
      const own = [
        ...cellsOf(TIME, hasNormalTime ? it.day : it.period), ...cellsOf(MEASURE, it.value),
        ...message.observationAttributes.flatMap((shown) => cellsOf(shown, valueOf(shown, it)))
      ]
      const version = after.length === 0 ? '' : `,${textOf(versionOf())}`
      return `${textOf(before(it.series, it.period))},${key},${textOf(own)}${ofSeries}${version}\n`
    },
    closeSeries: () => '',
    closeSet: () => '',
    close: () => ''
  }
}

function textOf (cells: ReadonlyArray<string | undefined>): string {
  return cells.map((it) => it === undefined ? '' : /[",\n\r]/.test(it) ? `"${it.replaceAll('"', '""')}"` : it).join()
}

function lineOf (cells: ReadonlyArray<string | undefined>): string {
  return `${textOf(cells)}\n`
}

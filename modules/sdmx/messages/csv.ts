import type { Part } from '../figures-query.ts'
import type { Series } from '../series-query.ts'
import { MEASURE, TIME, type Component } from '../model.ts'
import { shortOf } from '../urn.ts'
import { valueOf, type Message, type OwnAttributes, type Writer } from './message.ts'

type DataSet = Pick<Part, 'action' | 'instant'>
type Options = ReadonlyMap<string, string>

/** A dialect of CSV: its columns before the dimensions and after the attributes, and the content of its cells. */
interface Dialect {
  header: string[]
  before: (series: Series, set: DataSet) => string[]
  /** True if the key of each observation is before the dimensions. */
  hasKey?: boolean
  after?: { header: string[]; cells: (set: DataSet) => string[] }
  labels: 'id' | 'name' | 'both'
  hasNormalTime?: boolean
  /** True if series without observations have no columns for the time and the value. */
  isShort?: boolean
}

/** Writes CSV in the form of the European Central Bank. */
export function ecbCsv(message: Message): Writer {
  const { flow, hasHistory } = message
  return csv(message, {
    header: ['KEY'],
    before: ({ codes }) => [`${flow.id}.${codes.join('.')}`],
    ...(hasHistory && {
      after: {
        header: ['ACTION', 'VALID_FROM', 'VALID_TO'],
        cells: ({ action, instant = '' }) => [action, ...(action === 'Delete' ? ['', instant] : [instant, ''])]
      }
    }),
    labels: 'id',
    isShort: true
  })
}

/** Writes SDMX-CSV 1.0. */
export function csv1(message: Message, options: Options): Writer {
  const { flow } = message
  const labels = options.get('labels') === 'both' ? 'both' : 'id'
  return csv(message, {
    header: ['DATAFLOW'],
    before: () => [labels === 'both' ? `${shortOf(flow)}: ${flow.name}` : shortOf(flow)],
    labels,
    hasNormalTime: options.get('timeformat') === 'normalized'
  })
}

/** Writes SDMX-CSV 2.0. */
export function csv2(message: Message, options: Options): Writer {
  const { flow } = message
  const labels = (['name', 'both'] as const).find((it) => it === options.get('labels')) ?? 'id'
  const keys = options.get('keys') ?? 'none'
  const hasSeriesKey = keys === 'series' || keys === 'both'
  const hasKey = keys === 'obs' || keys === 'both'
  return csv(message, {
    header: [
      'STRUCTURE',
      'STRUCTURE_ID',
      ...(labels === 'name' ? ['STRUCTURE_NAME'] : []),
      'ACTION',
      ...(hasSeriesKey ? ['SERIES_KEY'] : []),
      ...(hasKey ? ['OBS_KEY'] : [])
    ],
    before: ({ codes }, { action, instant }) => [
      'dataflow',
      labels === 'both' ? `${shortOf(flow)}: ${flow.name}` : shortOf(flow),
      ...(labels === 'name' ? [flow.name] : []),
      action === 'Delete' ? 'D' : instant === undefined ? 'I' : 'R',
      ...(hasSeriesKey ? [codes.join('.')] : [])
    ],
    hasKey,
    labels,
    hasNormalTime: options.get('timeformat') === 'normalized'
  })
}

function csv(message: Message, { header, before, hasKey, after, labels, hasNormalTime, isShort }: Dialect): Writer {
  const { flow, hasObservations, names, observationAttributes, seriesAttributes } = message
  const columnsOf = (it: Component) =>
    labels === 'both' ? [`${it.id}: ${it.name}`] : labels === 'name' ? [it.id, it.name] : [it.id]
  const cellsOf = (it: Component, code: string | undefined) => {
    const name = code === undefined || labels === 'id' ? undefined : names.of(it, code)
    return labels === 'both'
      ? [name === undefined ? code : `${code}: ${name}`]
      : labels === 'name'
        ? [code, name]
        : [code]
  }
  const { dimensions } = flow.structure
  const figure = hasObservations || !isShort ? [TIME, MEASURE] : []
  const columns = [...dimensions, ...figure, ...observationAttributes, ...seriesAttributes]
  let set: DataSet = { action: 'Replace' }
  let begun: { series?: Series; before: string; key: string } = { before: '', key: '' }
  const beginOf = (series: Series) =>
    begun.series === series
      ? begun
      : (begun = {
          series,
          before: textOf(before(series, set)),
          key: textOf(dimensions.flatMap((it, at) => cellsOf(it, series.codes[at])))
        })
  const endOf = (series: Series, own: OwnAttributes) =>
    textOf([
      '',
      ...observationAttributes.flatMap((it) => cellsOf(it, valueOf(it, series, own))),
      ...seriesAttributes.flatMap((it) => cellsOf(it, series.attributes[it.id])),
      ...(after?.cells(set) ?? [])
    ])
  const gap = labels === 'name' ? ',' : '' // times and values have no names
  const lineOf = (series: Series, { key, time, value, end }: Record<'key' | 'time' | 'value' | 'end', string>) => {
    const { before, key: ofSeries } = beginOf(series)
    return `${before}${hasKey ? `,${key}` : ''},${ofSeries}${figure.length > 0 ? `,${time}${gap},${value}${gap}` : ''}${end}\n`
  }
  return {
    open: () => `${textOf([...header, ...columns.flatMap(columnsOf), ...(after?.header ?? [])])}\n`,
    openSet: (of) => {
      set = of
      begun = { before: '', key: '' }
      return ''
    },
    openSeries: (series) =>
      hasObservations ? '' : lineOf(series, { key: '', time: '', value: '', end: endOf(series, {}) }),
    attributes: endOf,
    observation: ({ series, day, period, value }, end) =>
      lineOf(series, {
        key: hasKey ? [...series.codes, period].join('.') : '',
        time: hasNormalTime ? day : period,
        value,
        end
      }),
    closeSeries: () => '',
    closeSet: () => '',
    close: () => ''
  }
}

function textOf(cells: ReadonlyArray<string | undefined>): string {
  return cells.map((it) => (it === undefined ? '' : /[",\n\r]/.test(it) ? `"${it.replaceAll('"', '""')}"` : it)).join()
}

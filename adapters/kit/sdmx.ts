import { LayoutError, type Publication } from '../source.ts'
import { readCsv, type CsvOptions } from './csv.ts'
import { atLeastOne } from './rows.ts'
import type { TableRecord } from './table.ts'
import { excerpt } from './text.ts'
import { readXml, type XmlElement } from './xml.ts'

/**
 * SDMX data messages (sdmx.org; ISO 17369) as observations. An observation gives each of its dimensions and attributes by the id that the
 * structure uses (FREQ, UNIT_MULT, OBS_STATUS …), as printed: the period under TIME_PERIOD, the figure under OBS_VALUE.
 */
export type Observation = TableRecord

type Components = Record<string, string>

const PERIOD = 'TIME_PERIOD'
const VALUE = 'OBS_VALUE'
const NO_VALUE = new Set(['', 'NaN'])
const MAX_COMPARISONS = 10_000_000

/** True for an observation that SDMX marks as missing: its figure is empty or NaN. */
export function isMissing (observation: Observation): boolean {
  return NO_VALUE.has(observation(VALUE))
}

/** The observations of an SDMX-CSV message. Throws a `LayoutError` where there is none or no column for the period or the figure. */
export function readSdmxCsv (publication: Publication, options?: Pick<CsvOptions, 'delimiter'>): Observation[] {
  const { columns, records } = readCsv(publication, options)
  for (const id of [PERIOD, VALUE]) if (!columns.includes(id)) throw new LayoutError(`a column ${id}`, excerpt(columns.join(', ')))
  return atLeastOne(records, 'observation')
}

/**
 * The observations of an SDMX-ML message 2.0 or 2.1, generic or structure-specific (compact in 2.0), in series or flat. What a series, a
 * group or the data set says holds for their observations too. Throws a `LayoutError` for another document and where there is none.
 */
export function readSdmxXml (publication: Publication): Observation[] {
  const message = readXml(publication, 'GenericData', 'StructureSpecificData', 'StructureSpecificTimeSeriesData', 'CompactData', 'MessageGroup')
  const components = message.name === 'GenericData' ? genericComponents : ownComponents
  const observations = message.all('DataSet').flatMap((dataSet) => readDataSet(dataSet, components))
  return atLeastOne(observations, 'observation')
}

type ReadComponents = (element: XmlElement) => Components

function readDataSet (dataSet: XmlElement, componentsOf: ReadComponents): Observation[] {
  const groups = dataSet.all('Group').map(componentsOf)
  const common = componentsOf(dataSet)
  const [flatObservations, series] = [dataSet.all('Obs'), dataSet.all('Series')]
  const comparisons = groups.length * (flatObservations.length + series.length) // each may belong to any of the groups
  if (comparisons > MAX_COMPARISONS) throw new LayoutError(`a data set with at most ${MAX_COMPARISONS} pairs of a group and a series`, `${comparisons}`)
  const withContext = (own: Components) => ({ ...common, ...groupedWith(own, groups), ...own })
  const flat = flatObservations.map((observation) => withContext(componentsOf(observation)))
  const inSeries = series.flatMap((it) => {
    const shared = withContext(componentsOf(it))
    return it.all('Obs').map((observation) => ({ ...shared, ...componentsOf(observation) }))
  })
  return [...flat, ...inSeries].map(observationOf)
}

/** What the groups of a series or of a flat observation say: those that have components in common with it, all of them equal. */
function groupedWith (own: Components, groups: Components[]): Components {
  const matching = groups.filter((group) => {
    const shared = Object.keys(group).filter((id) => id in own)
    return shared.length > 0 && shared.every((id) => group[id] === own[id])
  })
  return Object.assign({}, ...matching) as Components
}

function observationOf (components: Components): Observation {
  return (id) => {
    const value = components[id]
    if (value === undefined) throw new LayoutError(`${id} of an observation`, excerpt(Object.keys(components).join(', ')))
    return value
  }
}

/** Of a structure-specific message: each component is an attribute. */
function ownComponents (element: XmlElement): Components {
  return element.attributes
}

/** Of a generic message: each component is a `<Value>` in the element's key or among its attributes; 2.0 calls its id `concept`. */
function genericComponents (element: XmlElement): Components {
  const components: Components = {}
  for (const part of ['SeriesKey', 'GroupKey', 'ObsKey', 'Attributes'].flatMap((name) => element.all(name))) {
    for (const component of part.only('Value')) {
      components[component.attribute('id', component.attribute('concept', ''))] = component.attribute('value')
    }
  }
  const period = element.maybe('ObsDimension')?.attribute('value') ?? element.maybe('Time')?.text
  if (period !== undefined) components[element.maybe('ObsDimension')?.attribute('id', PERIOD) ?? PERIOD] = period
  if (element.name === 'Obs') components[VALUE] = element.maybe('ObsValue')?.attribute('value') ?? ''
  return components
}

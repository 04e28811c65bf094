import { FLAT } from '../data-request.ts'
import type { Attribute } from '../model.ts'
import { urnOf } from '../urn.ts'
import { DECLARATION, escaped, namespacesOf } from '../xml.ts'
import { codeAt, componentsOf, valueOf, type Message, type Observation, type Writer } from './message.ts'

/** Writes generic data of SDMX-ML 2.1. */
export function genericXml(message: Message, root: 'GenericData' | 'GenericTimeSeriesData' = 'GenericData'): Writer {
  const {
    head: { id, prepared, sender },
    flow,
    dimensionAtObservation,
    ofSeries,
    ofObservation,
    seriesAttributes,
    observationAttributes
  } = message
  const structure = flow.structure
  const ids = componentsOf(flow).map((it) => it.id)
  const { message: of, common, generic } = namespacesOf('v2_1')
  const value = (name: string, text: string) => `<generic:Value id="${name}" value="${escaped(text)}"/>`
  const attributes = (shown: readonly Attribute[], textOf: (it: Attribute) => string | undefined) => {
    const given = shown.map((it) => ({ id: it.id, text: textOf(it) })).filter(({ text }) => text !== undefined)
    return given.length === 0
      ? ''
      : `<generic:Attributes>${given.map(({ id, text }) => value(id, text!)).join('')}</generic:Attributes>`
  }
  const dimension = ({ series, period }: Observation) =>
    dimensionAtObservation === FLAT
      ? `<generic:ObsKey>${ofObservation.map((at) => value(ids[at]!, codeAt(series, period, at))).join('')}</generic:ObsKey>`
      : `<generic:ObsDimension value="${escaped(codeAt(series, period, ofObservation[0]!))}"/>`
  return {
    open: () =>
      `${DECLARATION}<message:${root} xmlns:message="${of}" xmlns:common="${common}" xmlns:generic="${generic}">
<message:Header><message:ID>${id}</message:ID><message:Test>false</message:Test><message:Prepared>${prepared}</message:Prepared><message:Sender id="${sender}"/>
<message:Structure structureID="${structure.id}" dimensionAtObservation="${dimensionAtObservation}"><common:Structure><URN>${urnOf('datastructure.DataStructure', structure)}</URN></common:Structure></message:Structure></message:Header>
`,
    openSet: ({ action, instant }) =>
      `<message:DataSet action="${action}" ${action === 'Delete' ? 'validToDate' : 'validFromDate'}="${instant ?? prepared}" structureRef="${structure.id}">\n`,
    openSeries: (series, period) => {
      const key = ofSeries.map((at) => value(ids[at]!, codeAt(series, period, at))).join('')
      return `<generic:Series><generic:SeriesKey>${key}</generic:SeriesKey>${attributes(seriesAttributes, ({ id }) => series.attributes[id])}\n`
    },
    attributes: (series, own) => attributes(observationAttributes, (it) => valueOf(it, series, own)),
    observation: (it, ofIt) =>
      `<generic:Obs>${dimension(it)}<generic:ObsValue value="${it.value}"/>${ofIt}</generic:Obs>\n`,
    closeSeries: () => '</generic:Series>\n',
    closeSet: () => '</message:DataSet>\n',
    close: () => `</message:${root}>\n`
  }
}

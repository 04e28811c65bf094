import { MEASURE, type Attribute } from '../model.ts'
import { namespaceOf, urnOf } from '../urn.ts'
import { DECLARATION, escaped, namespacesOf } from '../xml.ts'
import { codeAt, componentsOf, valueOf, type Message, type Writer } from './message.ts'

type Root = 'StructureSpecificData' | 'StructureSpecificTimeSeriesData'

/** Writes structure-specific data of SDMX-ML. */
export function specificXml(message: Message, version: 'v2_1' | 'v3_0', root: Root = 'StructureSpecificData'): Writer {
  const {
    head: { id, prepared, sender },
    flow,
    dimensionAtObservation,
    ofSeries,
    ofObservation,
    seriesAttributes,
    observationAttributes
  } = message
  const structure = flow.structure.id
  const namespace = namespaceOf(flow, version, dimensionAtObservation)
  const { message: of, common, specific } = namespacesOf(version)
  const ids = componentsOf(flow).map((it) => it.id)
  const attribute = (name: string, text: string | undefined) =>
    text === undefined ? '' : ` ${name}="${escaped(text)}"`
  const attributes = (shown: readonly Attribute[], textOf: (it: Attribute) => string | undefined) =>
    shown.map((it) => attribute(it.id, textOf(it))).join('')
  const reference =
    version === 'v2_1'
      ? `<common:Structure><URN>${urnOf('datastructure.DataStructure', flow.structure)}</URN></common:Structure>`
      : `<common:StructureUsage>${urnOf('datastructure.Dataflow', flow)}</common:StructureUsage>`
  return {
    open: () =>
      `${DECLARATION}<message:${root} xmlns:message="${of}" xmlns:common="${common}" xmlns:ss="${specific}" xmlns:ns1="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<message:Header><message:ID>${id}</message:ID><message:Test>false</message:Test><message:Prepared>${prepared}</message:Prepared><message:Sender id="${sender}"/>
<message:Structure structureID="${structure}" namespace="${namespace}" dimensionAtObservation="${dimensionAtObservation}">${reference}</message:Structure></message:Header>
`,
    openSet: ({ action, instant }) => {
      const validity = `${action === 'Delete' ? 'validToDate' : 'validFromDate'}="${instant ?? prepared}"`
      const scope = version === 'v2_1' ? ' ss:dataScope="DataStructure"' : ''
      return `<message:DataSet ss:action="${action}" ss:${validity}${scope} xsi:type="ns1:DataSetType" ss:structureRef="${structure}">\n`
    },
    openSeries: (series, period) => {
      const key = ofSeries.map((at) => attribute(ids[at]!, codeAt(series, period, at))).join('')
      return `<Series${key}${attributes(seriesAttributes, ({ id }) => series.attributes[id])}>\n`
    },
    attributes: (series, own) => attributes(observationAttributes, (it) => valueOf(it, series, own)),
    observation: ({ series, period, value }, ofIt) => {
      const key = ofObservation.map((at) => attribute(ids[at]!, codeAt(series, period, at))).join('')
      return `<Obs${key} ${MEASURE.id}="${value}"${ofIt}/>\n`
    },
    closeSeries: () => '</Series>\n',
    closeSet: () => '</message:DataSet>\n',
    close: () => `</message:${root}>\n`
  }
}

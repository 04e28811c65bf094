import { FLAT } from '../data-request.ts'
import {
  ATTRIBUTES,
  MEASURE,
  OBSERVATION_ATTRIBUTES,
  SERIES_ATTRIBUTES,
  TIME,
  type Attribute,
  type Component,
  type Flow
} from '../model.ts'
import { componentsOf } from '../messages/message.ts'
import { namespaceOf } from '../urn.ts'
import { DECLARATION, namespacesOf } from '../xml.ts'
import type { Version } from './structure-xml.ts'

/**
 * Writes the XML schema of structure-specific data of a flow (SDMX-ML, structure-specific schemas). It imports the
 * schemas of the standard by their namespaces.
 */
export function schemaXml(flow: Flow, version: Version, dimensionAtObservation: string): string {
  const { common, specific } = namespacesOf(version)
  const isFlat = dimensionAtObservation === FLAT
  const components = componentsOf(flow)
  const isAtObservation = ({ id }: Component) => isFlat || id === dimensionAtObservation
  const ofSeries = components.filter((it) => !isAtObservation(it))
  const ofObservation = components.filter(isAtObservation)
  const isUsual = dimensionAtObservation === TIME.id
  // The types of time series, which SDMX 3.0 does not have, are also valid in the messages for all data.
  const kind = isUsual && version === 'v2_1' ? 'TimeSeries' : ''
  return `${DECLARATION}<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${namespaceOf(flow, version, dimensionAtObservation)}" xmlns:dsd="${specific}" xmlns:common="${common}" targetNamespace="${namespaceOf(flow, version, dimensionAtObservation)}" elementFormDefault="qualified" attributeFormDefault="unqualified">
<xs:import namespace="${specific}" schemaLocation="SDMXDataStructureSpecific.xsd"/>
<xs:import namespace="${common}" schemaLocation="SDMXCommon.xsd"/>
${dataSetXml(isFlat, kind)}
${isFlat ? '' : seriesXml(ofSeries, isUsual ? SERIES_ATTRIBUTES : [], kind)}
${observationXml(ofObservation, isUsual ? OBSERVATION_ATTRIBUTES : ATTRIBUTES, kind)}
</xs:schema>
`
}

function restriction(name: string, base: string, content: string): string {
  return `<xs:complexType name="${name}"><xs:complexContent><xs:restriction base="dsd:${base}">\n${content}\n</xs:restriction></xs:complexContent></xs:complexType>`
}

const NO_YEAR_START = '<xs:attribute name="REPORTING_YEAR_START_DAY" type="xs:gMonthDay" use="prohibited"/>'
const ANNOTATIONS = '<xs:element ref="common:Annotations" minOccurs="0"/>'

function dataSetXml(isFlat: boolean, kind: string): string {
  const content = isFlat
    ? '<xs:element name="Obs" type="ObsType" form="unqualified" maxOccurs="unbounded"/>'
    : '<xs:element name="Series" type="SeriesType" form="unqualified" maxOccurs="unbounded"/>'
  return restriction(
    'DataSetType',
    `${kind}DataSetType`,
    `<xs:sequence>${ANNOTATIONS}<xs:element name="DataProvider" type="common:DataProviderReferenceType" form="unqualified" minOccurs="0"/>
<xs:choice minOccurs="0">${content}</xs:choice></xs:sequence>
${NO_YEAR_START}`
  )
}

function seriesXml(dimensions: readonly Component[], attributes: readonly Attribute[], kind: string): string {
  return restriction(
    'SeriesType',
    kind === '' ? 'SeriesType' : `${kind}Type`,
    `<xs:sequence>${ANNOTATIONS}<xs:element name="Obs" type="ObsType" form="unqualified" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
${[...dimensionsXml(dimensions), ...attributesXml(attributes)].join('\n')}
${NO_YEAR_START}`
  )
}

function observationXml(dimensions: readonly Component[], attributes: readonly Attribute[], kind: string): string {
  return restriction(
    'ObsType',
    `${kind}ObsType`,
    `<xs:sequence>${ANNOTATIONS}</xs:sequence>
<xs:attribute name="type" type="xs:string" use="prohibited"/>
${[...dimensionsXml(dimensions), attributeXml(MEASURE.id, 'xs:decimal', 'optional'), ...attributesXml(attributes)].join('\n')}
${NO_YEAR_START}`
  )
}

/** The dimensions as XML attributes, with the time forbidden if it is not among them. */
function dimensionsXml(dimensions: readonly Component[]): string[] {
  const others = dimensions.filter(({ id }) => id !== TIME.id)
  return [
    ...others.map(({ id }) => attributeXml(id, 'xs:string', 'required')),
    attributeXml(
      TIME.id,
      'common:ObservationalTimePeriodType',
      others.length < dimensions.length ? 'required' : 'prohibited'
    )
  ]
}

function attributesXml(attributes: readonly Attribute[]): string[] {
  return attributes.map(({ id }) => attributeXml(id, 'xs:string', 'optional'))
}

function attributeXml(name: string, type: string, use: 'required' | 'optional' | 'prohibited'): string {
  return `<xs:attribute name="${name}" type="${type}" use="${use}"/>`
}

import { FLAT } from '../data-request.ts'
import {
  ATTRIBUTES, MEASURE, OBSERVATION_ATTRIBUTES, SERIES_ATTRIBUTES, TIME, type Attribute, type Component, type Flow
} from '../model.ts'
import { componentsOf } from '../messages/message.ts'
import { namespaceOf } from '../urn.ts'
import { DECLARATION, escaped, namespacesOf } from '../xml.ts'
import type { Version } from './structure-xml.ts'

/**
 * Writes the XML schema of structure-specific data of a flow (SDMX-ML, structure-specific schemas). It imports the
 * schemas of the standard by their namespaces.
 */
export function schemaXml (flow: Flow, version: Version, dimensionAtObservation: string): string {
  const { common, specific } = namespacesOf(version)
  const isFlat = dimensionAtObservation === FLAT
  const components = componentsOf(flow)
  const isAtObservation = ({ id }: Component) => isFlat || id === dimensionAtObservation
  const ofSeries = components.filter((it) => !isAtObservation(it))
  const ofObservation = components.filter(isAtObservation)
  const isUsual = dimensionAtObservation === TIME.id
  return `${DECLARATION}<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${namespaceOf(flow, version, dimensionAtObservation)}" xmlns:dsd="${specific}" xmlns:common="${common}" targetNamespace="${namespaceOf(flow, version, dimensionAtObservation)}" elementFormDefault="qualified" attributeFormDefault="unqualified">
<xs:import namespace="${specific}" schemaLocation="SDMXDataStructureSpecific.xsd"/>
<xs:import namespace="${common}" schemaLocation="SDMXCommon.xsd"/>
${dataSetXml(isFlat)}
${isFlat ? '' : seriesXml(ofSeries, isUsual ? SERIES_ATTRIBUTES : [])}
${observationXml(ofObservation, isUsual ? OBSERVATION_ATTRIBUTES : ATTRIBUTES)}
</xs:schema>
`
}

function restriction (name: string, content: string): string {
  return `<xs:complexType name="${name}"><xs:complexContent><xs:restriction base="dsd:${name}">\n${content}\n</xs:restriction></xs:complexContent></xs:complexType>`
}

const ANNOTATIONS = '<xs:element ref="common:Annotations" minOccurs="0"/>'

function dataSetXml (isFlat: boolean): string {
  const content = isFlat
    ? '<xs:element name="Obs" type="ObsType" form="unqualified" maxOccurs="unbounded"/>'
    : '<xs:element name="Series" type="SeriesType" form="unqualified" maxOccurs="unbounded"/>'
  return restriction(
    'DataSetType',
    `<xs:sequence>${ANNOTATIONS}<xs:element name="DataProvider" type="common:DataProviderReferenceType" form="unqualified" minOccurs="0"/>
<xs:choice minOccurs="0">${content}</xs:choice></xs:sequence>
<xs:attribute name="REPORTING_YEAR_START_DAY" type="xs:gMonthDay" use="prohibited"/>`
  )
}

function seriesXml (dimensions: readonly Component[], attributes: readonly Attribute[]): string {
  const time = dimensions.some(({ id }) => id === TIME.id)
    ? attributeXml(TIME.id, 'common:ObservationalTimePeriodType', true)
    : `<xs:attribute name="${TIME.id}" type="common:ObservationalTimePeriodType" use="prohibited"/>`
  const rest = dimensions.filter(({ id }) => id !== TIME.id)
  return restriction(
    'SeriesType',
    `<xs:sequence>${ANNOTATIONS}<xs:element name="Obs" type="ObsType" form="unqualified" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
${[...rest.map(({ id }) => attributeXml(id, 'xs:string', true)), time, ...attributes.map(({ id }) => attributeXml(id, 'xs:string', false))].join('\n')}
<xs:attribute name="REPORTING_YEAR_START_DAY" type="xs:gMonthDay" use="prohibited"/>`
  )
}

function observationXml (dimensions: readonly Component[], attributes: readonly Attribute[]): string {
  const time = dimensions.some(({ id }) => id === TIME.id)
    ? attributeXml(TIME.id, 'common:ObservationalTimePeriodType', true)
    : `<xs:attribute name="${TIME.id}" type="common:ObservationalTimePeriodType" use="prohibited"/>`
  const rest = dimensions.filter(({ id }) => id !== TIME.id)
  return restriction('ObsType', `<xs:sequence>${ANNOTATIONS}</xs:sequence>
<xs:attribute name="type" type="xs:string" use="prohibited"/>
${[...rest.map(({ id }) => attributeXml(id, 'xs:string', true)), time, attributeXml(MEASURE.id, 'xs:decimal', false), ...attributes.map(({ id }) => attributeXml(id, 'xs:string', false))].join('\n')}
<xs:attribute name="REPORTING_YEAR_START_DAY" type="xs:gMonthDay" use="prohibited"/>`)
}

function attributeXml (name: string, type: string, isRequired: boolean): string {
  return `<xs:attribute name="${name}" type="${escaped(type)}" use="${isRequired ? 'required' : 'optional'}"/>`
}

import type { Head } from '../messages/message.ts'
import {
  ATTRIBUTES,
  GROUP,
  groupDimensions,
  MEASURE,
  TIME,
  VERSION,
  type Attribute,
  type Component,
  type Identity,
  type Structure
} from '../model.ts'
import { urnOf } from '../urn.ts'
import { DECLARATION, escaped, namespacesOf } from '../xml.ts'
import { schemeOf, type Artefact, type Constraint, type Kind } from './artefacts.ts'

export type Version = 'v2_1' | 'v3_0'

/** The detail of an artefact: all, its name with an empty list, or its name as a reference to the whole. */
export type Detail = 'full' | 'stub'

/** Artefacts to write, each with its detail. */
export interface Structures {
  head: Head
  artefacts: Array<{ artefact: Artefact; detail: Detail }>
  /** The scheme and host of the service, for the address to which a stub refers. */
  origin: string
}

const CLASSES: Record<Kind, string> = {
  agencyscheme: 'base.AgencyScheme',
  dataflow: 'datastructure.Dataflow',
  codelist: 'codelist.Codelist',
  conceptscheme: 'conceptscheme.ConceptScheme',
  datastructure: 'datastructure.DataStructure',
  contentconstraint: 'registry.ContentConstraint'
}

/** The package and class of an artefact in URNs. */
export function classOf(kind: Kind, version: Version): string {
  return kind === 'contentconstraint' && version === 'v3_0' ? 'registry.DataConstraint' : CLASSES[kind]
}

// The elements around the artefacts of each kind, in the order of the schemas.
const LISTS: Record<Version, ReadonlyArray<[kind: Kind, list: string]>> = {
  v2_1: [
    ['agencyscheme', 'OrganisationSchemes'],
    ['dataflow', 'Dataflows'],
    ['codelist', 'Codelists'],
    ['conceptscheme', 'Concepts'],
    ['datastructure', 'DataStructures'],
    ['contentconstraint', 'Constraints']
  ],
  v3_0: [
    ['agencyscheme', 'AgencySchemes'],
    ['codelist', 'Codelists'],
    ['conceptscheme', 'ConceptSchemes'],
    ['contentconstraint', 'DataConstraints'],
    ['dataflow', 'Dataflows'],
    ['datastructure', 'DataStructures']
  ]
}

/** Writes a structure message of SDMX-ML. */
export function structureXml({ head, artefacts, origin }: Structures, version: Version): string {
  const { message, common, structure } = namespacesOf(version)
  const lists = LISTS[version].flatMap(([kind, list]) => {
    const of = artefacts.filter(({ artefact }) => artefact.kind === kind)
    return of.length === 0
      ? []
      : [`<str:${list}>\n${of.map((it) => artefactXml(it, version, origin)).join('\n')}\n</str:${list}>`]
  })
  return `${DECLARATION}<mes:Structure xmlns:mes="${message}" xmlns:str="${structure}" xmlns:com="${common}">
<mes:Header><mes:ID>${head.id}</mes:ID><mes:Test>false</mes:Test><mes:Prepared>${head.prepared}</mes:Prepared><mes:Sender id="${head.sender}"/></mes:Header>
<mes:Structures>
${lists.join('\n')}
</mes:Structures>
</mes:Structure>
`
}

function named(text: string): string {
  return `<com:Name xml:lang="en">${escaped(text)}</com:Name>`
}

function artefactXml({ artefact, detail }: Structures['artefacts'][number], version: Version, origin: string): string {
  const element = elementOf(artefact.kind, version)
  const isStub = detail === 'stub'
  const attributes = [
    ['id', artefact.id],
    ['agencyID', artefact.agency],
    ...(artefact.kind === 'agencyscheme' && version === 'v3_0' ? [] : [['version', VERSION]]),
    ['urn', urnOf(classOf(artefact.kind, version), artefact)],
    ...(isStub
      ? [
          ['isExternalReference', 'true'],
          ['structureURL', addressOf(artefact, version, origin)]
        ]
      : []),
    ...('isPartial' in artefact && artefact.isPartial ? [['isPartial', 'true']] : []),
    ...(artefact.kind === 'contentconstraint' ? [[version === 'v2_1' ? 'type' : 'role', artefact.constraint.type]] : [])
  ]
  const text = attributes.map(([name, value]) => ` ${name}="${escaped(value!)}"`).join('')
  const metrics =
    artefact.kind === 'contentconstraint' && artefact.constraint.metrics
      ? annotationsXml(artefact.constraint.metrics)
      : ''
  return `<str:${element}${text}>${metrics}${named(artefact.name)}${isStub ? stubContentOf(artefact, version) : contentOf(artefact, version)}</str:${element}>`
}

function elementOf(kind: Kind, version: Version): string {
  return classOf(kind, version).split('.')[1]!
}

/** The address of the whole artefact. */
export function addressOf({ kind, agency, id }: Artefact, version: Version, origin: string): string {
  const path =
    version === 'v2_1'
      ? `sdmx/2.1/${kind}`
      : `sdmx/3.0/structure/${kind === 'contentconstraint' ? 'dataconstraint' : kind}`
  return `${origin}/${path}/${agency}/${id}/${VERSION}`
}

function annotationsXml(metrics: Record<string, number>): string {
  const all = Object.entries(metrics).map(
    ([name, value]) =>
      `<com:Annotation id="${name}"><com:AnnotationTitle>${value}</com:AnnotationTitle><com:AnnotationType>sdmx_metrics</com:AnnotationType></com:Annotation>`
  )
  return `<com:Annotations>${all.join('')}</com:Annotations>`
}

// A constraint needs its attachment even as a stub.
function stubContentOf(artefact: Artefact, version: Version): string {
  return artefact.kind === 'contentconstraint' ? attachmentXml(artefact.constraint, version) : ''
}

function contentOf(artefact: Artefact, version: Version): string {
  switch (artefact.kind) {
    case 'agencyscheme':
      return itemsXml(artefact.items, 'Agency', artefact, 'base.Agency')
    case 'codelist':
      return itemsXml(artefact.items, 'Code', artefact, 'codelist.Code')
    case 'conceptscheme':
      return itemsXml(artefact.items, 'Concept', artefact, 'conceptscheme.Concept')
    case 'dataflow':
      return `<str:Structure>${referenceXml('datastructure.DataStructure', artefact.flow.structure, version)}</str:Structure>`
    case 'datastructure':
      return componentsXml(artefact.structure, version)
    case 'contentconstraint':
      return `${attachmentXml(artefact.constraint, version)}${regionXml(artefact.constraint, version)}`
  }
}

function itemsXml(
  items: ReadonlyArray<{ id: string; name: string }>,
  element: string,
  of: Identity,
  urn: string
): string {
  return items
    .map(
      ({ id, name }) =>
        `\n<str:${element} id="${id}" urn="${escaped(`${urnOf(urn, of)}.${id}`)}">${named(name)}</str:${element}>`
    )
    .join('')
}

function referenceXml(of: string, { agency, id }: Identity, version: Version): string {
  if (version === 'v3_0') return urnOf(of, { agency, id })
  const [inPackage, className] = of.split('.')
  return `<Ref id="${id}" version="${VERSION}" agencyID="${agency}" package="${inPackage}" class="${className}"/>`
}

function conceptXml({ id, agency }: Component, version: Version): string {
  const scheme = schemeOf(agency)
  const reference =
    version === 'v3_0'
      ? `${urnOf('conceptscheme.Concept', scheme)}.${id}`
      : `<Ref id="${id}" maintainableParentID="${scheme.id}" maintainableParentVersion="${VERSION}" agencyID="${agency}" package="conceptscheme" class="Concept"/>`
  return `<str:ConceptIdentity>${reference}</str:ConceptIdentity>`
}

function representationXml({ codelist, maxLength }: Component, version: Version): string {
  if (codelist) {
    return `<str:LocalRepresentation><str:Enumeration>${referenceXml('codelist.Codelist', codelist, version)}</str:Enumeration></str:LocalRepresentation>`
  }
  return maxLength === undefined
    ? ''
    : `<str:LocalRepresentation><str:TextFormat textType="String" maxLength="${maxLength}"/></str:LocalRepresentation>`
}

function componentsXml(structure: Structure, version: Version): string {
  const { dimensions } = structure
  const ofDimension = (it: Component, at: number) =>
    `\n<str:Dimension id="${it.id}" position="${at + 1}">${conceptXml(it, version)}${representationXml(it, version)}</str:Dimension>`
  const position = version === 'v2_1' ? ` position="${dimensions.length + 1}"` : ''
  const time = `\n<str:TimeDimension id="${TIME.id}"${position}>${conceptXml(TIME, version)}<str:LocalRepresentation><str:TextFormat textType="ObservationalTimePeriod"/></str:LocalRepresentation></str:TimeDimension>`
  const ofGroup = ({ id }: Component) =>
    `<str:GroupDimension><str:DimensionReference>${version === 'v2_1' ? `<Ref id="${id}"/>` : id}</str:DimensionReference></str:GroupDimension>`
  const measure =
    version === 'v2_1'
      ? `<str:PrimaryMeasure id="${MEASURE.id}">${conceptXml(MEASURE, version)}</str:PrimaryMeasure>`
      : `<str:Measure id="${MEASURE.id}">${conceptXml(MEASURE, version)}<str:LocalRepresentation><str:TextFormat textType="Decimal"/></str:LocalRepresentation></str:Measure>`
  return `<str:DataStructureComponents>
<str:DimensionList id="DimensionDescriptor">${dimensions.map(ofDimension).join('')}${time}
</str:DimensionList>
<str:Group id="${GROUP}">${groupDimensions(structure).map(ofGroup).join('')}</str:Group>
<str:AttributeList id="AttributeDescriptor">${ATTRIBUTES.map((it) => `\n${attributeXml(it, structure, version)}`).join('')}
</str:AttributeList>
<str:MeasureList id="MeasureDescriptor">${measure}</str:MeasureList>
</str:DataStructureComponents>`
}

function attributeXml(it: Attribute, structure: Structure, version: Version): string {
  const usage =
    version === 'v2_1'
      ? `assignmentStatus="${it.isMandatory ? 'Mandatory' : 'Conditional'}"`
      : `usage="${it.isMandatory ? 'mandatory' : 'optional'}"`
  const of = it.level === 'series' ? structure.dimensions : groupDimensions(structure)
  const ofObservation =
    version === 'v2_1' ? `<str:PrimaryMeasure><Ref id="${MEASURE.id}"/></str:PrimaryMeasure>` : '<str:Observation/>'
  const dimension = ({ id }: Component) =>
    version === 'v2_1' ? `<str:Dimension><Ref id="${id}"/></str:Dimension>` : `<str:Dimension>${id}</str:Dimension>`
  const relation = it.level === 'observation' ? ofObservation : of.map(dimension).join('')
  return `<str:Attribute id="${it.id}" ${usage}>${conceptXml(it, version)}${representationXml(it, version)}<str:AttributeRelationship>${relation}</str:AttributeRelationship></str:Attribute>`
}

function attachmentXml({ flow }: Constraint, version: Version): string {
  return `<str:ConstraintAttachment><str:Dataflow>${referenceXml('datastructure.Dataflow', flow, version)}</str:Dataflow></str:ConstraintAttachment>`
}

function regionXml({ values, window }: Constraint, version: Version): string {
  const [prefix, element, list] = version === 'v2_1' ? ['com', 'KeyValue', 'com'] : ['str', 'KeyValue', 'str']
  const all = values.map(
    ({ id, codes }) =>
      `\n<${prefix}:${element} id="${id}">${codes.map((code) => `<${list}:Value>${escaped(code)}</${list}:Value>`).join('')}</${prefix}:${element}>`
  )
  const time =
    window === undefined
      ? ''
      : `\n<${prefix}:${element} id="${TIME.id}">${timeXml(window, version)}</${prefix}:${element}>`
  return `<str:CubeRegion include="true">${all.join('')}${time}</str:CubeRegion>`
}

function timeXml({ from, to }: { from: string; to: string }, version: Version): string {
  const prefix = version === 'v2_1' ? 'com' : 'str'
  return `<${prefix}:TimeRange><${prefix}:StartPeriod isInclusive="true">${from}T00:00:00</${prefix}:StartPeriod><${prefix}:EndPeriod isInclusive="true">${to}T23:59:59</${prefix}:EndPeriod></${prefix}:TimeRange>`
}

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
import { schemeOf, type Artefact, type Constraint, type Kind } from './artefacts.ts'
import { addressOf, classOf, type Structures, type Version } from './structure-xml.ts'

const LISTS: Record<Kind, string> = {
  agencyscheme: 'agencySchemes',
  dataflow: 'dataflows',
  codelist: 'codelists',
  conceptscheme: 'conceptSchemes',
  datastructure: 'dataStructures',
  contentconstraint: 'contentConstraints'
}
const ITEMS: Partial<Record<Kind, string>> = { agencyscheme: 'agencies', codelist: 'codes', conceptscheme: 'concepts' }
const SCHEMAS = {
  v2_1: 'https://raw.githubusercontent.com/sdmx-twg/sdmx-json/v1.0/structure-message/tools/schemas/1.0/sdmx-json-structure-schema.json',
  v3_0: 'https://raw.githubusercontent.com/sdmx-twg/sdmx-json/v2.0.0/structure-message/tools/schemas/2.0.0/sdmx-json-structure-schema.json'
}

/** Writes a structure message of SDMX-JSON: 1.0 for SDMX 2.1, and 2.0 for SDMX 3.0. */
export function structureJson({ head, artefacts, origin }: Structures, version: Version): string {
  const data: Record<string, object[]> = {}
  for (const it of artefacts) {
    const list =
      it.artefact.kind === 'contentconstraint' && version === 'v3_0' ? 'dataConstraints' : LISTS[it.artefact.kind]
    ;(data[list] ??= []).push(artefactJson(it, version, origin))
  }
  const meta = {
    schema: SCHEMAS[version],
    id: head.id,
    prepared: head.prepared,
    test: false,
    contentLanguages: ['en'],
    sender: { id: head.sender }
  }
  return JSON.stringify({ meta, data })
}

function artefactJson({ artefact, detail }: Structures['artefacts'][number], version: Version, origin: string): object {
  const { kind, agency, id, name } = artefact
  const own = {
    id,
    ...(kind === 'agencyscheme' && version === 'v3_0' ? {} : { version: VERSION }),
    agencyID: agency,
    name,
    names: { en: name }
  }
  const link = {
    rel: detail === 'stub' ? 'external' : 'self',
    urn: urnOf(classOf(kind, version), artefact),
    href: addressOf(artefact, version, origin)
  }
  const metrics = kind === 'contentconstraint' ? artefact.constraint.metrics : undefined
  return {
    ...own,
    ...(detail === 'stub' && { isExternalReference: true }),
    ...('isPartial' in artefact && artefact.isPartial && { isPartial: true }),
    links: [link],
    ...(metrics && {
      annotations: Object.entries(metrics).map(([id, value]) => ({ id, title: String(value), type: 'sdmx_metrics' }))
    }),
    ...(detail === 'stub' ? stubContentOf(artefact, version) : contentOf(artefact, version))
  }
}

function stubContentOf(artefact: Artefact, version: Version): object {
  return artefact.kind === 'contentconstraint' ? attachmentOf(artefact.constraint, version) : {}
}

function contentOf(artefact: Artefact, version: Version): object {
  switch (artefact.kind) {
    case 'dataflow':
      return { structure: urnOf('datastructure.DataStructure', artefact.flow.structure) }
    case 'datastructure':
      return { dataStructureComponents: componentsOf(artefact.structure, version) }
    case 'contentconstraint':
      return {
        ...attachmentOf(artefact.constraint, version),
        ...regionOf(artefact.constraint, version)
      }
    default:
      return {
        [ITEMS[artefact.kind]!]: artefact.items.map(({ id, name }) => ({ id, name, names: { en: name } }))
      }
  }
}

function attachmentOf({ type, flow }: Constraint, version: Version): object {
  return {
    [version === 'v2_1' ? 'type' : 'role']: type,
    constraintAttachment: { dataflows: [urnOf('datastructure.Dataflow', flow)] }
  }
}

function regionOf({ values, window }: Constraint, version: Version): object {
  const key = (id: string, of: object) => (version === 'v2_1' ? { id, ...of } : { id, include: true, ...of })
  const codes = values.map(({ id, codes }) =>
    key(id, { values: version === 'v2_1' ? codes : codes.map((value) => ({ value })) })
  )
  const time =
    window &&
    key(TIME.id, {
      timeRange: {
        startPeriod: { period: `${window.from}T00:00:00Z`, isInclusive: true },
        endPeriod: { period: `${window.to}T23:59:59Z`, isInclusive: true }
      }
    })
  const all = [...codes, ...(time ? [time] : [])]
  return version === 'v2_1'
    ? { cubeRegions: [{ isIncluded: true, keyValues: all }] }
    : { cubeRegions: [{ include: true, keyValues: all }] }
}

function conceptOf({ id, agency }: Component): string {
  return `${urnOf('conceptscheme.Concept', schemeOf(agency))}.${id}`
}

function representationOf({ codelist, maxLength }: Component, version: Version): object {
  const textFormat = (format: object) => ({
    localRepresentation: { [version === 'v2_1' ? 'textFormat' : 'format']: format }
  })
  if (codelist) return { localRepresentation: { enumeration: urnOf('codelist.Codelist', codelist as Identity) } }
  return maxLength === undefined ? {} : textFormat({ textType: 'String', maxLength })
}

function componentsOf(structure: Structure, version: Version): object {
  const format = version === 'v2_1' ? 'textFormat' : 'format'
  const measure = { id: MEASURE.id, conceptIdentity: conceptOf(MEASURE) }
  return {
    attributeList: {
      id: 'AttributeDescriptor',
      attributes: ATTRIBUTES.map((it) => attributeOf(it, structure, version))
    },
    dimensionList: {
      id: 'DimensionDescriptor',
      dimensions: structure.dimensions.map((it, position) => ({
        id: it.id,
        position,
        ...(version === 'v2_1' && { type: 'Dimension' }),
        conceptIdentity: conceptOf(it),
        ...representationOf(it, version)
      })),
      ...(version === 'v2_1'
        ? {
            timeDimensions: [
              {
                id: TIME.id,
                position: structure.dimensions.length,
                type: 'TimeDimension',
                conceptIdentity: conceptOf(TIME),
                localRepresentation: { [format]: { textType: 'ObservationalTimePeriod' } }
              }
            ]
          }
        : {
            timeDimension: {
              id: TIME.id,
              conceptIdentity: conceptOf(TIME),
              localRepresentation: { [format]: { textType: 'ObservationalTimePeriod' } }
            }
          })
    },
    groups: [{ id: GROUP, groupDimensions: groupDimensions(structure).map(({ id }) => id) }],
    measureList: {
      id: 'MeasureDescriptor',
      ...(version === 'v2_1'
        ? { primaryMeasure: measure }
        : { measures: [{ ...measure, localRepresentation: { format: { textType: 'Decimal' } } }] })
    }
  }
}

function attributeOf(it: Attribute, structure: Structure, version: Version): object {
  const of = it.level === 'series' ? structure.dimensions : groupDimensions(structure)
  return {
    id: it.id,
    ...(version === 'v2_1'
      ? { assignmentStatus: it.isMandatory ? 'Mandatory' : 'Conditional' }
      : { usage: it.isMandatory ? 'mandatory' : 'optional' }),
    attributeRelationship:
      it.level === 'observation'
        ? version === 'v2_1'
          ? { primaryMeasure: MEASURE.id }
          : { observation: {} }
        : { dimensions: of.map(({ id }) => id) },
    conceptIdentity: conceptOf(it),
    ...representationOf(it, version)
  }
}

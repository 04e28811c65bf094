import { currenciesOf, sourceItems, sourcesOf, typesOf, type Catalogue } from '../catalogue.ts'
import { codelistsOf, type Codelist } from '../codes.ts'
import {
  ATTRIBUTES,
  ECB,
  EXR,
  FREQUENCIES,
  MEASURE,
  OWN,
  STRUCTURES,
  TIME,
  type Flow,
  type Identity,
  type Item,
  type Structure
} from '../model.ts'

/** The artefacts of this service, and the references between them. */

export type Kind = 'agencyscheme' | 'dataflow' | 'codelist' | 'conceptscheme' | 'datastructure' | 'contentconstraint'

interface Base extends Identity {
  name: string
}

export type Artefact = Base &
  (
    | { kind: 'agencyscheme'; items: readonly Item[] }
    | { kind: 'dataflow'; flow: Flow }
    | ({ kind: 'codelist' } & Codelist)
    | { kind: 'conceptscheme'; items: readonly Item[]; isPartial?: boolean }
    | { kind: 'datastructure'; structure: Structure }
    | { kind: 'contentconstraint'; constraint: Constraint }
  )

/** The values of the dimensions of a flow. */
export interface Constraint {
  type: 'Allowed' | 'Actual'
  flow: Flow
  values: Array<{ id: string; codes: string[] }>
  /** The first and the last day with a figure. */
  window?: { from: string; to: string }
  /** Numbers that describe the values, by name. */
  metrics?: Record<string, number>
}

const nameOf = { [ECB]: 'European Central Bank (ECB)', [OWN]: 'Ratebook' } as const

/** Every artefact, those of one kind together. */
export function artefactsOf(catalogue: Catalogue): Artefact[] {
  return [
    agencies(),
    ...catalogue.flows.map((flow): Artefact => ({
      kind: 'dataflow',
      agency: flow.agency,
      id: flow.id,
      name: flow.name,
      flow
    })),
    ...codelistsOf(catalogue.sources).map((list): Artefact => ({ kind: 'codelist', ...list })),
    ...concepts(),
    ...STRUCTURES.map((structure): Artefact => ({
      kind: 'datastructure',
      agency: structure.agency,
      id: structure.id,
      name: structure.name,
      structure
    })),
    ...catalogue.flows.map((flow) => constraintOf(flow, catalogue))
  ]
}

export function agencies(): Artefact {
  return {
    kind: 'agencyscheme',
    agency: 'SDMX',
    id: 'AGENCIES',
    name: 'Agencies',
    items: [
      { id: ECB, name: nameOf[ECB] },
      { id: OWN, name: nameOf[OWN] }
    ]
  }
}

function concepts(): Artefact[] {
  const all = [...STRUCTURES.flatMap(({ dimensions }) => dimensions), TIME, MEASURE, ...ATTRIBUTES]
  const of = (agency: string) => [
    ...new Map(all.filter((it) => it.agency === agency).map(({ id, name }) => [id, { id, name }])).values()
  ]
  return [
    { kind: 'conceptscheme', agency: ECB, id: schemeOf(ECB).id, name: 'ECB concepts', items: of(ECB), isPartial: true },
    { kind: 'conceptscheme', agency: OWN, id: schemeOf(OWN).id, name: 'Ratebook concepts', items: of(OWN) }
  ]
}

/** The scheme of an agency's concepts. */
export function schemeOf(agency: string): Identity {
  return { agency, id: agency === ECB ? 'ECB_CONCEPTS' : 'RB_CONCEPTS' }
}

function constraintOf(flow: Flow, catalogue: Catalogue): Artefact {
  const sources = sourcesOf(flow, catalogue)
  const ids = (items: readonly Item[]) => items.map(({ id }) => id)
  const isEcb = flow === EXR
  const series = isEcb ? sources.map((it) => ({ ...it, types: ['reference'] })) : sources
  const currencies = currenciesOf(series)
  const sideOf = (side: 'bases' | 'quotes') =>
    ids(currencies).filter((id) => series.some((it) => it[side].includes(id)))
  const codes: Record<string, string[]> = {
    FREQ: ids(FREQUENCIES),
    CURRENCY: sideOf('quotes'),
    CURRENCY_DENOM: sideOf('bases'),
    EXR_TYPE: isEcb ? ['SP00'] : ids(typesOf(series)),
    EXR_SUFFIX: ['A', 'E'],
    SOURCE: ids(sourceItems(series))
  }
  const values = flow.structure.dimensions.map(({ id }) => ({ id, codes: codes[id]! }))
  return {
    kind: 'contentconstraint',
    agency: flow.agency,
    id: `${flow.id}_CONSTRAINTS`,
    name: `Values of ${flow.name}`,
    constraint: { type: 'Allowed', flow, values }
  }
}

/** The artefacts to which one refers. */
export function childrenOf(it: Artefact, all: readonly Artefact[]): Artefact[] {
  switch (it.kind) {
    case 'dataflow':
      return all.filter((other) => other.kind === 'datastructure' && other.structure === it.flow.structure)
    case 'contentconstraint':
      return all.filter((other) => other.kind === 'dataflow' && other.flow === it.constraint.flow)
    case 'datastructure': {
      const components = [...it.structure.dimensions, TIME, MEASURE, ...ATTRIBUTES]
      return all.filter((other) =>
        components.some(
          (component) =>
            (other.kind === 'codelist' &&
              'codelist' in component &&
              component.codelist?.id === other.id &&
              component.codelist.agency === other.agency) ||
            (other.kind === 'conceptscheme' && component.agency === other.agency)
        )
      )
    }
    default:
      return []
  }
}

export function parentsOf(it: Artefact, all: readonly Artefact[]): Artefact[] {
  return all.filter((other) => childrenOf(other, all).includes(it))
}

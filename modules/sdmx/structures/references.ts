import { badRequest } from '../../../api/contract/errors.ts'
import { childrenOf, parentsOf, type Artefact, type Kind } from './artefacts.ts'

/** The names of artefact types in paths and in `references`, of both versions. */
// prettier-ignore
export const KINDS: Readonly<Record<string, Kind>> = {
  agencyscheme: 'agencyscheme', organisationscheme: 'agencyscheme', dataflow: 'dataflow', codelist: 'codelist',
  conceptscheme: 'conceptscheme', datastructure: 'datastructure', contentconstraint: 'contentconstraint',
  dataconstraint: 'contentconstraint', allowedconstraint: 'contentconstraint'
}

/** Types of artefact in the standard that this service does not have. */
// prettier-ignore
export const EMPTY_KINDS: ReadonlySet<string> = new Set([
  'actualconstraint', 'attachmentconstraint', 'categoryscheme', 'categorisation', 'customtypescheme',
  'dataconsumerscheme', 'dataproviderscheme', 'hierarchicalcodelist', 'hierarchy', 'hierarchyassociation',
  'metadataconstraint', 'metadataflow', 'metadataproviderscheme', 'metadataprovisionagreement', 'metadatastructure',
  'namepersonalisationscheme', 'organisationunitscheme', 'process', 'provisionagreement', 'reportingtaxonomy',
  'representationmap', 'rulesetscheme', 'structuremap', 'structureset', 'transformationscheme',
  'userdefinedoperatorscheme', 'valuelist', 'vtlmappingscheme'
])

type Relatives = (of: readonly Artefact[], all: readonly Artefact[]) => Artefact[]

const children: Relatives = (of, all) => of.flatMap((it) => childrenOf(it, all))
const parents: Relatives = (of, all) => of.flatMap((it) => parentsOf(it, all))
const reach =
  (step: Relatives): Relatives =>
  (of, all) => {
    const found = new Set<Artefact>()
    for (let next = step(of, all); next.length > 0; next = step(next, all).filter((it) => !found.has(it))) {
      for (const it of next) found.add(it)
    }
    return [...found]
  }
// A maintainable artefact includes those that refer to it.
const agenciesOf: Relatives = (of, all) => all.filter(({ kind }) => kind === 'agencyscheme' && of.length > 0)
const descendants: Relatives = (of, all) => [...reach(children)(of, all), ...agenciesOf(of, all)]
const ancestors = reach(parents)
const siblings: Relatives = (of, all) => [...parents(of, all), ...children(parents(of, all), all)]

const REFERENCES: Readonly<Record<string, Relatives>> = {
  none: () => [],
  parents,
  parentsandsiblings: siblings,
  ancestors,
  children,
  descendants,
  all: (of, all) => [...siblings(of, all), ...descendants([...of, ...siblings(of, all)], all)]
}

/** The artefacts with those that `references` adds, in their order. Throws 400 for an unknown word. */
export function withReferences(found: readonly Artefact[], references: string, all: readonly Artefact[]): Artefact[] {
  const added = new Set([...found, ...related(found, references.toLowerCase(), all)])
  return all.filter((it) => added.has(it))
}

function related(found: readonly Artefact[], references: string, all: readonly Artefact[]): Artefact[] {
  const relatives = REFERENCES[references]
  if (relatives) return relatives(found, all)
  const kind = KINDS[references]
  if (kind !== undefined) return [...descendants(found, all), ...ancestors(found, all)].filter((it) => it.kind === kind)
  if (EMPTY_KINDS.has(references)) return []
  throw badRequest(
    'references',
    `expected ${Object.keys(REFERENCES).join(', ')}, or a type of artefact, such as codelist`
  )
}

import { z } from 'zod'
import { badRequest, HttpError, notFound } from '../../../api/contract/errors.ts'
import type { Catalogue } from '../catalogue.ts'
import { formatOf } from '../data-request.ts'
import type { Component } from '../model.ts'
import { isAny, isVersion, type Api } from '../references.ts'
import { artefactsOf, type Artefact, type Kind } from './artefacts.ts'
import { EMPTY_KINDS, KINDS, withReferences } from './references.ts'
import type { Structures } from './structure-xml.ts'

const DETAILS = [
  'full',
  'allstubs',
  'referencestubs',
  'allcompletestubs',
  'referencecompletestubs',
  'referencepartial',
  'raw'
] as const

/** The parameters of structure requests. */
export const structureQuery = {
  detail: z
    .enum(DETAILS, `expected ${DETAILS.join(', ')}`)
    .default('full')
    .meta({ description: 'How much of the artefacts to return.', examples: ['full'] }),
  references: z
    .string()
    .regex(/^\w{1,40}$/, 'expected a word, such as none, children or all')
    .default('none')
    .meta({
      description:
        'The related artefacts to return: none, parents, parentsandsiblings, ancestors, children, ' +
        'descendants, all, or a type.',
      examples: ['none']
    }),
  format: formatOf(['structure', 'jsonstructure'])
}

export interface StructureRequest {
  api: Api
  type: string
  agency?: string
  id?: string
  version?: string
  item?: string
  detail: string
  references: string
}

/**
 * The artefacts that a request selects, or one that is not stored, with those that `references` adds. Throws 404 if
 * there are none, 400 for an unknown type.
 */
export function findStructures(
  catalogue: Catalogue,
  request: StructureRequest | { of: Artefact; references: string }
): Structures['artefacts'] {
  const all = artefactsOf(catalogue)
  if ('of' in request) {
    const { of, references } = request
    const own = [...all, of]
    return withReferences([of], references, own)
      .filter((it) => it === of || it.kind !== 'contentconstraint')
      .map((artefact) => ({ artefact, detail: 'full' }))
  }
  const found = select(all, request)
  if (found.length === 0) throw nothingFor(request)
  const { detail, references } = request
  const related = withReferences(found, references, all)
  const isStub = (it: Artefact) =>
    /^all(complete)?stubs$/.test(detail) || (/^reference(complete)?stubs$/.test(detail) && !found.includes(it))
  const shown =
    detail === 'referencepartial' ? related.map((it) => (found.includes(it) ? it : partOf(it, related, all))) : related
  return shown.map((artefact) => ({
    artefact: withItems(artefact, request.item, found),
    detail: isStub(artefact) ? 'stub' : 'full'
  }))
}

function nothingFor({ type, agency = 'all', id = 'all', version = 'latest' }: StructureRequest): HttpError {
  return notFound(`No results found: there is no ${type} ${id} of ${agency} in version ${version}`)
}

function select(
  all: Artefact[],
  { api, type, agency = 'all', id = 'all', version, item }: StructureRequest
): Artefact[] {
  const kinds = kindsIn(type)
  // Some clients omit the id: `latest` in its place is the version.
  const [wantedId, wantedVersion] = id === 'latest' && version === undefined ? ['all', id] : [id, version ?? 'latest']
  const among = (text: string) => text.split(api === '2.1' ? '+' : ',')
  if (!among(wantedVersion).some(isVersion)) return []
  if (item !== undefined && !isAny(item) && wantedId === 'all') {
    throw badRequest('item', 'expected the id of one artefact before it')
  }
  const matches = (text: string, own: string) => among(text).some((it) => isAny(it) || it === own)
  return all.filter(
    (it) => (kinds === undefined || kinds.includes(it.kind)) && matches(agency, it.agency) && matches(wantedId, it.id)
  )
}

/** The kinds of a type of artefact in a path; undefined for all. Throws 400 for an unknown type. */
function kindsIn(text: string): Kind[] | undefined {
  if (text === 'structure' || text === '*' || text === 'all') return undefined
  return text.split(/[+,]/).flatMap((type) => {
    const kind = KINDS[type]
    if (kind === undefined && !EMPTY_KINDS.has(type)) {
      throw badRequest('type', `expected a type of artefact, such as ${Object.keys(KINDS).join(', ')}`)
    }
    return kind ?? []
  })
}

/** An item scheme with one item or several, if the request names them. */
function withItems(artefact: Artefact, item: string | undefined, found: Artefact[]): Artefact {
  if (item === undefined || isAny(item) || !('items' in artefact) || !found.includes(artefact)) return artefact
  const wanted = new Set(item.split(/[+,]/))
  const items = artefact.items.filter(({ id }) => wanted.has(id))
  if (items.length === 0) throw notFound(`No results found: ${artefact.id} has no item ${item}`)
  return { ...artefact, items, isPartial: true } as Artefact
}

/** A code list restricted to the codes that the flows of the answer use. */
function partOf(artefact: Artefact, related: Artefact[], all: Artefact[]): Artefact {
  if (artefact.kind !== 'codelist') return artefact
  const flows = new Set(related.flatMap((it) => (it.kind === 'dataflow' ? [it.flow] : [])))
  const isOfList = ({ codelist }: Component) => codelist?.id === artefact.id && codelist.agency === artefact.agency
  const values = all.flatMap((it) => {
    if (it.kind !== 'contentconstraint' || !flows.has(it.constraint.flow)) return []
    const ids = it.constraint.flow.structure.dimensions.filter(isOfList).map(({ id }) => id)
    return it.constraint.values.filter(({ id }) => ids.includes(id)).flatMap(({ codes }) => codes)
  })
  if (values.length === 0) return artefact
  const used = new Set(values)
  return { ...artefact, items: artefact.items.filter(({ id }) => used.has(id)), isPartial: true }
}

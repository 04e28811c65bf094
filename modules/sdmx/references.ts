import { badRequest, notFound } from '../../api/contract/errors.ts'
import type { Catalogue } from './catalogue.ts'
import { codeOfSource, VERSION, type Flow } from './model.ts'

/** The paths of both versions of the protocol. */

export type Api = '2.1' | '3.0'

/** The parts of a path; a final slash and empty parts at the end count as omitted. */
export function partsOf(path: string, most: number): string[] {
  const all = path.split('/')
  const parts = all.slice(0, all.findLastIndex((it) => it !== '') + 1)
  if (parts.length > most) {
    throw badRequest('path', `expected at most ${most} parts here, and there are ${parts.length}`)
  }
  return parts
}

const FLOW = /^(?:([a-zA-Z][\w-]*(?:\.[a-zA-Z][\w-]*)*),)?([\w@$-]+)(?:,(latest|\d+(?:\.\d+)*))?$/

/**
 * The flow that SDMX 2.1 names as FLOW, AGENCY,FLOW or AGENCY,FLOW,VERSION. Throws 400 for another form, 404 for an
 * unknown flow.
 */
export function flowIn(text: string, catalogue: Catalogue): Flow {
  const [, agency = 'all', id, version = 'latest'] = FLOW.exec(text) ?? []
  if (id === undefined) {
    throw badRequest('flow', 'expected FLOW, AGENCY,FLOW or AGENCY,FLOW,VERSION, such as ECB,EXR,1.0')
  }
  return findFlow(catalogue, { agencies: [agency], id, versions: [version] })
}

/**
 * Throws 404 if none of the providers in a path of SDMX 2.1, ID or AGENCY,ID with + between them, provides the flow.
 * Its agency and its source do.
 */
export function assertProvider(text: string | undefined, { agency, source }: Flow): void {
  if (text === undefined || isAny(text)) return
  const own = [...new Set([agency, ...(source === undefined ? [] : [codeOfSource(source)])])]
  if (!text.split('+').some((it) => own.includes(it.split(',').at(-1)!))) {
    throw notFound(`No results found: ${text} does not provide this flow; expected ${own.join(' or ')}, or all`)
  }
}

/** The flow that SDMX 3.0 names as context, agency, id and version. Throws 404 for an unknown one, 400 for several. */
export function flowAt([context = '*', agency = '*', id = '*', version = '*']: string[], catalogue: Catalogue): Flow {
  if (context !== 'dataflow' && context !== '*') {
    throw badRequest('context', 'expected dataflow or *; data of a structure or an agreement is not served')
  }
  if (id === '*' || id.includes(',')) throw badRequest('flow', 'expected one dataflow, such as dataflow/ECB/EXR')
  return findFlow(catalogue, { agencies: agency.split(','), id, versions: version.split(',') })
}

function findFlow(
  { flows }: Catalogue,
  { agencies, id, versions }: { agencies: string[]; id: string; versions: string[] }
): Flow {
  const found = flows.find((it) => it.id === id && agencies.some((agency) => isAny(agency) || agency === it.agency))
  if (!found || !versions.some(isVersion)) {
    throw notFound(
      `there is no dataflow ${id} of ${agencies.join()} in version ${versions.join()}; /dataflow lists them`
    )
  }
  return found
}

/** True for the wildcards of both versions. */
export function isAny(text: string): boolean {
  return text === '*' || text.toLowerCase() === 'all'
}

/**
 * True if a version of a path includes the version of every artefact here: this version, all, the latest, or one that
 * may be later (`1+.0`).
 */
export function isVersion(text: string): boolean {
  return (
    isAny(text) ||
    text === 'latest' ||
    text === '~' ||
    text === '+' ||
    text === VERSION ||
    text === '1.0.0' ||
    /^[01](\+\.\d+|\.0\+)(\.\d+\+?)?$/.test(text)
  )
}

/** The codes of a dimension that a key allows; undefined for all. */
export type Allowed = ReadonlySet<string> | undefined
export type Key = readonly Allowed[]

const CODE = /^[A-Za-z\d_@$-]+$/

/**
 * A key of SDMX 2.1: codes by dimension, separated by points; an empty one means all, and + separates several. The time
 * is not part of it. Throws 400 for a wrong number of dimensions.
 */
export function keyIn(text: string | undefined, { structure: { dimensions } }: Flow): Key[] {
  if (text === undefined || text === '' || isAny(text)) return []
  const parts = text.split('.')
  if (parts.length !== dimensions.length) throw wrongKey(text, dimensions, '; leave a code out for all')
  return [parts.map((part) => (part === '' || part === '*' ? undefined : codesIn(part.split('+'))))]
}

/**
 * Keys of SDMX 3.0: codes by dimension, separated by points; * means all, and a comma separates several keys. Trailing
 * dimensions are optional.
 */
export function keysIn(text: string | undefined, { structure: { dimensions } }: Flow): Key[] {
  if (text === undefined || text === '' || isAny(text)) return []
  return text.split(',').map((key) => {
    const parts = key.split('.')
    if (parts.length > dimensions.length) throw wrongKey(key, dimensions, '; write * for all')
    return dimensions.map((_, at) =>
      parts[at] === undefined || parts[at] === '*' || parts[at] === '' ? undefined : codesIn([parts[at]])
    )
  })
}

function codesIn(codes: string[]): Set<string> {
  const wrong = codes.find((code) => !CODE.test(code))
  if (wrong !== undefined) {
    throw badRequest(
      'key',
      `expected codes of letters, digits, _, @, $ and -, such as D.USD.EUR.SP00.A, and not ${JSON.stringify(wrong)}`
    )
  }
  return new Set(codes)
}

function wrongKey(key: string, dimensions: readonly { id: string }[], hint: string) {
  return badRequest(
    'key',
    `expected ${dimensions.length} codes, for ${dimensions.map(({ id }) => id).join('.')}${hint}; ${key} has ${key.split('.').length}`
  )
}

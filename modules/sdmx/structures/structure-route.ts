import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Answer } from '../../../api/formats/answer.ts'
import { route, type Route } from '../../../api/server/route.ts'
import { answerMessage } from '../answers.ts'
import { readCatalogue } from '../catalogue.ts'
import { path, wishOf, type Free } from '../endpoint.ts'
import { structureFormat, type Wish } from '../formats.ts'
import { headOf } from '../head.ts'
import { partsOf, type Api } from '../references.ts'
import { findStructures, structureQuery, type StructureRequest } from './query.ts'
import { structureJson } from './structure-json.ts'
import { structureXml, type Structures } from './structure-xml.ts'

const MAX_WRITTEN = 32 * 2 ** 20 // bytes

/** Caches written structures, because writing all of them occupies the main thread for a tenth of a second. */
const written = new LRUCache<string, Answer>({
  maxSize: MAX_WRITTEN,
  sizeCalculation: ({ body }, key) => (body as Buffer).length + key.length
})

/** The endpoint of structures. */
export function structures(api: Api, free: Free): Route {
  const is21 = api === '2.1'
  return route({
    ...free,
    path: is21 ? '/sdmx/2.1/*path' : '/sdmx/3.0/structure/*path',
    summary: `Get structures in SDMX ${api}`,
    params: {
      path: path(
        'The type, the agency, the id, the version and an item; all of them but the type may be left out.',
        'dataflow/ECB/EXR'
      )
    },
    query: structureQuery,
    mediaType: is21
      ? 'application/vnd.sdmx.structure+xml;version=2.1'
      : 'application/vnd.sdmx.structure+json;version=2.0.0',
    run: async (request, context) => {
      const chosen = wishOf(request, context)
      const format = structureFormat(api, chosen) // throws for an unknown format before the catalogue is read
      const catalogue = await readCatalogue(context.database)
      const wanted = structureRequest(api, request)
      const version = createHash('sha256').update(JSON.stringify(catalogue.sources)).digest('base64')
      const key = JSON.stringify([format, wanted, context.origin, version])
      const found = written.get(key)
      if (found) return found
      const artefacts = findStructures(catalogue, wanted)
      const answer = answerStructures(api, chosen, { head: headOf(context.now), artefacts, origin: context.origin })
      written.set(key, answer)
      return answer
    }
  })
}

function structureRequest(
  api: Api,
  { path, detail, references }: { path: string; detail: string; references: string }
): StructureRequest {
  const [type = '', agency, id, version, item] = partsOf(path, 5)
  return { api, type: type.toLowerCase(), agency, id, version, item, detail, references }
}

/** Answers with a structure message in the format of a request. */
export function answerStructures(api: Api, wish: Wish, structures: Structures): Answer {
  const { format, type } = structureFormat(api, wish)
  const version = format === 'xml-2' || format === 'json-1' ? 'v2_1' : 'v3_0'
  const text = format.startsWith('xml') ? structureXml(structures, version) : structureJson(structures, version)
  return answerMessage(text, { head: structures.head, type, units: 0 })
}

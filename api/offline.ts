import { credentialOf } from './access/callers.ts'
import { endpoints } from './endpoints.ts'
import { accessOf } from './server/endpoint.ts'
import { writerOf } from './server/reply.ts'
import type { Context } from './server/route.ts'

/** The inputs of an answer without a request. */
export type Offline = Pick<Context, 'database' | 'signingKeys' | 'origin' | 'now' | 'today'>

export interface OfflineAnswer {
  body: Buffer
  /** The headers that describe the answer, without those of its transfer. */
  headers: Record<string, string>
  /** True if the API gives the answer without a key. */
  isOpen: boolean
}

/**
 * The answer of a GET endpoint, by its declared path and the parameters in it, byte for byte as the API sends it; nobody is admitted, limited
 * or charged. Throws what the endpoint throws, such as 404.
 */
export async function answerOffline (path: string, parameters: Record<string, string>, offline: Offline): Promise<OfflineAnswer> {
  const route = endpoints.find((it) => it.path === path && it.method === 'GET')!
  const request = route.read(parameters, new URLSearchParams())
  const access = accessOf(route, 'json')
  const prepared = await writerOf(route)(await route.run(request, offline as Context), request, access) // endpoints for data use nothing else of a request
  if (prepared.kind !== 'reply') throw new TypeError(`${path}: expected a whole answer with a tag, got ${prepared.kind}`)
  return { body: prepared.body, headers: prepared.options.headers, isOpen: credentialOf(access) === 'none' }
}

import { credentialOf } from '../../api/access/callers.ts'
import { write } from '../../api/formats/index.ts'
import { headersFor } from '../../api/server/origin.ts'
import type { ApiSettings } from '../../api/server/options.ts'
import type { Context } from '../../api/server/route.ts'

/** The inputs of an answer without a request. */
export interface Offline extends Pick<Context, 'database' | 'endpoints' | 'origin' | 'now' | 'today'> {
  settings: Partial<Pick<ApiSettings, 'signingKey'>>
}

export interface OfflineAnswer {
  body: Buffer
  /** The headers that describe the answer, without those of its transfer (such as Date). */
  headers: Record<string, string>
  /** True if the API gives the answer without a key. */
  isOpen: boolean
}

/**
 * The answer of a GET endpoint, by its declared path and the parameters in it, byte for byte as the API sends it,
 * without authentication, limits or charges. Throws the errors of the endpoint, such as 404.
 */
export async function answerOffline(
  path: string,
  parameters: Record<string, string>,
  offline: Offline
): Promise<OfflineAnswer> {
  const route = offline.endpoints.find((it) => it.path === path && it.method === 'GET')!
  const request = route.read(parameters, new URLSearchParams())
  // endpoints for data use nothing else of a request
  const { body, tag, headers } = await write(await route.run(request, offline as unknown as Context), request)
  if (!Buffer.isBuffer(body) || tag === undefined) throw new TypeError(`${path}: expected a whole answer with a tag`)
  return { body, headers: { ...headersFor(route), ...headers }, isOpen: credentialOf(route.access) === 'none' }
}

import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

/** A client with types for every path, parameter and answer. */
export function createRatebook (baseUrl: string, key: string) {
  return createClient<paths, 'application/json'>({ baseUrl, headers: { Authorization: `Bearer ${key}` } })
}

/** A pair in the newest table of a source. Throws an error with the server's message if the table lacks the pair. */
export async function rateOf (ratebook: ReturnType<typeof createRatebook>, bank: string, source: string, target: string): Promise<string> {
  const { data, error } = await ratebook.GET('/api/v1/central-bank/{bank}/latest', { params: { path: { bank }, query: { source, target } } })
  if (error) throw new Error(error.error)
  if (!('rate' in data)) throw new Error('expected a pair')
  return `${data.name}, ${data.rate_date}: 1 ${data.source} = ${data.rate} ${data.target} (${data.method})`
}

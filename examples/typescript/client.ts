import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

/** A client that knows every path, parameter and answer. */
export function createRatebook (baseUrl: string, key: string) {
  return createClient<paths, 'application/json'>({ baseUrl, headers: { Authorization: `Bearer ${key}` } })
}

/** What a source's newest table says of a pair. Throws with the server's own words where it says nothing. */
export async function rateOf (ratebook: ReturnType<typeof createRatebook>, bank: string, source: string, target: string): Promise<string> {
  const { data, error } = await ratebook.GET('/api/v1/central-bank/{bank}/latest', { params: { path: { bank }, query: { source, target } } })
  if (error) throw new Error(error.error)
  if (!('rate' in data)) throw new Error('expected a pair')
  return `${data.name}, ${data.rate_date}: 1 ${data.source} = ${data.rate} ${data.target} (${data.method})`
}

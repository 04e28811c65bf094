import { VERSION } from '../../api/contract/version.ts'

/** The version of the family. */
export function root(origin: string): object {
  return {
    version: 'v2',
    status: 'current',
    openapi: `${origin}/api/compat/d/v2/openapi.json`,
    docs: `${origin}/docs/family-d`,
    source: 'composite',
    attribution: `${origin}/docs/family-d`
  }
}

/** The description of the paths in OpenAPI; `names` are the parameters of rates. */
export function description(origin: string, names: string[]): object {
  const parameters = names.map((name) => ({ name, in: 'query', schema: { type: 'string' } }))
  const ofSource = parameters.filter(({ name }) => name !== 'providers')
  const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
  const get = (summary: string, of: object[]) => ({
    get: {
      summary,
      parameters: of,
      responses: { 200: { description: 'The answer.' }, 422: { description: 'A wrong parameter.' } }
    }
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Rates in the format of family D', version: VERSION },
    servers: [{ url: `${origin}/api/compat/d/v2` }],
    paths: {
      '/rates': get('Rates', parameters),
      '/rate/{base}/{quote}': get('One rate', [inPath('base'), inPath('quote'), ...parameters.slice(2)]),
      '/currencies': get(
        'Currencies',
        ['scope', 'providers'].map((name) => ({ name, in: 'query', schema: { type: 'string' } }))
      ),
      '/currency/{code}': get('A currency', [inPath('code')]),
      '/providers': get('Sources', []),
      '/providers/{key}': get('A source', [inPath('key')]),
      '/providers/{key}/rates': get('Rates of a source', [inPath('key'), ...ofSource]),
      '/providers/{key}/rate/{base}/{quote}': get('One rate of a source', [
        ...['key', 'base', 'quote'].map(inPath),
        ...ofSource.slice(2)
      ])
    }
  }
}

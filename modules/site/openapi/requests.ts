import type { NamedExample, Operation } from '../../../api/openapi/types.ts'

/** An example request from the description. */
export interface ExampleRequest {
  name: string
  summary: string
  /** The path with its query. */
  target: string
  /** The body of a POST: fields, or the text of a file. */
  body?: unknown
  /** The media type of the body. */
  type: string
}

/**
 * The example requests of an operation, assembled from the examples of its parameters and its body that have the same
 * name.
 */
export function requestsOf(path: string, { summary, parameters = [], requestBody }: Operation): ExampleRequest[] {
  const [type, { examples: bodies = {} }] = Object.entries(requestBody?.content ?? {}).find(
    ([, it]) => it.examples
  ) ?? ['application/json', {}]
  const named = new Map<string, NamedExample>([
    ...parameters.flatMap(({ examples = {} }) => Object.entries(examples)),
    ...Object.entries(bodies)
  ])
  if (named.size === 0) return [{ name: 'default', summary, target: path, type }]
  return [...named].map(([name, example]) => {
    const given = parameters.flatMap(({ name: parameter, in: place, examples }) =>
      examples?.[name] ? [{ parameter, place, value: String(examples[name].value) }] : []
    )
    const filled = given.reduce(
      (target, { parameter, value }) => target.replace(`{${parameter}}`, encodeURIComponent(value)),
      path
    )
    const query = new URLSearchParams(
      given.filter(({ place }) => place === 'query').map(({ parameter, value }) => [parameter, value])
    ).toString()
    return {
      name,
      summary: example.summary,
      target: query === '' ? filled : `${filled}?${query}`,
      body: bodies[name]?.value,
      type
    }
  })
}

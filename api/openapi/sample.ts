import type { JsonSchema } from './types.ts'

const OF_FORMAT: Record<string, string> = {
  date: '2026-03-17',
  'date-time': '2026-03-17T15:00:00Z',
  email: 'ada@example.org',
  uri: 'https://example.org/'
}

/** A value that a schema allows: its own example, or else the simplest one. Takes the first of several alternatives. */
export function sampleOf(schema: JsonSchema): unknown {
  const { type, format = '', anyOf, items, properties = {} } = schema
  const given = [schema.examples?.[0], schema.const, schema.default, schema.enum?.[0]].find((it) => it !== undefined)
  if (given !== undefined) return given
  if (anyOf) return sampleOf(anyOf[0]!)
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, sampleOf(it)]))
    case 'array':
      return items ? [sampleOf(items)] : []
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return OF_FORMAT[format] ?? '…'
  }
}

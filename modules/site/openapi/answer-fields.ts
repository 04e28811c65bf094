import type { Document, JsonSchema, MediaType, Reference, Response } from '../../../api/openapi/types.ts'

/** A field of an answer: its path, its possible values, and its meaning. */
export interface AnswerField {
  path: string
  type: string
  meaning: string
}

const MAX_DEPTH = 4

/** The fields of an endpoint's JSON answer, in their order. If the answer has several shapes, each name occurs once. */
export function answerFieldsOf(good: Response, document: Document): AnswerField[] {
  const media = good.content?.['application/json'] as MediaType | undefined
  const found = media ? walk(media.schema, '', 0) : []
  return [...new Map(found.map((field) => [field.path, field])).values()]

  function walk(schema: JsonSchema | Reference, path: string, depth: number): AnswerField[] {
    const { properties = {}, items, anyOf = [] } = resolve(schema)
    const own = Object.entries(properties).flatMap(([name, value]) => {
      const at = path === '' ? name : `${path}.${name}`
      const { description = '', examples: [example] = [] } = resolve(value)
      const meaning = [
        description,
        example === undefined
          ? ''
          : `Such as ${typeof example === 'object' ? JSON.stringify(example) : String(example)}.`.replace(/\.\.$/, '.')
      ]
        .filter(Boolean)
        .join(' ')
      return [{ path: at, type: typeOf(value), meaning }, ...(depth < MAX_DEPTH ? walk(value, at, depth + 1) : [])]
    })
    return [
      ...own,
      ...(items ? walk(items, `${path}[]`, depth + 1) : []),
      ...anyOf.flatMap((it) => walk(it, path, depth))
    ]
  }

  function resolve(schema: JsonSchema | Reference): JsonSchema {
    if (!('$ref' in schema)) return schema
    const name = String(schema.$ref).split('/').at(-1)!
    return (document.components as unknown as { schemas?: Record<string, JsonSchema> }).schemas?.[name] ?? {}
  }

  function typeOf(schema: JsonSchema | Reference): string {
    const { type, format, anyOf, items, enum: values, const: only } = resolve(schema)
    if (only !== undefined) return JSON.stringify(only)
    if (values) return 'one of several texts'
    if (items) return `list of ${typeOf(items)}`
    if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
    return format ?? (type === undefined ? 'any' : [type].flat().join(' or '))
  }
}

import { z } from 'zod'
import type { JsonSchema } from './types.ts'

// Omits patterns, because they would repeat the format at length.
const FORMATS = ['date', 'date-time', 'email', 'uri']

/**
 * The JSON Schema of a type in the form that the caller sends. Examples keep the caller's notation, even if the value
 * is transformed.
 */
export function schemaOf(type: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(type, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const examples = (z.globalRegistry.get(zodSchema)?.examples ?? jsonSchema.examples) as unknown[] | undefined
      if (examples && examples.length > 0) jsonSchema.examples = examples
      else delete jsonSchema.examples
      if (FORMATS.includes(jsonSchema.format ?? '')) delete jsonSchema.pattern
    }
  })
  delete schema.$schema
  return schema as JsonSchema
}

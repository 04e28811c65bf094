import { z } from 'zod'
import type { JsonSchema } from './types.ts'

// What a format says, a pattern would say again and at length.
const FORMATS = ['date', 'date-time', 'email', 'uri']

/** A type as JSON Schema, as it is given by a caller. Its examples are what a caller would write, also where it is read as something else. */
export function schemaOf (type: z.ZodType): JsonSchema {
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

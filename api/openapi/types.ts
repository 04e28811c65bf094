import type { Deprecation } from '../contract/deprecation.ts'

/** The parts of OpenAPI 3.1 and of JSON Schema 2020-12 that the description uses. */

export interface JsonSchema {
  type?: string
  format?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  [keyword: string]: unknown
}

export interface Reference {
  $ref: string
}

export interface NamedExample {
  summary: string
  value: unknown
}

export interface MediaType {
  schema: JsonSchema | Reference
  examples?: Record<string, NamedExample>
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  deprecated?: boolean
  description?: string
  schema: JsonSchema
  examples?: Record<string, NamedExample>
}

export interface Header {
  description: string
  schema: JsonSchema
}

export interface Response {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, MediaType>
}

export interface Operation {
  operationId: string
  deprecated?: boolean
  'x-deprecation'?: Deprecation
  summary: string
  description: string
  tags: string[]
  security: Array<Record<string, string[]>>
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, MediaType> }
  responses: Record<string, Response | Reference>
  /** The callers that may use it, as text. */
  'x-access': string
  /** The cost of an answer as text. */
  'x-cost': string
}

export type Verb = 'get' | 'post' | 'delete'

export interface Document {
  openapi: '3.1.1'
  info: Record<string, unknown>
  servers: Array<{ url: string }>
  externalDocs: { description: string; url: string }
  tags: Array<{ name: string; description: string }>
  paths: Record<string, Partial<Record<Verb, Operation>>>
  components: {
    schemas: Record<string, JsonSchema>
    headers: Record<string, Header>
    responses: Record<string, Response>
    securitySchemes: Record<string, Record<string, string>>
  }
}

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A type as TypeScript, Python and JSON Schema can all express it. */
export interface Shape {
  kind: 'text' | 'boolean' | 'figure' | 'count' | 'list' | 'object'
  isNullable: boolean
  /** The values of an enumeration. */
  values?: string[]
  items?: Shape
  fields?: Record<string, { isOptional: boolean; shape: Shape }>
}

export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

const TYPES = fileURLToPath(new URL('../../clients/typescript/src/types.ts', import.meta.url))
const PYTHON = fileURLToPath(new URL('../../clients/python/src/', import.meta.url))

/** The exported types of the client for TypeScript, by name. */
export function shapesOfTypeScript(): Record<string, Shape> {
  const program = ts.createProgram([TYPES], { strict: true, target: ts.ScriptTarget.ES2022, types: [], noEmit: true })
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(TYPES)!
  const shapeOf = (type: ts.Type): Shape => {
    const parts = type.isUnion() ? type.types : [type]
    const rest = parts.filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
    const isNullable = parts.some(({ flags }) => flags & ts.TypeFlags.Null)
    const [first] = rest as [ts.Type]
    if (rest.every((it) => it.isStringLiteral())) {
      return { kind: 'text', isNullable, values: rest.map((it) => String(it.value)).sort() }
    }
    if (first.flags & ts.TypeFlags.BooleanLike) return { kind: 'boolean', isNullable }
    if (first.flags & ts.TypeFlags.String) return { kind: 'text', isNullable }
    if (first.flags & ts.TypeFlags.Number) return { kind: 'count', isNullable }
    if (first.flags & ts.TypeFlags.TypeParameter) return { kind: 'figure', isNullable }
    if (checker.isArrayType(first)) {
      return { kind: 'list', isNullable, items: shapeOf(checker.getTypeArguments(first as ts.TypeReference)[0]!) }
    }
    const fields = checker.getPropertiesOfType(first).map((it) => {
      const isOptional = (it.flags & ts.SymbolFlags.Optional) !== 0
      return [it.name, { isOptional, shape: shapeOf(checker.getTypeOfSymbol(it)) }] as const
    })
    return { kind: 'object', isNullable, fields: Object.fromEntries(fields) }
  }
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file)!)
  return Object.fromEntries(exported.map((it) => [it.name, shapeOf(checker.getDeclaredTypeOfSymbol(it))]))
}

/** The types of the client for Python, by name. */
export function shapesOfPython(): Record<string, Shape> {
  const env = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: PYTHON }
  const script = fileURLToPath(new URL('shapes.py', import.meta.url))
  return JSON.parse(execFileSync('python3', [script], { env, encoding: 'utf8' })) as Record<string, Shape>
}

function shapeOfSchema(schema: Schema): Shape {
  const parts = schema.anyOf ?? [schema]
  const types = parts.flatMap(({ type, const: only }) => (typeof only === 'boolean' ? 'boolean' : (type ?? [])))
  const isNullable = types.includes('null')
  const part = parts.find(({ type }) => type !== 'null')!
  const [type] = types.filter((it) => it !== 'null')
  switch (type) {
    case 'string':
      return { kind: 'text', isNullable, ...(part.enum && { values: part.enum.toSorted() }) }
    case 'boolean':
      return { kind: 'boolean', isNullable }
    case 'integer':
      return { kind: 'count', isNullable }
    case 'number':
      return { kind: 'figure', isNullable }
    case 'array':
      return { kind: 'list', isNullable, items: shapeOfSchema(part.items!) }
    case 'object': {
      const required = part.required ?? []
      const fields = Object.entries(part.properties!).map(([name, it]) => [
        name,
        { isOptional: !required.includes(name), shape: shapeOfSchema(it) }
      ])
      return { kind: 'object', isNullable, fields: Object.fromEntries(fields) as Shape['fields'] }
    }
    default:
      throw new Error(`no shape for ${JSON.stringify(schema)}`)
  }
}

/** The differences between a client's type and a schema. A client may have text for an enumeration that grows. */
export function differencesOf(client: Shape | undefined, schema: Schema, name: string): string[] {
  return client ? differences(client, shapeOfSchema(schema), name) : [`${name} is missing`]
}

function differences(client: Shape, described: Shape, place: string): string[] {
  if (client.kind !== described.kind) return [`${place} is ${client.kind}, described as ${described.kind}`]
  const names = new Set([...Object.keys(client.fields ?? {}), ...Object.keys(described.fields ?? {})])
  return [
    ...(client.isNullable === described.isNullable ? [] : [`${place}: null`]),
    ...(client.values === undefined || String(client.values) === String(described.values)
      ? []
      : [`${place} is ${client.values}, described as ${described.values}`]),
    ...(client.items ? differences(client.items, described.items!, `${place}[]`) : []),
    ...[...names].flatMap((name) => {
      const [one, other] = [client.fields?.[name], described.fields?.[name]]
      if (!one || !other) return [`${place}.${name} is only in the ${one ? 'client' : 'description'}`]
      return [
        ...(one.isOptional === other.isOptional ? [] : [`${place}.${name}: optional`]),
        ...differences(one.shape, other.shape, `${place}.${name}`)
      ]
    })
  ]
}

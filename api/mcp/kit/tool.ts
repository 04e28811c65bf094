import { randomUUID } from 'node:crypto'
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '../../../sql/database.ts'
import { asHttpError, badRequest, shortened, notFound, type HttpError } from '../../contract/errors.ts'

/** The access that a tool requires, the same as that of its endpoint. */
export type ToolAccess = 'keyless' | 'key' | 'paid'

/** The services and request data available to a tool. */
export interface ToolContext {
  database: Database
  /** The error for a caller without an access; omitted if the caller is the operator. */
  refusalFor?: (access: ToolAccess) => HttpError | undefined
  /** Receives the price of an answer. */
  onAnswer?: (units: number) => void
  logger: Logger
  /** Scheme and host of this service, for the addresses of its own pages. */
  origin: string
  /** The time, in milliseconds since 1970. */
  now: () => number
  /** The date in UTC. */
  today: () => string
}

type Shape = z.ZodRawShape

/** The answer of a tool: its fields, and a short text for a reader. */
interface ToolAnswer<Output extends Shape = Shape> {
  fields: z.input<z.ZodObject<Output>>
  text: string
}

export interface ToolDeclaration<Input extends Shape, Output extends Shape> {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  /** The access that a call requires; open by default. */
  access?: (input: z.output<z.ZodObject<Input>>) => ToolAccess
  /** The cost of an answer that takes a key; by default one unit. */
  units?: (input: z.output<z.ZodObject<Input>>) => number
  /** Throws an HttpError for an error that the caller can fix. */
  run: (input: z.output<z.ZodObject<Input>>, context: ToolContext) => Promise<ToolAnswer<Output>>
}

/** A tool with the schemas of its input and output. */
export interface Tool extends Omit<ToolDeclaration<Shape, Shape>, 'input' | 'output'> {
  inputSchema: z.ZodObject<Shape>
  /** The same for callers who write numbers where text is expected, as language models do. */
  lenientSchema: z.ZodObject<Shape>
  outputSchema: z.ZodObject<Shape>
}

/** Declares a tool. */
export function tool<Input extends Shape, Output extends Shape> ({ input, output, ...declaration }: ToolDeclaration<Input, Output>): Tool {
  const lenient = Object.fromEntries(Object.entries(input).map(([name, type]) => [name, z.preprocess((value) => typeof value === 'number' ? String(value) : value, type as z.ZodType)]))
  return { ...declaration as unknown as Tool, inputSchema: z.strictObject(input), lenientSchema: z.strictObject(lenient), outputSchema: z.strictObject(output) }
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** Calls a tool. An error that the caller can fix becomes an error result, with at most 200 characters of what was sent; any other error is logged with an id. */
export async function callTool (tool: Tool | undefined, { name, given }: { name: string, given: unknown }, context: ToolContext): Promise<CallToolResult> {
  try {
    if (!tool) throw notFound(`there is no tool ${shortened(name)}: tools/list lists them`)
    const { access = () => 'keyless', units = () => 1, run } = tool
    const input = readInput(tool, given)
    const needed = access(input)
    const refusal = context.refusalFor?.(needed)
    if (refusal) throw refusal
    const { fields, text } = await run(input, context)
    context.onAnswer?.(needed === 'keyless' ? 0 : units(input))
    return { structuredContent: fields, content: [{ type: 'text', text }] }
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: messageOf(error, name, context.logger) }] }
  }
}

function readInput ({ lenientSchema }: Tool, given: unknown): Record<string, unknown> {
  const { data, error } = lenientSchema.safeParse(given ?? {})
  if (!error) return data
  const issue = error.issues[0]!
  throw issue.code === 'unrecognized_keys' ? badRequest(shortened(issue.keys.join(', ')), 'the tool has no such parameter', 'unknown_parameter') : badRequest(issue.path.join('.'), issue.message)
}

/** The entry of a tool in lists, with its schemas as JSON Schema. */
export function describeTool ({ name, title, description, inputSchema, outputSchema }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(inputSchema, { target: 'draft-7', io: 'input' }) as ListedTool['inputSchema'],
    outputSchema: z.toJSONSchema(outputSchema, { target: 'draft-7' }) as ListedTool['outputSchema'],
    annotations: { title, ...READS }
  }
}

function messageOf (error: unknown, tool: string, logger: Logger): string {
  const known = asHttpError(error)
  if (known) return known.message
  const id = randomUUID()
  logger.error({ id, err: error, tool }, 'a tool failed')
  return `internal error, logged as ${id}`
}

const MAX_LINES = 50

/** A heading and a line for each of the first items. */
export function listing (heading: string, lines: string[]): string {
  const more = lines.length - MAX_LINES
  return [heading, ...lines.slice(0, MAX_LINES), ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}

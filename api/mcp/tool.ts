import { randomUUID } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '../../sql/database.ts'
import { asHttpError } from '../contract/errors.ts'

/** What a tool has at hand. */
export interface ToolContext {
  database: Database
  logger: Logger
  /** Scheme and host of this service, for the address of its own page. */
  origin: string
  /** The day in UTC. */
  today: () => string
}

type Shape = z.ZodRawShape

/** What a tool answers: its fields, and the same in short for a reader. */
export interface ToolAnswer<Output extends Shape = Shape> {
  fields: z.input<z.ZodObject<Output>>
  text: string
}

export interface ToolDeclaration<Input extends Shape, Output extends Shape> {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  /** Throws an HttpError where the caller has to change something: its message says what. */
  run: (input: z.output<z.ZodObject<Input>>, context: ToolContext) => Promise<ToolAnswer<Output>>
}

export type Tool = ToolDeclaration<Shape, Shape>

/** Declares a tool. */
export function tool<Input extends Shape, Output extends Shape> (declaration: ToolDeclaration<Input, Output>): Tool {
  return declaration as unknown as Tool
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** Gives a server a tool. An error that the caller can do something about is a result that says so; any other is logged under an id. */
export function registerTool (server: McpServer, { name, title, description, input, output, run }: Tool, context: ToolContext): void {
  const config = { title, description, inputSchema: z.strictObject(input), outputSchema: z.strictObject(output), annotations: { title, ...READS } }
  server.registerTool(name, config, async (input) => {
    try {
      const { fields, text } = await run(input, context)
      return { structuredContent: fields, content: [{ type: 'text', text }] }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: messageOf(error, name, context.logger) }] }
    }
  })
}

function messageOf (error: unknown, tool: string, logger: Logger): string {
  const known = asHttpError(error)
  if (known) return known.message
  const id = randomUUID()
  logger.error({ id, err: error, tool }, 'a tool failed')
  return `an error of ours, recorded as ${id}`
}

const MAX_LINES = 50

/** A heading and a line for each item, as many as a reader takes in. */
export function listing (heading: string, lines: string[]): string {
  const more = lines.length - MAX_LINES
  return [heading, ...lines.slice(0, MAX_LINES), ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}

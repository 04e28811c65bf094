import { randomUUID } from 'node:crypto'
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server'
import type { Logger } from 'pino'
import { z } from 'zod'
import { asHttpError, badRequest, notFound, shortened } from '../../../api/contract/errors.ts'
import { plainDecimal } from '../../../api/contract/amounts.ts'
import type { Tool, ToolContext } from '../../tool.ts'

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/**
 * Calls a tool. An error that the caller can fix becomes an error result, which quotes at most 200 characters of the
 * input; any other error is logged with an id.
 */
export async function callTool(
  tool: Tool | undefined,
  { name, given }: { name: string; given: object | undefined },
  context: ToolContext
): Promise<CallToolResult> {
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

function readInput({ inputSchema }: Tool, given: object = {}): Record<string, unknown> {
  // language models write numbers where text is expected
  const texts = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'number' ? digitsOf(name, value) : value
  ])
  const { data, error } = inputSchema.safeParse(Object.fromEntries(texts))
  if (!error) return data
  const issue = error.issues[0]!
  if (issue.code !== 'unrecognized_keys') throw badRequest(issue.path.join('.'), issue.message)
  const taken = Object.keys(inputSchema.shape).sort().join(', ') || 'none'
  const reason = `the tool has no such parameter; it takes ${taken}`
  throw badRequest(shortened(issue.keys.join(', ')), reason, 'unknown_parameter')
}

const MOST_DIGITS = 15 // a number of up to this many digits survives a JSON parser

/** A number in plain digits, as a person would write it. Throws 400 for one that may have lost digits. */
function digitsOf(name: string, value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const digits = value.toExponential().split('e', 1)[0]!.replace(/\D/g, '')
  if (digits.length <= MOST_DIGITS && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return plainDecimal(String(value))
  throw badRequest(name, `expected a string, because a JSON number of more than ${MOST_DIGITS} digits is not exact`)
}

const listed = new WeakMap<Tool, ListedTool>()

/** The entry of a tool in lists, with its schemas as JSON Schema, which take milliseconds to make. */
export function describeTool(tool: Tool): ListedTool {
  const known = listed.get(tool)
  if (known) return known
  const { name, title, description, inputSchema, outputSchema } = tool
  const entry = {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(inputSchema, { target: 'draft-7', io: 'input' }) as ListedTool['inputSchema'],
    outputSchema: z.toJSONSchema(outputSchema, { target: 'draft-7' }) as ListedTool['outputSchema'],
    annotations: { title, ...READS }
  }
  listed.set(tool, entry)
  return entry
}

function messageOf(error: unknown, tool: string, logger: Logger): string {
  const known = asHttpError(error)
  if (known) return known.message
  const id = randomUUID()
  logger.error({ id, err: error, tool }, 'a tool failed')
  return `internal error, logged as ${id}`
}

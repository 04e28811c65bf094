import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema, type ListToolsResult } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { VERSION } from '../contract/version.ts'
import { callTool, describeTool, type ToolContext } from './kit/tool.ts'
import { tools } from './tools.ts'

export type { ToolAccess } from './kit/tool.ts'

const INSTRUCTIONS = 'Official exchange rates exactly as their publishers print them. A rate belongs to one source and one date: name both when you show it, and say so if ' +
  'derived is true, because the source did not print that figure. list_sources lists the codes of the sources. Figures are strings with all their digits: do not round them unless asked to. ' +
  'Without an API key the newest tables, rates and comparisons are open, and the last 30 days of a history; everything else needs a key, sent with each message as the header Authorization: Bearer KEY.'

// Shared by all servers: over HTTP, each message has its own.
const jsonSchemaValidator = new AjvJsonSchemaValidator()
const NO_TOOLS: ListToolsResult = { tools: [] }
const NO_TOOLS_TEXT = JSON.stringify(NO_TOOLS)
let listText: Buffer | undefined

/** An answer to a message. */
export interface MessageAnswer {
  status: number
  /** The media type of the body; undefined if there is none. */
  type: string | undefined
  body: Buffer
}

function listTools (): ListToolsResult {
  return { tools: tools.map(describeTool) }
}

/** A Model Context Protocol server with all tools, ready to connect to a transport. The tools validate their input themselves, because the errors of the library repeat all of it. */
function createToolServer (context: ToolContext, list: () => ListToolsResult): McpServer {
  const server = new McpServer({ name: 'ratebook', title: 'Ratebook', version: VERSION }, { instructions: INSTRUCTIONS, capabilities: { tools: {} }, jsonSchemaValidator })
  server.server.setRequestHandler(ListToolsRequestSchema, list)
  server.server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given } }) => callTool(tools.find((it) => it.name === name), { name, given }, context))
  return server
}

/** Answers one message over HTTP without a session (Model Context Protocol, streamable HTTP). */
export async function answerMessage (request: Request, message: { method?: string }, context: ToolContext): Promise<MessageAnswer> {
  const server = createToolServer(context, () => NO_TOOLS)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const response = await transport.handleRequest(request, { parsedBody: message })
    const body = await response.text()
    return { status: response.status, type: response.headers.get('content-type') ?? undefined, body: message.method === 'tools/list' ? withTools(body) : Buffer.from(body) }
  } finally {
    await server.close()
  }
}

/** An answer to tools/list with the list in its place, which is 80 KB of text that never changes. */
function withTools (body: string): Buffer {
  const [before, ...after] = body.split(NO_TOOLS_TEXT)
  if (after.length === 0) return Buffer.from(body) // an error
  listText ??= Buffer.from(JSON.stringify(listTools()))
  return Buffer.concat([Buffer.from(before!), listText, Buffer.from(after.join(NO_TOOLS_TEXT))])
}

/** Answers messages on standard input until it ends. */
export async function answerStandardInput (context: ToolContext): Promise<void> {
  const server = createToolServer(context, listTools)
  const ended = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  await server.connect(new StdioServerTransport())
  await ended
  await server.close()
}

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { VERSION } from '../../api/contract/version.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { callTool, describeTool } from './kit/tool.ts'
import { tools } from './tools.ts'

const INSTRUCTIONS =
  'Official exchange rates exactly as their publishers print them. A rate belongs to one source ' +
  'and one date: name both when you show it, and say so if derived is true, because the source did not print that ' +
  'figure. list_sources lists the codes of the sources. Figures are strings with all their digits: do not round them ' +
  'unless asked to. Without an API key the newest tables, rates and comparisons are open, and the last 30 days of a ' +
  'history; everything else needs a key, sent with each message as the header Authorization: Bearer KEY.'

// Shared by all servers: over HTTP, each message has its own.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** The tools for the core, and those of other modules. */
export interface ToolServices extends ToolContext {
  tools: readonly Tool[]
}

/** An answer to a message. */
export interface MessageAnswer {
  status: number
  /** The media type of the body; undefined if there is none. */
  type: string | undefined
  body: Buffer
}

/**
 * A Model Context Protocol server, ready to connect to a transport. The tools validate their input themselves, because
 * the errors of the library repeat all of it.
 */
function createToolServer({ tools: others, ...context }: ToolServices): McpServer {
  const all = [...tools, ...others]
  const identity = { name: 'ratebook', title: 'Ratebook', version: VERSION }
  const server = new McpServer(identity, {
    instructions: INSTRUCTIONS,
    capabilities: { tools: {} },
    jsonSchemaValidator
  })
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: all.map(describeTool) }))
  server.server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given } }) => {
    return callTool(
      all.find((it) => it.name === name),
      { name, given },
      context
    )
  })
  return server
}

/** Answers one message over HTTP without a session (Model Context Protocol, streamable HTTP). */
export async function answerMessage(request: Request, message: object, services: ToolServices): Promise<MessageAnswer> {
  const server = createToolServer(services)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const response = await transport.handleRequest(request, { parsedBody: message })
    const body = Buffer.from(await response.arrayBuffer())
    return { status: response.status, type: response.headers.get('content-type') ?? undefined, body }
  } finally {
    await server.close()
  }
}

/** Answers messages on standard input until it ends. */
export async function answerStandardInput(services: ToolServices): Promise<void> {
  const server = createToolServer(services)
  const ended = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  await server.connect(new StdioServerTransport())
  await ended
  await server.close()
}

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { ListToolsRequestSchema, type ListToolsResult } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { VERSION } from '../contract/version.ts'
import { describeTool, registerTool, type ToolContext } from './tool.ts'
import { tools } from './tools.ts'

const INSTRUCTIONS = 'Official exchange rates exactly as their publishers print them. A rate belongs to one source and one date: name both when you show it, and say so if ' +
  'derived is true, because the source did not print that figure. list_sources lists the codes of the sources. Figures are strings with all their digits: do not round them unless asked to.'

// Made once for all servers: over HTTP there is one for each message.
const jsonSchemaValidator = new AjvJsonSchemaValidator()
let list: ListToolsResult | undefined

/** A Model Context Protocol server with all tools, ready to connect to a transport. */
function createToolServer (context: ToolContext): McpServer {
  const server = new McpServer({ name: 'ratebook', title: 'Ratebook', version: VERSION }, { instructions: INSTRUCTIONS, jsonSchemaValidator })
  for (const it of tools) registerTool(server, it, context)
  server.server.setRequestHandler(ListToolsRequestSchema, () => list ??= { tools: tools.map(describeTool) })
  return server
}

/** Answers one message over HTTP without a session (Model Context Protocol, streamable HTTP). */
export async function answerMessage (request: Request, message: object, context: ToolContext): Promise<Response> {
  const server = createToolServer(context)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

/** Answers messages on standard input until it ends. */
export async function answerStandardInput (context: ToolContext): Promise<void> {
  const server = createToolServer(context)
  const ended = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  await server.connect(new StdioServerTransport())
  await ended
  await server.close()
}

import {
  createMcpHandler,
  LATEST_PROTOCOL_VERSION as LATEST_WITH_HANDSHAKE,
  McpServer,
  PROTOCOL_VERSION_META_KEY,
  WebStandardStreamableHTTPServerTransport
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
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

// The tools change with the version of the service alone, and are the same for all callers.
const HOUR = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** The tools of the core, and those of other modules. */
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
  const mcp = new McpServer(identity, {
    instructions: INSTRUCTIONS,
    capabilities: { tools: { listChanged: false } },
    cacheHints: { 'tools/list': HOUR, 'server/discover': HOUR }
  })
  mcp.server.setRequestHandler('tools/list', () => ({ tools: all.map(describeTool) }))
  mcp.server.setRequestHandler('tools/call', ({ params: { name, arguments: given } }) =>
    callTool(
      all.find((it) => it.name === name),
      { name, given },
      context
    )
  )
  return mcp
}

/**
 * Answers one message over HTTP without a session (Model Context Protocol, streamable HTTP), in the revision of
 * 2026-07-28 or an older one, as the message asks.
 */
export async function answerMessage(request: Request, message: object, services: ToolServices): Promise<MessageAnswer> {
  const server = createToolServer(services) // needs no closing, because it holds no resources
  const response = await (isWithoutHandshake(request, message)
    ? createMcpHandler(() => server, { legacy: 'reject' }).fetch(request, { parsedBody: message })
    : answerLegacy(server, request, message))
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type') ?? undefined, body }
}

/**
 * True for the revisions since 2026-07-28, which each message names; a request that names one only in its header gets
 * their error. The `isLegacyRequest` of the library validates the message first, as each of the ways does again.
 */
function isWithoutHandshake(request: Request, message: object): boolean {
  const { params } = message as { params?: { _meta?: unknown } }
  const meta = params?._meta
  if (typeof meta === 'object' && meta !== null && PROTOCOL_VERSION_META_KEY in meta) return true
  return (request.headers.get('mcp-protocol-version') ?? '') > LATEST_WITH_HANDSHAKE
}

/** Answers a message of a revision before 2026-07-28, as JSON instead of a stream of one event. */
async function answerLegacy(server: McpServer, request: Request, message: object): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(request, { parsedBody: message })
}

/** Answers messages on standard input until it ends, in the protocol revision that the client requests. */
export async function answerStandardInput(services: ToolServices): Promise<void> {
  const ended = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  const served = serveStdio(() => createToolServer(services))
  await ended
  await served.close()
}

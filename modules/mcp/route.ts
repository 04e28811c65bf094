import { z } from 'zod'
import { refusalOf } from '../../api/access/callers.ts'
import { unauthorized, type HttpError } from '../../api/contract/errors.ts'
import type { Answer } from '../../api/formats/answer.ts'
import { NOT_JSON } from '../../api/server/body.ts'
import { route } from '../../api/server/route.ts'
import type { ToolAccess } from '../tool.ts'
import { answerMessage } from './server.ts'

const PATH = '/api/mcp'

const id = z.union([z.string(), z.number()], 'expected a string or a number')

export const toolMessages = route({
  method: 'POST',
  path: PATH,
  summary: 'Send a Model Context Protocol message: tools for language models, over streamable HTTP without sessions',
  access: 'optional-key',
  isKeyOnly: true,
  units: 0,
  cost: 'for callers with a key, what the endpoint of the tool costs; nothing for a tool that needs no key',
  cors: 'named',
  body: {
    jsonrpc: z.literal('2.0', 'expected "2.0"').meta({ description: 'The version of JSON-RPC.', examples: ['2.0'] }),
    id: id.optional().meta({ description: 'For a request: the id that its answer repeats.', examples: [1] }),
    method: z
      .string('expected the name of a method')
      .optional()
      .meta({ description: 'The method to call.', examples: ['tools/list'] }),
    params: z
      .looseObject({}, 'expected an object')
      .optional()
      .meta({ description: 'The parameters of the method.', examples: [{}] }),
    result: z
      .looseObject({}, 'expected an object')
      .optional()
      .meta({ description: 'For an answer to the server: its result.', examples: [{}] }),
    error: z
      .looseObject({}, 'expected an object')
      .optional()
      .meta({
        description: 'For an answer to the server: its error.',
        examples: [{ code: -32601, message: 'Method not found' }]
      })
  },
  examples: [{ summary: 'The tools', request: { id: 1, method: 'tools/list' } }],
  response: z.looseObject({ jsonrpc: z.literal('2.0'), id, result: z.looseObject({}).optional() }),
  failures: [404, 406],
  writeError,
  cacheControl: 'no-store',
  run: async (
    { format: _format, ...message },
    { database, tools, logger, headers, origin, caller, now, today }
  ): Promise<Answer> => {
    const request = new Request(origin + PATH, { method: 'POST', headers: headersFor(headers) })
    let units = 0
    const refusalFor = (access: ToolAccess) =>
      caller ? refusalOf(caller, access) : access === 'keyless' ? undefined : keyNeeded(origin)
    const onAnswer = (cost: number) => {
      units = cost
    }
    const context = { refusalFor, onAnswer, database, logger, origin, now: () => now, today: () => today }
    const { status, type, body } = await answerMessage(request, message, { ...context, tools })
    return { status, body, units, headers: type === undefined ? {} : { 'Content-Type': type } }
  }
})

const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
const INTERNAL_ERROR = -32603
const SERVER_ERROR = -32000 // the first of those that JSON-RPC leaves to servers

/** An error of a request that is not a message, or that the caller may not send. Its id is not known. */
function writeError({ status, message }: { status: number; message: string }) {
  const code =
    message === NOT_JSON
      ? PARSE_ERROR
      : status === 400
        ? INVALID_REQUEST
        : status === 500
          ? INTERNAL_ERROR
          : SERVER_ERROR
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }),
    headers: { 'Content-Type': 'application/json; charset=utf-8' }
  }
}

function keyNeeded(origin: string): HttpError {
  return unauthorized(
    'key_missing',
    `this needs an API key: send it with each message as the header Authorization: Bearer KEY; ${origin}/register gives one`
  )
}

function headersFor(given: NodeJS.Dict<string | string[]>): Record<string, string> {
  const names = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, String(given[name])]])))
}

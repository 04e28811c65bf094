import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { headerList, type HeaderList } from '../contract/header-list.ts'
import type { StreamAnswer } from './answer.ts'
import type { Prepared } from './prepare.ts'
import { encodingOf, sendVariant, withKeyInLink } from './reply.ts'
import type { Context } from './service.ts'

/** Sends an answer with the headers of the caller's own, and with the key in its Link that the address had. Of a stream a HEAD request gets the headers. */
export async function send (ctx: Context, prepared: Prepared, own: HeaderList, key?: [name: string, key: string]): Promise<void> {
  const { req, res } = ctx
  switch (prepared.kind) {
    case 'reply': {
      const encoding = encodingOf(req.headers['accept-encoding'])
      const variant = prepared.ready(encoding) ?? await prepared.variant(encoding)
      ctx.respond = false
      return sendVariant(req, res, key ? withKeyInLink(variant, key) : variant, own)
    }
    case 'stream': {
      ctx.respond = false
      res.writeHead(200, withoutRepeated(own, prepared.headers).concat(headerList(prepared.headers)))
      if (req.method === 'HEAD') res.end()
      else await sendStream(prepared, res)
      return
    }
    case 'live': {
      const headers = withoutRepeated(own, prepared.headers).concat(headerList(prepared.headers))
      if (req.method === 'HEAD') res.writeHead(200, headers).end()
      else prepared.open(res, headers)
      ctx.respond = false
      return
    }
    case 'bytes': {
      const { status = 200, headers, cookies = [], body } = prepared
      ctx.respond = false
      res.writeHead(status, withoutRepeated(own, headers).concat(headerList({ ...headers, 'Set-Cookie': cookies, 'Content-Length': String(body.length) }))).end(body)
    }
  }
}

/** The bytes that the reader of a stream takes in an interval at least. */
const PACE = { bytes: 512 * 1024, milliseconds: 30_000 }

/** Breaks a response off whose reader takes too little of what is there: a stream holds a connection of the database. Returns the function that ends the supervision. */
export function superviseReader (response: ServerResponse, { bytes, milliseconds } = PACE): () => void {
  const { socket } = response
  const takenBytes = () => socket!.bytesWritten - socket!.writableLength
  let before = takenBytes()
  const timer = setInterval(() => {
    const taken = takenBytes()
    if (response.writableLength > 0 && taken - before < bytes) response.destroy()
    before = taken
  }, milliseconds)
  return () => clearInterval(timer)
}

async function sendStream ({ stream }: StreamAnswer, response: ServerResponse): Promise<void> {
  const end = superviseReader(response)
  await pipeline(stream, response).finally(end)
}

// A route knows better than the gate what it has to say of limits.
function withoutRepeated (own: HeaderList, headers: Record<string, string>): HeaderList {
  const repeated = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  return own.filter((_, at) => !repeated.has(own[at - at % 2]!.toLowerCase()))
}

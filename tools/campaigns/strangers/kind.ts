import { pick, type Random } from '../random.ts'
import type { Line } from './line.ts'

/** A status, or what becomes of a connection. */
export type Outcome = number | 'closed' | 'open'

/** A kind of attack: what a stranger does with a connection, again and again with new ones until the time is over. */
export interface Kind {
  name: string
  /** What comes of it, at least once: one of these. */
  expects: Outcome[]
  attack: (line: Line, random: Random) => Promise<void>
  /** How many connections there are for one of the others. */
  times?: number
}

type Make = (random: Random) => string | Buffer

/** A kind that sends requests on kept connections, each when the one before is answered. */
export function asks (name: string, expects: Outcome[], make: Make): Kind {
  return {
    name,
    expects,
    attack: async (line, random) => {
      while (line.isOpen) {
        line.send(make(random))
        await line.answered()
      }
    }
  }
}

/** A kind that sends something on a new connection and waits until it is closed. */
export function sends (name: string, expects: Outcome[], make: Make): Kind {
  return {
    name,
    expects,
    attack: async (line, random) => {
      await line.sendWhole(make(random))
      await line.closed()
    }
  }
}

/** A kind that asks for pages, each for one of some paths. */
export function reads (name: string, make: (random: Random) => string, expects: Outcome[] = [200]): Kind {
  return asks(name, expects, (random) => get(make(random)))
}

type Headers = Record<string, string>

/** A request without a body. */
export function get (path: string, headers: Headers = {}, method = 'GET'): string {
  return `${method} ${path} HTTP/1.1\r\n${linesOf({ Host: 'localhost', ...headers })}\r\n`
}

/** A request with a body of a media type. */
export function post (path: string, body: string | Buffer, type = 'application/json', headers: Headers = {}): Buffer {
  const bytes = Buffer.from(body as string)
  return Buffer.concat([Buffer.from(get(path, { 'Content-Type': type, 'Content-Length': String(bytes.length), ...headers }, 'POST')), bytes])
}

export function postJson (path: string, fields: object, headers: Headers = {}): Buffer {
  return post(path, JSON.stringify(fields), 'application/json', headers)
}

export const FORM = 'application/x-www-form-urlencoded'

function linesOf (headers: Headers): string {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')
}

/** Some letters and digits that nobody has sent before. */
export function word (random: Random, length = 12): string {
  return Array.from({ length }, () => Math.floor(random() * 36).toString(36)).join('')
}

/** A list of made-up items that is about as long as a header or a path may be. */
export function listOf (length: number, make: (at: number) => string, separator = ','): string {
  let list = make(0)
  for (let at = 1; list.length < length; at++) list += separator + make(at)
  return list
}

/** A whole number below another. */
export function below (end: number, random: Random): number {
  return Math.floor(random() * end)
}

/** One of some items, of which there is at least one. */
export function oneOf<Item> (items: readonly Item[], random: Random): Item {
  return pick(items, random)!
}

const SYMBOLS = ['USD', 'JPY', 'GBP', 'CHF', 'CZK', 'PLN', 'SEK', 'NOK', 'HUF', 'CAD', 'AUD', 'CNY', 'INR', 'KRW', 'BRL', 'MXN', 'ZAR', 'TRY']

/** A currency that most sources have. */
export function symbol (random: Random): string {
  return oneOf(SYMBOLS, random)
}

/** A day of the newest year of the daily rates. */
export function day (random: Random): string {
  return new Date(Date.UTC(2025, 0, 1 + below(300, random))).toISOString().slice(0, 10)
}

/** Sources of which some have the same pairs. */
export const BANKS = ['ecb', 'cnb', 'nbp', 'bnr', 'boc', 'snb', 'riksbank', 'norges', 'mnb', 'cbr']

import { get, post, type Kind } from './kind.ts'

/** What can be done with connections, whatever is asked for. */

const TABLE = get('/api/open/central-bank/ecb')
const LARGE = get('/openapi.json')
const DRIP = 20 // milliseconds between two pieces
const HELD = 1000

export const connections: Kind[] = [
  { name: 'a thousand silent connections', expects: ['open'], times: 31, attack: (line) => line.closed() },
  {
    name: 'connections for one request each',
    expects: [200],
    attack: async (line) => {
      line.send(TABLE)
      await line.answered()
    }
  },
  {
    name: 'connected and gone',
    expects: [200],
    attack: async (line, random) => {
      if (random() > 0.05) return line.leave()
      line.send(TABLE)
      await line.answered()
    }
  },
  {
    name: 'given up at once',
    expects: [200],
    attack: async (line, random) => {
      await line.sendWhole(TABLE)
      if (random() < 0.05) await line.answered()
      line.leave()
    }
  },
  {
    name: 'given up before dear answers',
    expects: [200],
    attack: async (line, random) => {
      await line.sendWhole(get(`/compare/EUR/USD?on=2025-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`))
      if (random() < 0.05) await line.answered()
      else await line.wait(random() * 20)
      line.leave()
    }
  },
  {
    name: 'reset in the middle of a body',
    expects: ['open'],
    attack: async (line) => {
      await line.sendWhole(post('/api/mcp', 'x'.repeat(10_000)).subarray(0, 5000))
      await line.wait(DRIP)
      line.reset()
    }
  },
  {
    name: 'half-closed without a request',
    expects: ['closed'],
    attack: (line) => {
      line.half()
      return line.closed()
    }
  },
  {
    name: 'half-closed behind a request',
    expects: [200],
    attack: (line) => {
      line.send(TABLE)
      line.half()
      return line.closed()
    }
  },
  {
    name: 'headers, one every 20 ms',
    expects: ['open'],
    attack: async (line) => {
      line.send('GET / HTTP/1.1\r\nHost: localhost\r\n')
      for (let at = 0; line.isOpen; at++) {
        line.send(`X-${at}: 1\r\n`)
        await line.wait(DRIP)
      }
    }
  },
  {
    name: 'a request byte by byte',
    expects: [200],
    attack: async (line) => {
      for (const byte of get('/healthz')) {
        line.send(byte)
        await line.wait(1)
      }
      await line.answered()
    }
  },
  {
    name: 'a body, one byte every 20 ms',
    expects: ['open'],
    attack: async (line) => {
      line.send(post('/api/auth/sign-in/email', ' '.repeat(10_000)).subarray(0, 200))
      while (line.isOpen) {
        line.send(' ')
        await line.wait(DRIP)
      }
    }
  },
  {
    name: 'unread documents',
    expects: ['open'],
    attack: async (line) => {
      line.pause()
      for (let sent = 0; line.isOpen; sent++) {
        if (sent < 16) line.send(LARGE)
        await line.wait(DRIP)
      }
    }
  },
  {
    name: 'unread documents, given up',
    expects: ['open'],
    attack: async (line) => {
      line.pause()
      line.send(LARGE)
      await line.wait(10 * DRIP)
      line.reset()
    }
  },
  {
    name: 'unread small answers',
    expects: ['open'],
    attack: async (line) => {
      line.pause()
      while (line.isOpen) {
        await line.sendWhole(TABLE.repeat(8))
        await line.wait(DRIP)
      }
    }
  },
  {
    name: 'documents, read a little at a time',
    expects: [200],
    attack: async (line) => {
      line.send(LARGE)
      await line.wait(HELD / 10)
      await line.answered()
    }
  }
]

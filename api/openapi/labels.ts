import type { Access } from '../access/permission.ts'
import type { Route } from '../http/route.ts'

interface Family {
  prefixes: string[]
  tag: string
  description: string
}

const FAMILIES: Family[] = [
  { prefixes: ['/api/v1/central-bank', '/api/v1/publications', '/api/v1/symbols'], tag: 'Official rates', description: 'Tables, pairs, histories and documents of the sources.' },
  { prefixes: ['/api/rate', '/api/v1/rates', '/api/historical-rates'], tag: 'Market rates', description: 'Rates of the market, now and over time, and the conversion of an amount.' },
  { prefixes: ['/api/open/'], tag: 'Open tables', description: 'Newest tables for web pages of any origin, without a key.' },
  { prefixes: ['/api/public/'], tag: 'Raw tables', description: 'Tables in the shape in which they are stored, as answers and as files.' },
  { prefixes: ['/api/agent/'], tag: 'Trial keys', description: 'Keys for programs that cannot register.' },
  { prefixes: ['/api/auth/'], tag: 'Log-in', description: 'Registering, logging in and passwords.' },
  { prefixes: ['/api/account'], tag: 'Account', description: 'The plan, the usage and the keys of whoever is logged in.' },
  { prefixes: ['/api/operations'], tag: 'Operators', description: 'Runs and the quarantine.' },
  { prefixes: ['/api/compat/'], tag: 'Compatible endpoints', description: 'Rates in the shapes that programs written for other services expect.' },
  { prefixes: ['/api/mcp'], tag: 'Tools', description: 'The service as tools for language models, by the Model Context Protocol.' },
  { prefixes: ['/'], tag: 'The service', description: 'Its description and its state.' }
]

/** The family of endpoints that a path belongs to. */
export function familyOf (path: string): Family {
  return FAMILIES.find(({ prefixes }) => prefixes.some((prefix) => path.startsWith(prefix)))!
}

/** The families of the paths, in the order of the list. */
export function familiesOf (paths: string[]): Family[] {
  const used = new Set(paths.map(familyOf))
  return FAMILIES.filter((family) => used.has(family))
}

const WHOM: Record<Access, string> = {
  'keyless': 'anybody',
  'visitor': 'anybody',
  'key': 'anybody with an API key',
  'paid': 'those with an API key of a paid plan',
  'session': 'those who are logged in',
  'paid-session': 'those who are logged in and on a paid plan',
  'operator': 'operators who are logged in'
}

/** Who may call an endpoint, as text. */
export function accessLabel ({ access, fileAccess = access, isPaidFor }: Route): string {
  const files = fileAccess === access ? '' : `; files are for ${WHOM[fileAccess]}`
  return `${WHOM[access]}${files}${isPaidFor ? '; some of its answers are for paid plans alone' : ''}`
}

/** What an answer costs, as text. */
export function costLabel ({ access, cost }: Route): string {
  if (access === 'keyless' || access === 'visitor' || cost === 0) return 'nothing'
  return typeof cost === 'string' ? cost : cost === 1 ? '1 unit' : `${cost} units`
}

const CALLS: Record<string, string> = { GET: 'get', POST: 'post', DELETE: 'delete' }

/** An operation name that generated clients can use as a method name: getCentralBankByDate. */
export function operationIdOf ({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const segments = path.split('/').filter((segment) => !['', 'api', 'v1'].includes(segment))
  const parts = segments.map((segment, at) => !segment.startsWith(':') ? segment : at === segments.length - 1 ? `by-${segment.slice(1)}` : '')
  return CALLS[method] + parts.flatMap((part) => part.split(/[-_.]/)).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

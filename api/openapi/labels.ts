import type { Access } from '../access/callers.ts'
import type { Route } from '../server/route.ts'

interface Family {
  prefixes: string[]
  tag: string
  description: string
}

const FAMILIES: Family[] = [
  {
    prefixes: [
      '/api/v1/central-bank',
      '/api/v1/official/',
      '/api/v1/publications',
      '/api/v1/documents',
      '/api/v1/symbols',
      '/api/v1/certificates'
    ],
    tag: 'Official rates',
    description: 'Tables, pairs, histories and documents of each source.'
  },
  {
    prefixes: ['/api/rate', '/api/v1/rates', '/api/historical-rates'],
    tag: 'Market rates',
    description: 'Market rates, current and historical, and conversion of amounts.'
  },
  {
    prefixes: ['/api/open/'],
    tag: 'Open tables',
    description: 'Newest tables without a key, for web pages of any origin.'
  },
  {
    prefixes: ['/api/public/'],
    tag: 'Raw tables',
    description: 'Tables with raw column names, as answers and as files.'
  },
  { prefixes: ['/api/agent/'], tag: 'Trial keys', description: 'Keys for programs that can’t register.' },
  { prefixes: ['/api/auth/'], tag: 'Log-in', description: 'Registration, log-in and passwords.' },
  {
    prefixes: ['/api/account'],
    tag: 'Account',
    description: 'The plan, the usage, the keys and the webhooks of the logged-in user.'
  },
  { prefixes: ['/api/operations'], tag: 'Operators', description: 'Runs and the quarantine.' },
  {
    prefixes: ['/api/compat/'],
    tag: 'Compatible endpoints',
    description: 'Rates in the response formats of four families of other services.'
  },
  {
    prefixes: ['/log/', '/.well-known/jwks.json'],
    tag: 'Proof',
    description: 'The append-only log of everything that was loaded, and the keys that sign it.'
  },
  { prefixes: ['/api/mcp'], tag: 'Tools', description: 'Tools for language models, over the Model Context Protocol.' },
  { prefixes: ['/'], tag: 'The service', description: 'Its API description and its state.' }
]

/** The family of endpoints that a path belongs to. */
export function familyOf(path: string): Family {
  return FAMILIES.find(({ prefixes }) => prefixes.some((prefix) => path.startsWith(prefix)))!
}

/** The families of the paths, in the order of the list. */
export function familiesOf(paths: string[]): Family[] {
  const used = new Set(paths.map(familyOf))
  return FAMILIES.filter((family) => used.has(family))
}

const CALLERS: Record<Access, string> = {
  keyless: 'everyone',
  visitor: 'everyone',
  'optional-key': 'everyone, and more to callers with an API key',
  key: 'callers with an API key',
  paid: 'callers with an API key on a paid plan',
  session: 'logged-in users',
  'paid-session': 'logged-in users on a paid plan',
  operator: 'logged-in operators'
}

/** The callers that may use an endpoint, as text. */
export function accessLabel({ access, variants = [], isKeyOnly }: Route): string {
  const whom = (it: Access) => (isKeyOnly ? CALLERS[it] : CALLERS[it].replace('an API key', 'an API key or a session'))
  return [whom(access), ...variants.map((it) => `${it.what} to ${whom(it.access)}`)].join('; ')
}

/** The access of an endpoint and of its variants. */
export function accessesOf({ access, variants = [] }: Route): Access[] {
  return [access, ...variants.map((it) => it.access)]
}

/** The cost of an answer as text. */
export function costLabel(route: Route): string {
  const { access, variants = [] } = route
  const dearer = variants.filter((it) => access === 'keyless' && it.access !== 'keyless')
  return [costOf(route), ...dearer.map((it) => `${it.what} ${costOf(it)}`)].join('; ')
}

function costOf({ access, cost }: Route): string {
  if (access === 'keyless' || access === 'visitor' || cost === 0) return 'nothing'
  return typeof cost === 'string' ? cost : cost === 1 ? '1 unit' : `${cost} units`
}

import { accounts } from './accounts.ts'
import { bodies } from './bodies.ts'
import { connections } from './connections.ts'
import { data } from './data.ts'
import type { Kind } from './kind.ts'
import { pages } from './pages.ts'
import { requests } from './requests.ts'
import { tools } from './tools.ts'

/** Everything that a stranger tries. */
export const kinds: Kind[] = [...connections, ...requests, ...bodies, ...pages, ...data, ...accounts, ...tools]

import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

// A thread begins without the loader of the program.
register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) })
await import('./work-thread.ts')

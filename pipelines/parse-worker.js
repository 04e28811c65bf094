import { registerLoader } from '../loader.js'

registerLoader()
await import('./parse-thread.ts')

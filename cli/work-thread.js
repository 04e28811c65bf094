import { registerLoader } from '../loader.js'

registerLoader()
await import('./work-thread.ts')

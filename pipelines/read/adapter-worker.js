import { registerLoader } from '../../bin/loader.js'

registerLoader()
await import('./adapter-worker.ts')

import { registerLoader } from '../../bin/loader.js'

registerLoader()
await import('./work-thread.ts')

import { registerLoader } from '../../bin/loader.js'

registerLoader()
await import('./parser-thread.ts')

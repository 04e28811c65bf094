import { registerLoader } from '../../loader.js'

registerLoader()
await import('./adapter-thread.ts')

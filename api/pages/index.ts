import type { Route } from '../route.ts'
import { files } from './assets.ts'

/** Every page, and the files that they use. */
export const pages: Route[] = [files]

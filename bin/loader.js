import { readFileSync } from 'node:fs'
import * as modules from 'node:module'
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

const SOURCE_MAP = /\n\/\/# sourceMappingURL=.*\s*$/

/** Lets the calling thread import TypeScript. Threads do not inherit the loader of the program. */
export function registerLoader () {
  register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) })
  if (modules.registerHooks) modules.registerHooks({ load }) // from Node.js 22.15
  else modules.register(import.meta.url)
}

/**
 * A loading hook of Node.js that loads modules of packages unchanged and without source maps. tsx would rewrite and map
 * every module that imports dynamically: the PDF reader alone would take 400 MB and several seconds in each thread.
 */
export function load (url, context, nextLoad) {
  if (context.format !== 'module' || !url.includes('/node_modules/')) return nextLoad(url, context)
  return { format: 'module', source: readFileSync(new URL(url), 'utf8').replace(SOURCE_MAP, ''), shortCircuit: true }
}

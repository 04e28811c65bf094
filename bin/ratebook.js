#!/usr/bin/env node
import { existsSync } from 'node:fs'

// A checkout runs its TypeScript. The package has the same tree as JavaScript, in dist/.
if (existsSync(new URL('ratebook.ts', import.meta.url))) {
  const { registerLoader } = await import('./loader.js')
  registerLoader()
  await import('./ratebook.ts')
} else {
  await import(new URL('../dist/bin/ratebook.js', import.meta.url).href)
}

#!/usr/bin/env node
import { existsSync } from 'node:fs'

// A checkout compiles its TypeScript. The package has the same tree as JavaScript, in dist/.
if (existsSync(new URL('build.js', import.meta.url))) {
  const { build } = await import('./build.js')
  process.setSourceMapsEnabled(true) // stacks name the lines of the TypeScript
  await import(new URL('bin/ratebook.js', await build()).href)
} else {
  await import(new URL('../dist/bin/ratebook.js', import.meta.url).href)
}

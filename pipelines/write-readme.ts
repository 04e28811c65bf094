import { readFile, writeFile } from 'node:fs/promises'
import { loadSources } from '../adapters/registry.ts'
import { withSourcesTable } from './readme.ts'

// npm run readme: brings the README's table of sources in line with the registry.
const README = new URL('../README.md', import.meta.url)

await writeFile(README, withSourcesTable(await readFile(README, 'utf8'), await loadSources()))

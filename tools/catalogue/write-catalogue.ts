import { readFile, writeFile } from 'node:fs/promises'
import { loadSources } from '../../adapters/registry.ts'
import { loadLeftOut, sourcesPage, withFormats, withSummary } from './catalogue.ts'

// npm run sources: updates docs/sources.md and the summary in the README from the registry.
const PAGE = new URL('../../docs/sources.md', import.meta.url)
const README = new URL('../../README.md', import.meta.url)

const sources = await loadSources()
await writeFile(PAGE, sourcesPage(await withFormats(sources), await loadLeftOut()))
await writeFile(README, withSummary(await readFile(README, 'utf8'), sources))

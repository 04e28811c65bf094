import { readFile, writeFile } from 'node:fs/promises'
import { loadSources } from '../../adapters/registry.ts'
import { addSeen, loadOmitted, loadSeen, sourcesPage, withFormats, withSummary } from './catalogue.ts'

// npm run sources: updates docs/sources.md and the summary in the README from the registry.
// npm run sources -- status.json: also notes the days on which the sources in the status file of a book were seen live.
const PAGE = new URL('../../docs/sources.md', import.meta.url)
const README = new URL('../../README.md', import.meta.url)

const sources = await loadSources()
const [, , status] = process.argv
if (status !== undefined) await addSeen(await readFile(status, 'utf8'), sources)
await writeFile(PAGE, sourcesPage(await withFormats(sources), await loadOmitted(), await loadSeen()))
await writeFile(README, withSummary(await readFile(README, 'utf8'), sources))

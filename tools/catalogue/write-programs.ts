// npm run programs: writes the tables of docs/programs.md from test/programs/table.ts.
import { readFile, writeFile } from 'node:fs/promises'
import { notations, page, requests, valuations } from '../../test/programs/page.ts'

const PAGE = new URL('../../docs/programs.md', import.meta.url)

let text = await readFile(PAGE, 'utf8')
for (const [name, content] of Object.entries({
  requests: requests(),
  valuations: valuations(),
  notations: notations(),
  programs: page()
}))
  text = text.replace(
    new RegExp(`(<!-- ${name}: [^>]*-->\n\n)[^]*?(\n\n<!-- /${name} -->)`),
    (_all, before: string, after: string) => before + content + after
  )
await writeFile(PAGE, text)

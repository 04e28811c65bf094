// Refuses lines of SQL that are too wide, because no formatter wraps them: npm run sql-width
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const WIDTH = 140
// the files stay as they are, because databases keep their hashes
const APPLIED = /^sql\/(migrations\/|baseline\.sql$)/

/** The lines of SQL over the width in the folders of a project, each as `path:line: columns`. */
export function wideLines(root: string): string[] {
  return ['modules', 'sql']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${String(path)}`)
    )
    .filter((path) => path.endsWith('.sql') && !APPLIED.test(path))
    .sort()
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > WIDTH ? [`${path}:${index + 1}: ${line.length}`] : []))
    )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = wideLines(fileURLToPath(new URL('..', import.meta.url)))
  if (lines.length > 0) {
    process.stderr.write(`${lines.join('\n')}\n${lines.length} lines of SQL have more than ${WIDTH} columns\n`)
    process.exitCode = 1
  }
}

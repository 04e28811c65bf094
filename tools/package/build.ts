import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Builds dist/: the program as JavaScript with its types, and the files that it reads at run time, in the same folders
// as in the checkout.

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))
const DIST = join(PROJECT, 'dist')
const RUNTIME_FILES = [
  'api/openapi/answers.json',
  'modules/pages/assets',
  ...filesIn('sql', '.sql'),
  ...filesIn('docs', '.md'),
  ...['.sql', '.yaml', '.md'].flatMap((ending) => filesIn('modules', ending))
]

const PDF_READER = [
  'legacy/build/pdf.worker.mjs',
  'standard_fonts/LiberationSans-Regular.ttf',
  'standard_fonts/LiberationSans-Bold.ttf',
  'standard_fonts/LICENSE_LIBERATION',
  'LICENSE'
]
const CANVAS = '\n      canvas = require("@napi-rs/canvas");'

interface Recording {
  source: string
  interactions: Array<{ response?: { bodyFile?: string } }>
}

rmSync(DIST, { recursive: true, force: true })
execFileSync(
  process.execPath,
  [createRequire(import.meta.url).resolve('typescript/bin/tsc'), '--project', 'tools/package/tsconfig.json'],
  { cwd: PROJECT, stdio: 'inherit' }
)
for (const path of [...RUNTIME_FILES, ...demoFixtures()]) copy(join(PROJECT, path), path)
copyPdfReader(join(PROJECT, 'node_modules/pdfjs-dist'))
const { name, version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  name: string
  version: string
}
writeFileSync(
  join(DIST, 'package.json'),
  JSON.stringify({ name, version, type: 'module', imports: { '#pdfjs/*': './pdfjs/*' } })
)

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))
}

function copy(file: string, path: string): void {
  mkdirSync(dirname(join(DIST, path)), { recursive: true })
  cpSync(file, join(DIST, path), { recursive: true })
}

/** The recordings that the demo replays: those in fixtures/demo, and those of the sources without a folder there. */
function demoFixtures(): string[] {
  return filesIn('fixtures', 'interactions.json').flatMap((file) => {
    const { source, interactions } = JSON.parse(readFileSync(join(PROJECT, file), 'utf8')) as Recording
    const isSource = existsSync(join(PROJECT, `adapters/${source}.ts`))
    const isReplaced =
      !file.startsWith(join('fixtures/demo', '/')) && existsSync(join(PROJECT, 'fixtures/demo', source))
    if (!isSource || isReplaced) return []
    return [
      file,
      ...new Set(
        interactions.flatMap(({ response }) =>
          response?.bodyFile === undefined ? [] : [join(dirname(file), response.bodyFile)]
        )
      )
    ]
  })
}

/**
 * Copies the parts of pdfjs-dist that read text. Only drawing needs its native canvas of 33 MB, so empty classes
 * replace it.
 */
function copyPdfReader(from: string): void {
  for (const path of PDF_READER) copy(join(from, path), join('pdfjs', path))
  const [before, after, ...others] = readFileSync(join(from, 'legacy/build/pdf.mjs'), 'utf8').split(CANVAS)
  if (after === undefined || others.length > 0) {
    throw new Error(`pdfjs-dist: expected one line in pdf.mjs, ${CANVAS.trim()}`)
  }
  writeFileSync(
    join(DIST, 'pdfjs/legacy/build/pdf.mjs'),
    `// Changed by Ratebook: without @napi-rs/canvas.\n${before}\n      canvas = { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} };${after}`
  )
}

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url))
const BUILT = join(CHECKOUT, '.built')
const STAMPS = join(BUILT, 'stamps.json') // of the files at the last build
const PROGRAM = ['adapters', 'api', 'bin', 'cli', 'modules', 'pipelines', 'sql', 'tools/scaffold']
const LINKED = ['docs', 'fixtures'] // read at run time, without a module
const OPTIONS = {
  jsx: { importSource: 'preact' },
  sourcemap: true,
  tsconfig: false,
  typescript: { rewriteImportExtensions: 'rewrite' }
}

/**
 * Compiles the TypeScript of a checkout that has changed since the last call, and copies what it reads beside. Returns
 * the folder, in which every file has the place of its source. A loader that compiles at each import would double the
 * time in which the program starts.
 */
export async function build() {
  const found = stampsOf([...PROGRAM.flatMap(filesIn), 'package.json'])
  const before = existsSync(STAMPS) ? JSON.parse(readFileSync(STAMPS, 'utf8')) : {}
  const isOther = found['bin/build.js'] !== before['bin/build.js'] // it may compile in another way
  const changed = Object.keys(found).filter((file) => isOther || found[file] !== before[file])
  const gone = Object.keys(before).filter((file) => !(file in found))
  if (changed.length + gone.length > 0) {
    const { transformSync } = await import('rolldown/utils')
    for (const file of gone) rmSync(join(BUILT, targetOf(file)), { force: true })
    for (const file of changed) write(targetOf(file), compiled(file, transformSync))
    for (const folder of LINKED) link(folder)
    write('stamps.json', JSON.stringify(found))
  }
  return pathToFileURL(join(BUILT, '/'))
}

/** The files below a folder but tests, and but the scripts that only start a compiled module of the same name. */
function filesIn(folder) {
  const files = readdirSync(join(CHECKOUT, folder), { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && !/\.test\.tsx?$/.test(it.name))
    .map((it) => join(it.parentPath, it.name).slice(CHECKOUT.length))
  const all = new Set(files)
  return files.filter((file) => !file.endsWith('.js') || !all.has(file.replace(/js$/, 'ts')))
}

/** When each file was last changed, and its size. */
function stampsOf(files) {
  return Object.fromEntries(
    files.map((file) => {
      const { mtimeMs, size } = statSync(join(CHECKOUT, file))
      return [file, `${mtimeMs} ${size}`]
    })
  )
}

function targetOf(file) {
  return file.replace(/\.tsx?$/, '.js')
}

function compiled(file, transform) {
  const path = join(CHECKOUT, file)
  if (targetOf(file) === file) return readFileSync(path)
  const { code, map, errors } = transform(path, readFileSync(path, 'utf8'), OPTIONS)
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0].message}`)
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}\n`
}

/** Writes a file in one step, since other processes may read it. */
function write(file, content) {
  const target = join(BUILT, file)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(`${target}.${process.pid}`, content)
  renameSync(`${target}.${process.pid}`, target)
}

function link(folder) {
  try {
    symlinkSync(join(CHECKOUT, folder), join(BUILT, folder), 'junction')
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
}

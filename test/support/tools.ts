import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, it } from 'vitest'

/** A program that some tests need: its possible names and Debian's install command. */
interface Tool {
  names: string[]
  install: string
}

const TOOLS = {
  // The headless shell is the same browser without windows, and takes a third less CPU time.
  chromium: { names: ['chromium-headless-shell', 'chromium'], install: 'apt install chromium-headless-shell' },
  nginx: { names: ['nginx'], install: 'apt install nginx-light' },
  git: { names: ['git'], install: 'apt install git' },
  openssl: { names: ['openssl'], install: 'apt install openssl' },
  pgbouncer: { names: ['pgbouncer'], install: 'apt install pgbouncer' },
  promtool: { names: ['promtool'], install: 'apt install prometheus' },
  python3: { names: ['python3'], install: 'apt install python3' },
  Rscript: { names: ['Rscript'], install: 'apt install r-base-core' }
} satisfies Record<string, Tool>

export type ToolName = keyof typeof TOOLS

// The path of PgBouncer in Debian, which is outside the PATH of ordinary users
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

/** The path of a program. Undefined if it is not installed. */
export function pathOf(name: ToolName): string | undefined {
  const given = name === 'chromium' ? process.env.CHROMIUM_PATH : undefined
  const places = TOOLS[name].names.flatMap((it) => FOLDERS.map((folder) => join(folder, it)))
  return [...(given === undefined ? [] : [given]), ...places].find(isExecutable)
}

/** True if a program is in the PATH, or if there is a file of this path. */
export function isInstalled(name: string): boolean {
  return name.startsWith('/') ? isExecutable(name) : FOLDERS.some((folder) => isExecutable(join(folder, name)))
}

/** `describe` and `it` for tests that need a program. */
export function withTool(name: ToolName): { describe: typeof describe; it: typeof it } {
  return onlyIf(pathOf(name) !== undefined, name, TOOLS[name].install)
}

/**
 * `describe` and `it` for tests with a requirement. If it is missing, they are skipped and `install`, the command that
 * provides it, is printed. In CI, this throws unless the environment gives a reason to skip them.
 */
export function onlyIf(
  isThere: boolean,
  name: string,
  install: string,
  reason?: string
): { describe: typeof describe; it: typeof it } {
  if (isThere) return { describe, it }
  if (process.env.CI === 'true' && !reason) throw new Error(`${name} is missing: ${install}`)
  process.stderr.write(`${name} is missing, its tests are skipped: ${reason ?? install}\n`)
  return { describe: describe.skip as typeof describe, it: it.skip as typeof it }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

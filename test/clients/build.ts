import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CLIENT = fileURLToPath(new URL('../../clients/typescript/', import.meta.url))

/** Compiles the client for TypeScript into a folder, with the parts that its package has. */
export function buildClient(folder: string): void {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '--project', CLIENT, '--outDir', join(folder, 'dist')])
  cpSync(join(CLIENT, 'package.json'), join(folder, 'package.json'))
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('packages are loaded without source maps, which would take more memory than the packages', async () => {
  const program = `
    import { findSourceMap } from 'node:module'
    import { fileURLToPath } from 'node:url'
    import { registerLoader } from './bin/loader.js'
    registerLoader()
    const isMapped = async (name) => import(name).then(() => findSourceMap(fileURLToPath(import.meta.resolve(name))) !== undefined)
    console.log(await isMapped('./adapters/source.ts'), await isMapped('pdfjs-dist/legacy/build/pdf.mjs'))`
  const { stdout } = await promisify(execFile)(
    process.execPath, ['--input-type=module', '--eval', program], { cwd: new URL('../..', import.meta.url) }
  )
  expect(stdout.trim()).toBe('true false')
})

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ratebook-clients-'))

afterAll(() => rmSync(folder, { recursive: true }))

it('installs the client from the folder of a checkout with npm install', { timeout: 600_000 }, () => {
  const [copy, app] = [join(folder, 'ratebook'), join(folder, 'app')]
  cpSync(join(CHECKOUT, 'clients/typescript'), join(copy, 'clients/typescript'), {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path)
  })
  symlinkSync(join(CHECKOUT, 'node_modules'), join(copy, 'node_modules'))
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{"name":"app","private":true,"type":"module"}')
  const options = { cwd: app, encoding: 'utf8' } as const
  execFileSync('npm', ['install', '--offline', '--no-update-notifier', '../ratebook/clients/typescript'], options)
  const program = "import { Ratebook } from 'ratebook-client'; console.log(typeof new Ratebook().rate)"
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], options)).toBe('function\n')
})

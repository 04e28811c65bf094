import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('prints no warning in npm ci', async () => {
  const { stderr } = await promisify(execFile)('npm', ['ci', '--dry-run', '--offline', '--no-update-notifier'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url))
  })
  expect(stderr).toBe('')
})

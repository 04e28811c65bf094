import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Recording } from '../../pipelines/fetch/replay.ts'

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)
const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8')

describe('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-package-'))
  const installed = join(folder, 'node_modules/ratebook')
  let files: string[]

  /** Installs the packed package next to links to its dependencies, without a registry. */
  beforeAll(async () => {
    await run('npm', ['pack', '--pack-destination', folder], { cwd: PROJECT })
    mkdirSync(installed, { recursive: true })
    await run('tar', [
      '--extract',
      '--gzip',
      '--strip-components=1',
      `--directory=${installed}`,
      `--file=${join(
        folder,
        readdirSync(folder).find((name) => name.endsWith('.tgz'))!
      )}`
    ])
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
    const needed = Object.entries(packages)
      .filter(([path, { dev }]) => path.lastIndexOf('node_modules/') === 0 && !dev)
      .map(([path]) => path)
    for (const path of needed) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      symlinkSync(join(PROJECT, path), join(folder, path)) // optional packages of other platforms are missing
    }
    files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  it('contains JavaScript with types, but no tests and no TypeScript', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'bin/ratebook.js',
        'dist/adapters/ecb.js',
        'dist/adapters/source.d.ts',
        'dist/modules/proof/kit/verify.d.ts',
        'dist/docs/api.md',
        'dist/fixtures/demo/ecb/all/eurofxref-hist.zip'
      ])
    )
    expect(
      files.filter((file) => /(?<!\.d)\.tsx?$|\.test\.|(^|\/)test(\/|$)|expected\.csv$|\/changed[-.]/.test(file))
    ).toEqual([])
  })

  it('contains every recording of the demo', () => {
    const recordings = files.filter((file) => file.endsWith('interactions.json'))
    expect(recordings.length).toBeGreaterThan(100)
    for (const file of recordings) {
      const { interactions } = JSON.parse(readFileSync(join(installed, file), 'utf8')) as Recording
      const bodies = interactions.map(({ response }) => response?.bodyFile).filter((it) => it !== undefined)
      expect(files).toEqual(expect.arrayContaining(bodies.map((it) => join(dirname(file), it))))
    }
  })

  it('runs without a loader: loads a recording, and serves a rate and a chart', async () => {
    const environment = { PATH: process.env.PATH, HOME: folder, DATA_DIR: join(folder, 'data'), PORT: '0' }
    const command = (...args: string[]) => [join(installed, 'bin/ratebook.js'), ...args]
    await run(process.execPath, command('demo', '--help'), { env: environment })
    const { stdout } = await run(
      process.execPath,
      command('ingest', 'ecb', '--replay', join(installed, 'dist/fixtures/demo')),
      { env: environment }
    )
    expect(stdout).toMatch(/^ecb: 2 publications, 78237 new/m)
    const service = spawn(process.execPath, command('serve', '--no-schedule'), {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit']
    })
    const exited = once(service, 'exit')
    try {
      let printed = ''
      for await (const chunk of service.stdout) if (/listens on \S+\n/.test((printed += String(chunk)))) break
      const [, version, address] = /^Ratebook (\S+) listens on (\S+)$/m.exec(printed)!
      expect(version).toBe('2.2.0')
      expect(await (await fetch(`${address}/api/open/central-bank/ecb`)).json()).toMatchObject({
        rate_date: '2026-03-18'
      })
      const picture = await fetch(`${address}/chart/ecb/EUR-USD.svg`)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
      expect(
        (
          (await (await fetch(`${address}/openapi.json`)).json()) as {
            info: {
              version: string
            }
          }
        ).info.version
      ).toBe('2.1.0')
    } finally {
      service.kill('SIGTERM')
      await exited
    }
  })
})

describe('the release', () => {
  interface Job {
    permissions: Record<string, string>
    steps: Array<{ uses?: string; run?: string }>
  }
  const { on, permissions, jobs } = parse(read('.github/workflows/release.yaml')) as {
    on: object
    permissions: object
    jobs: Record<string, Job>
  }
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run }) => run ?? ''))

  it('starts with a tag, and its jobs have only their listed permissions', () => {
    expect(on).toEqual({ push: { tags: ['v*.*.*'] } })
    expect(permissions).toEqual({})
    for (const { steps } of Object.values(jobs))
      for (const step of steps) expect([step.uses, step.run].filter((it) => it !== undefined)).toHaveLength(1)
  })

  it('publishes with provenance, checksums, an SBOM and images for two architectures', () => {
    expect(commands.join('\n')).toMatch(/npm sbom .*cyclonedx[^]*sha256sum[^]*npm publish --provenance/)
    expect(read('.github/workflows/release.yaml')).toContain('platforms: linux/amd64,linux/arm64')
  })

  it('has a dated entry in the changelog', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, 'm')
    )
  })
})

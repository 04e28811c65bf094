import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments, stringify } from 'yaml'
import { Metrics } from '../../api/operations/metrics/metrics.ts'
import { createProgram } from '../../cli/program.ts'
import type { Database } from '../../sql/database.ts'
import { NODE_FLAGS } from '../../tools/child.ts'
import { withTool } from '../support/tools.ts'

const FOLDER = fileURLToPath(new URL('../../deploy/', import.meta.url))
const PROMETHEUS = join(FOLDER, 'prometheus')

const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const documentsIn = (name: string) =>
  parseAllDocuments(read(name), { merge: true }).map((it) => it.toJS() as Record<string, unknown>)
const promtool = (...words: string[]) =>
  execFileSync('promtool', words, { cwd: PROMETHEUS, encoding: 'utf8', stdio: 'pipe' })

interface Container {
  args?: string[]
  command?: string[]
}
interface Compose {
  services: Record<
    string,
    {
      image: string
      command?: string[]
      environment?: Record<string, string>
    }
  >
}
interface Workload {
  kind: string
  data?: Record<string, string>
  spec?: { template?: { spec: { containers: Container[] } } }
}
interface Dashboard {
  panels: Array<{ title: string; targets: Array<{ expr: string }> }>
}

const compose = documentsIn('compose.yaml')[0] as unknown as Compose
const manifests = ['config.yaml', 'api.yaml', 'worker.yaml'].flatMap((name) =>
  documentsIn(`kubernetes/${name}`)
) as unknown as Workload[]
const units = readdirSync(join(FOLDER, 'systemd')).map((name) => [name, read(`systemd/${name}`)] as const)

const settings = [
  ...readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8').matchAll(
    /^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm
  )
].flatMap(([, names]) => [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))

const program = await createProgram()

/** The unknown command or options of a command line. */
function unknownWords([name, ...options]: string[]): string[] {
  const command = program.commands.find((it) => it.name() === name)
  if (!command) return [name!]
  return options.filter((option) => !command.options.some((it) => it.long === option))
}

describe('the containers and units', () => {
  const commands: Array<[string, string[]]> = [
    ...Object.entries(compose.services)
      .filter(([, { image }]) => image === 'ratebook')
      .map(([name, { command }]): [string, string[]] => [`compose: ${name}`, command!]),
    ...manifests
      .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
      .map(({ args }): [string, string[]] => [`kubernetes: ${args![0]}`, args!]),
    ...units.map(([name, text]): [string, string[]] => [
      name,
      /^ExecStart=\/usr\/bin\/node bin\/ratebook\.js (.+)$/m.exec(text)![1]!.split(' ')
    ]),
    ['image', JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))![1]!) as string[]]
  ]

  it('consist of eight files', () => expect(commands).toHaveLength(8))

  it.each(commands)('run an existing command with existing options: %s', (_name, command) => {
    expect(unknownWords(command)).toEqual([])
  })

  it('use only settings that docs/operating.md describes', () => {
    const names = [
      ...Object.values(compose.services)
        .filter(({ image }) => image === 'ratebook')
        .flatMap(({ environment }) => Object.keys(environment!)),
      ...manifests.flatMap(({ data }) => Object.keys(data ?? {})),
      ...units.flatMap(([, text]) =>
        [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line]) =>
          line!.split(' ').map((it) => it.split('=')[0]!)
        )
      )
    ]
    expect(names).toContain('DATABASE_URL')
    expect(
      names.filter(
        (name) => !settings.includes(name) && !['NODE_ENV', 'MALLOC_ARENA_MAX', 'NODE_OPTIONS'].includes(name)
      )
    ).toEqual([])
  })

  it('start Node.js with the flags of the benchmarks', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      scripts: { start: string }
    }
    const flags = NODE_FLAGS.join(' ')
    expect(scripts.start).toBe(`exec node ${flags} bin/ratebook.js serve`)
    expect(units.map(([, text]) => /NODE_OPTIONS=(\S+)$/m.exec(text)?.[1])).toEqual(units.map(() => flags))
    expect(/NODE_OPTIONS=(\S+)$/m.exec(read('Dockerfile'))?.[1]).toBe(flags)
  })

  it('include all folders of the program in the image', () => {
    const copied = [...read('Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name]) => name)
    const folders = readdirSync(new URL('../..', import.meta.url), { withFileTypes: true })
      .filter((it) => it.isDirectory() && !it.name.startsWith('.'))
      .map(({ name }) => name)
    const apart = ['node_modules', 'data', 'dist', 'coverage', 'clients', 'deploy', 'docs', 'findings', 'test', 'tools']
    expect(copied).toEqual(
      expect.arrayContaining([
        ...folders.filter((name) => !apart.includes(name)),
        'tools/scaffold',
        'package.json',
        'package-lock.json',
        'tsconfig.json'
      ])
    )
  })
})

describe('the alerts and the dashboard', () => {
  const checked = withTool('promtool')
  const { panels } = JSON.parse(read('grafana/dashboard.json')) as Dashboard
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

  checked.it('pass promtool and the tests of the alerts', () => {
    expect(promtool('check', 'config', 'prometheus.yaml')).toContain('SUCCESS: 1 rule files found')
    expect(promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
  })

  checked.it('are valid PromQL', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ratebook-'))
    const file = join(folder, 'dashboard.yaml')
    writeFileSync(
      file,
      stringify({
        groups: [{ name: 'dashboard', rules: expressions.map((expr, at) => ({ record: `panel:${at}`, expr })) }]
      })
    )
    try {
      expect(promtool('check', 'rules', file)).toContain(`SUCCESS: ${expressions.length} rules found`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('use only metrics that the service writes', async () => {
    const unavailable = {
      replicas: [],
      longReadsLeft: [],
      read: () => Promise.reject(new Error('away'))
    } as unknown as Database
    const metrics = new Metrics(unavailable, { hits: 0, misses: 0 }, pino({ level: 'silent' }))
    const written = new Set([...(await metrics.write()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
    metrics.close()
    const used = [read('prometheus/alerts.yaml'), ...expressions].flatMap(
      (text) => text.match(/\b(?:ratebook|nodejs|process)_\w+/g) ?? []
    )
    const names = used.map((name) => name.replace(/_(bucket|count|sum)$/, ''))
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !written.has(name))).toEqual([])
  })
})

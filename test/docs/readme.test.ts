import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { anchorOfHeading, DOCUMENT_FILES } from '../../modules/site/manual/documents.ts'
import { createProgram } from '../../cli/program.ts'
import { Settings } from '../../cli/settings.ts'

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

const operating = file('docs/operating.md')
const PAGES = ['README.md', ...DOCUMENT_FILES]
const program = await createProgram()
const section = (heading: string) => operating.split(/^## /m).find((it) => it.startsWith(heading))!

describe('docs/operating.md', () => {
  it('has a row for every setting, with its default', () => {
    const rows = section('Settings')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split(' | '))
    const shown = new Map(
      rows.flatMap(([names, value = '']) =>
        [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => [name!, value.replaceAll('`', '')])
      )
    )
    for (const [name, type] of Object.entries(Settings.shape))
      expect([name, shown.get(name)]).toEqual([name, defaultOf(type) ?? expect.any(String)])
  })

  it.each(leavesOf(program))('describes the command $name with its options', ({ name, options }) => {
    const row = section('Commands')
      .split('\n')
      .find((line) => new RegExp(`^\\| \`${name}[ \`]`).test(line))
    expect(row).toBeDefined()
    for (const option of options) expect(row).toContain(option)
  })
})

/** The default of a setting, as an environment variable has it. */
function defaultOf(type: z.ZodType): string | undefined {
  const { success, data } = type.safeParse(undefined)
  return success && data !== undefined && !Array.isArray(data) ? String(data) : undefined
}

/** The commands without subcommands, with their full names and long options. */
function leavesOf(command: Command, path: string[] = []): Array<{ name: string; options: string[] }> {
  return command.commands.flatMap((it) => {
    const names = [...path, it.name()]
    return it.commands.length > 0
      ? leavesOf(it, names)
      : [{ name: names.join(' '), options: it.options.map(({ long }) => long!) }]
  })
}

describe('the worked example of docs/contributing.md', () => {
  const shown = [...file('docs/contributing.md').matchAll(/^`([\w./-]+)`:\n\n```\w*\n([^]*?)```/gm)].map(
    ([, name, text]) => ({
      name: name!,
      text: text!
    })
  )

  it('shows files', () => {
    expect(shown.map(({ name }) => name)).toContain('adapters/bnr.ts')
  })

  it.each(shown)('matches the file $name', ({ name, text }) => {
    expect(text.trim()).toBe(file(name).trim())
  })
})

describe('the links of the documents', () => {
  it.each(PAGES)('exist in %s', (page) => {
    const base = new URL(`../../${page}`, import.meta.url)
    const links = [
      ...file(page)
        .replace(/^```[^]*?^```/gm, '')
        .matchAll(/\]\((?!https?:|\/)([^)#]*)(?:#([^)]+))?\)/g)
    ]
    const broken = links.filter(([, path, anchor]) => {
      const target = path === '' ? base : new URL(path!, base)
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

function anchorsOf(target: URL): string[] {
  return [
    ...readFileSync(target, 'utf8')
      .replace(/^```[^]*?^```/gm, '')
      .matchAll(/^#+ (.+)$/gm)
  ].map(([, heading]) => anchorOfHeading(heading!))
}

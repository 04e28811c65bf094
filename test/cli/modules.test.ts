import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadModules, partsOf, refreshCalculations } from '../../cli/module.ts'
import type { Module } from '../../modules/module.ts'
import { startModules, type ServiceRuntime } from '../../cli/runtime.ts'
import { readSettings, wantedModules } from '../../cli/settings.ts'

const namesOf = async (MODULES?: string) => (await loadModules(wantedModules({ MODULES }))).map(({ name }) => name)

describe('MODULES', () => {
  it('selects all modules by default, none, or those that it names', async () => {
    expect(await namesOf()).toContain('backup')
    expect(await namesOf('none')).toEqual([])
    expect(await namesOf('backup')).toEqual(['backup'])
    expect(await namesOf('site')).toEqual(['pages', 'proof', 'series', 'site']) // with the modules that it needs
  })

  it('fails with the list of names for an unknown name', async () => {
    await expect(namesOf('backup, bakcup')).rejects.toThrow(
      /^MODULES: there is no module bakcup; expected none, or names out of .*backup/
    )
  })
})

it('links every page only to pages of the loaded modules', async () => {
  const linked = async (...names: string[]) => {
    const { errorPage } = await partsOf(await loadModules(names))
    return [
      ...errorPage!(404, 'not found')
        .body.toString()
        .matchAll(/<li><a href="([^"]*)"/g)
    ].map(([, href]) => href)
  }
  expect(await linked('applicable')).toEqual(['/applicable'])
  expect(await linked('proof')).toEqual(['/verify'])
  // prettier-ignore
  expect(await linked('applicable', 'site')).toEqual([
    '/banks', '/compare', '/chart', '/applicable', '/status', '/docs', '/account', '/docs', '/llms.txt', '/verify',
    '/status'
  ])
})

it('reports an invalid setting of a module with the values that it accepts', () => {
  const settings = z.object({ GREETING: z.enum(['hello']).optional().describe('hello') })
  expect(readSettings({ GREETING: '' }, settings)).toEqual({})
  expect(() => readSettings({ GREETING: 'bye' }, settings)).toThrow('GREETING must be hello')
})

it("keeps the service running if a module can't update its data, and logs why", async () => {
  const logged: unknown[] = []
  const prepared: string[] = []
  const modules = [
    { name: 'broken', prepare: () => Promise.reject(new Error('the file is wrong')) },
    { name: 'sound', prepare: async () => void prepared.push('sound') },
    { name: 'without' }
  ]
  startModules({
    modules,
    ready: Promise.resolve(),
    logger: { error: (it: unknown) => logged.push(it) }
  } as unknown as ServiceRuntime)
  await expect.poll(() => logged).toEqual([{ err: new Error('the file is wrong') }])
  expect(prepared).toEqual(['sound'])
})

it('runs the calculations of modules one after the other when rates change', async () => {
  const calls: unknown[] = []
  const calculating = (code: string): Module => ({
    name: code,
    calculation: async () => ({
      code,
      refresh: async (_pipeline, timeout) => void calls.push([code, timeout]),
      run: () => Promise.reject(new Error('not called'))
    })
  })
  await refreshCalculations(
    { modules: [calculating('one'), { name: 'without' }, calculating('other')] } as unknown as ServiceRuntime,
    5
  )
  expect(calls).toEqual([
    ['one', 5],
    ['other', 5]
  ])
})

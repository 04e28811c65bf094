import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadModules } from '../../cli/module.ts'
import { readSettings, wantedModules } from '../../cli/settings.ts'

const namesOf = async (MODULES?: string) => (await loadModules(wantedModules({ MODULES }))).map(({ name }) => name)

describe('MODULES', () => {
  it('selects all modules by default, none, or those that it names', async () => {
    expect(await namesOf()).toContain('backup')
    expect(await namesOf('none')).toEqual([])
    expect(await namesOf('backup')).toEqual(['backup'])
  })

  it('with an unknown name is an error that lists the names', async () => {
    await expect(namesOf('backup, bakcup')).rejects.toThrow(/^MODULES: there is no module bakcup; expected none, or names out of .*backup/)
  })
})

it('an invalid setting of a module is an error that says what it accepts', () => {
  const settings = z.object({ GREETING: z.enum(['hello']).optional().describe('hello') })
  expect(readSettings({ GREETING: '' }, settings)).toEqual({})
  expect(() => readSettings({ GREETING: 'bye' }, settings)).toThrow('GREETING must be hello')
})

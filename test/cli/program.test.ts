import { expect, it } from 'vitest'
import { createProgram } from '../../cli/program.ts'

const { commands } = await createProgram()

it.each(commands.map((command) => command.name()))('loads only the module of %s', async (name) => {
  const program = await createProgram(name)
  expect(program.commands.map((command) => command.name())).toContain(name)
  expect(program.commands.length).toBeLessThan(commands.length)
})

it('loads all commands for help and for an unknown name', async () => {
  for (const name of ['--help', 'help', 'surve'])
    expect((await createProgram(name)).commands).toHaveLength(commands.length)
})

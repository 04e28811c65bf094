import { expect, it } from 'vitest'
import { createProgram } from '../../cli/program.ts'

const { commands } = await createProgram()

it.each(commands.map((command) => command.name()))('loads the module of %s alone', async (name) => {
  const program = await createProgram(name)
  expect(program.commands.map((command) => command.name())).toContain(name)
  expect(program.commands.length).toBeLessThan(commands.length)
})

it('has all commands for help, and for an unknown name', async () => {
  for (const name of ['--help', 'help', 'surve']) expect((await createProgram(name)).commands).toHaveLength(commands.length)
})

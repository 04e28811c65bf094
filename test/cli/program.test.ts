import { expect, it } from 'vitest'
import { createProgram } from '../../cli/program.ts'
import { misspeltSettings } from '../../cli/settings.ts'

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

it('names the setting that a misspelt variable may mean', () => {
  expect(misspeltSettings({ MARKET_FEED: 'ecb', PATH: '/bin' }, [])).toEqual([
    'there is no setting MARKET_FEED: MARKET_FEEDS may be meant'
  ])
  expect(misspeltSettings({ ALLOWANCE_DEVELOPPER: '1', OPERATOR_EMIAL: 'a@b.example' }, ['OPERATOR_EMAIL'])).toEqual([
    'there is no setting ALLOWANCE_DEVELOPPER: ALLOWANCE_DEVELOPER may be meant',
    'there is no setting OPERATOR_EMIAL: OPERATOR_EMAIL may be meant'
  ])
  expect(misspeltSettings({ FTP_PROXY: 'x', ALL_PROXY: 'x', HOSTNAME: 'x', PORTS: 'x' })).toEqual([])
})

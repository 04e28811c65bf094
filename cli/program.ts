import { Command } from 'commander'
import { loadModules } from './module.ts'
import type { ModuleCommands } from '../modules/module.ts'
import { VERSION } from './runtime.ts'
import { wantedModules } from './settings.ts'

/** The commands of the core, by the heading under which the help lists them. */
const COMMANDS: Record<string, Array<Omit<ModuleCommands, 'heading'>>> = {
  'Run the service:': [
    { names: ['serve', 'worker'], load: async () => (await import('./commands/service.ts')).addServiceCommands },
    { names: ['demo'], load: async () => (await import('./commands/demo.ts')).addDemoCommand }
  ],
  'Load rates:': [
    {
      names: ['ingest', 'backfill', 'reparse'],
      load: async () => (await import('./commands/ingest.ts')).addIngestCommands
    },
    { names: ['market'], load: async () => (await import('./commands/market.ts')).addMarketCommands }
  ],
  'Check rates:': [
    { names: ['quarantine'], load: async () => (await import('./commands/quarantine.ts')).addQuarantineCommands }
  ],
  'Maintain sources:': [
    { names: ['sources', 'source'], load: async () => (await import('./commands/sources.ts')).addSourceCommands }
  ],
  'Manage access:': [
    { names: ['users'], load: async () => (await import('./commands/users.ts')).addUserCommands },
    { names: ['keys'], load: async () => (await import('./commands/keys.ts')).addKeyCommands },
    { names: ['roles'], load: async () => (await import('./commands/roles.ts')).addRolesCommand },
    { names: ['reader'], load: async () => (await import('./commands/reader.ts')).addReaderCommand }
  ],
  'Maintain the database:': [
    {
      names: ['migrate', 'status', 'compress', 'runs'],
      load: async () => (await import('./commands/database.ts')).addDatabaseCommands
    }
  ]
}

const NOTES = `
Exit codes: 0 after success; 1 after an error, a failed source, or a fault that the command found; 2 if "applicable" left rows without a rate.
Settings are environment variables: see docs/operating.md. "ratebook help <command>" describes a command.`

/** Runs a command line. After an error, prints its message and sets the exit code to 1. */
export async function runProgram(args: string[]): Promise<void> {
  try {
    const program = await createProgram(args[0])
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.stderr.write(`ratebook: ${(error as Error).message}\n`)
    process.exitCode = 1
  }
}

/**
 * The command line with the commands of the file that adds the command `name`, or with all commands if none does:
 * loading all takes longer than most commands run.
 */
export async function createProgram(name?: string): Promise<Command> {
  const program = new Command('ratebook')
    .version(VERSION)
    .description('Official exchange rates, exactly as published')
    .addHelpText('after', NOTES)
  const core = Object.entries(COMMANDS).flatMap(([heading, list]) => list.map((it) => ({ heading, ...it })))
  const modules = await loadModules(wantedModules(process.env))
  const all = [...core, ...modules.flatMap(({ commands = [] }) => commands)]
  const named = all.filter(({ names }) => names.includes(name!))
  for (const { heading, load } of named.length > 0 ? named : all) {
    program.commandsGroup(heading)
    const addCommands = await load()
    addCommands(program)
  }
  return program
}

import { Command } from 'commander'
import { VERSION } from './runtime.ts'

/** Commands of one module, in the order in which help lists them. */
interface CommandModule {
  names: string[]
  load: () => Promise<(program: Command) => void>
}

const MODULES: CommandModule[] = [
  { names: ['serve', 'worker', 'demo'], load: async () => (await import('./commands/service.ts')).addServiceCommands },
  { names: ['mcp'], load: async () => (await import('./commands/mcp.ts')).addMcpCommand },
  { names: ['migrate', 'status', 'compress', 'runs'], load: async () => (await import('./commands/database.ts')).addDatabaseCommands },
  { names: ['backup', 'restore'], load: async () => (await import('./commands/backup.ts')).addBackupCommands },
  { names: ['roles'], load: async () => (await import('./commands/roles.ts')).addRolesCommand },
  { names: ['reader'], load: async () => (await import('./commands/reader.ts')).addReaderCommand },
  { names: ['export', 'export-documents'], load: async () => (await import('./commands/export.ts')).addExportCommand },
  { names: ['publish'], load: async () => (await import('./commands/publish.ts')).addPublishCommand },
  { names: ['series'], load: async () => (await import('./commands/series.ts')).addSeriesCommand },
  { names: ['sources', 'source'], load: async () => (await import('./commands/sources.ts')).addSourceCommands },
  { names: ['ingest', 'backfill', 'reparse'], load: async () => (await import('./commands/ingest.ts')).addIngestCommands },
  { names: ['mirror'], load: async () => (await import('./commands/mirror.ts')).addMirrorCommand },
  { names: ['seed'], load: async () => (await import('./commands/seed.ts')).addSeedCommand },
  { names: ['doctor'], load: async () => (await import('./commands/doctor.ts')).addDoctorCommand },
  { names: ['checks'], load: async () => (await import('./commands/checks.ts')).addChecksCommand },
  { names: ['layout'], load: async () => (await import('./commands/layout.ts')).addLayoutCommand },
  { names: ['composite'], load: async () => (await import('./commands/composite.ts')).addCompositeCommand },
  { names: ['applicable'], load: async () => (await import('./commands/applicable.ts')).addApplicableCommand },
  { names: ['quarantine'], load: async () => (await import('./commands/quarantine.ts')).addQuarantineCommands },
  { names: ['review'], load: async () => (await import('./commands/review.ts')).addReviewCommand },
  { names: ['market'], load: async () => (await import('./commands/market.ts')).addMarketCommands },
  { names: ['keys'], load: async () => (await import('./commands/keys.ts')).addKeyCommands },
  { names: ['users'], load: async () => (await import('./commands/users.ts')).addUserCommands },
  { names: ['webhooks'], load: async () => (await import('./commands/webhooks.ts')).addWebhookCommands },
  { names: ['verify'], load: async () => (await import('./commands/verify.ts')).addVerifyCommand },
  { names: ['log'], load: async () => (await import('./commands/log.ts')).addLogCommands },
  { names: ['signing-key'], load: async () => (await import('./signing-key.ts')).addSigningKeyCommands }
]

/** Runs the command that these arguments name. Prints what went wrong, and then sets the exit code to 1. */
export async function runProgram (args: string[]): Promise<void> {
  try {
    const program = await createProgram(args[0])
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.stderr.write(`ratebook: ${(error as Error).message}\n`)
    process.exitCode = 1
  }
}

/**
 * The command line with the commands of the module that has one of this name, or with all commands if there is none: to load all modules takes longer
 * than most commands run.
 */
export async function createProgram (name?: string): Promise<Command> {
  const program = new Command('ratebook').version(VERSION).description('Official exchange rates, exactly as published')
  const named = MODULES.filter(({ names }) => names.includes(name!))
  for (const { load } of named.length > 0 ? named : MODULES) (await load())(program)
  return program
}

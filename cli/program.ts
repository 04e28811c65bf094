import { Command } from 'commander'
import { addApplicableCommand } from './applicable.ts'
import { addBackupCommands } from './backup.ts'
import { addCompositeCommand } from './composite.ts'
import { addDatabaseCommands } from './database.ts'
import { addDoctorCommand } from './doctor.ts'
import { addExportCommand } from './export.ts'
import { addIngestCommands } from './ingest.ts'
import { addKeyCommands } from './keys.ts'
import { addLayoutCommand } from './layout.ts'
import { addLogCommands } from './log.ts'
import { addMarketCommands } from './market.ts'
import { addMcpCommand } from './mcp.ts'
import { addMirrorCommand } from './mirror.ts'
import { addPublishCommand } from './publish.ts'
import { addQuarantineCommands } from './quarantine.ts'
import { addReaderCommand } from './reader.ts'
import { addReviewCommand } from './review.ts'
import { addRolesCommand } from './roles.ts'
import { VERSION } from './runtime.ts'
import { addSeriesCommand } from './series.ts'
import { addServiceCommands } from './service.ts'
import { addSigningKeyCommands } from './signing-key.ts'
import { addSourceCommands } from './sources.ts'
import { addUserCommands } from './users.ts'
import { addVerifyCommand } from './verify.ts'
import { addWebhookCommands } from './webhooks.ts'

/** Runs the command that these arguments name. Prints what went wrong, and then sets the exit code to 1. */
export async function runProgram (args: string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args, { from: 'user' })
  } catch (error) {
    process.stderr.write(`ratebook: ${(error as Error).message}\n`)
    process.exitCode = 1
  }
}

/** The command line with all its commands. */
export function createProgram (): Command {
  const program = new Command('ratebook').version(VERSION).description('Official exchange rates, exactly as published')
  addServiceCommands(program)
  addMcpCommand(program)
  addDatabaseCommands(program)
  addBackupCommands(program)
  addRolesCommand(program)
  addReaderCommand(program)
  addExportCommand(program)
  addPublishCommand(program)
  addSeriesCommand(program)
  addSourceCommands(program)
  addIngestCommands(program)
  addMirrorCommand(program)
  addDoctorCommand(program)
  addLayoutCommand(program)
  addCompositeCommand(program)
  addApplicableCommand(program)
  addQuarantineCommands(program)
  addReviewCommand(program)
  addMarketCommands(program)
  addKeyCommands(program)
  addUserCommands(program)
  addWebhookCommands(program)
  addVerifyCommand(program)
  addLogCommands(program)
  addSigningKeyCommands(program)
  return program
}

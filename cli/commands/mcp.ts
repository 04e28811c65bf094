import type { Command } from 'commander'
import { runCommand } from '../runtime.ts'

/** Adds the command that serves language models. */
export function addMcpCommand (program: Command): void {
  program.command('mcp').description('serve the tools for language models (MCP) on standard input and output').action(mcp)
}

// Standard output carries the protocol: nothing else may write to it.
async function mcp (): Promise<void> {
  await runCommand(async ({ database, logger, settings }) => {
    const { answerStandardInput } = await import('../../api/mcp/server.ts')
    const origin = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
    await answerStandardInput({ database, logger, origin, now: Date.now, today: () => new Date().toISOString().slice(0, 10) })
  })
}

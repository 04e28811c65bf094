import type { Command } from 'commander'
import { prepareModules, toolsOf } from '../../cli/module.ts'
import { runCommand } from '../../cli/runtime.ts'

/** Adds the command that serves language models. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve the tools for language models (MCP) on standard input and output')
    .action(mcp)
}

// Standard output carries the protocol: nothing else may write to it.
async function mcp(): Promise<void> {
  await runCommand(async (runtime) => {
    const { database, logger, modules, settings } = runtime
    await prepareModules(runtime)
    const { answerStandardInput } = await import('./server.ts')
    const origin = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
    const today = () => new Date().toISOString().slice(0, 10)
    await answerStandardInput({ database, tools: await toolsOf(modules), logger, origin, now: Date.now, today })
  })
}

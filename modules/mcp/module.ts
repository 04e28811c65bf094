import type { Module } from '../module.ts'

/** The tools for language models (Model Context Protocol): /api/mcp, and the command `mcp` for standard input. */
const module: Module = {
  name: 'mcp',
  routes: async () => [(await import('./route.ts')).toolMessages],
  commands: [
    { heading: 'Run the service:', names: ['mcp'], load: async () => (await import('./command.ts')).addMcpCommand }
  ]
}

export default module

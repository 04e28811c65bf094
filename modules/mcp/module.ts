import type { Module } from '../module.ts'

/** The tools for language models (Model Context Protocol): /api/mcp, /server.json, and the command `mcp`. */
const module: Module = {
  name: 'mcp',
  routes: async () => [(await import('./route.ts')).toolMessages, (await import('./server-json.ts')).serverJson],
  commands: [
    { heading: 'Run the service:', names: ['mcp'], load: async () => (await import('./command.ts')).addMcpCommand }
  ]
}

export default module

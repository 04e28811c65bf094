import { runProgram } from '../cli/program.ts'

const SERVICES = ['serve', 'worker', 'demo']

// A command ends with its reader, as in `ratebook status | head`. A service goes on without one.
process.stdout.on('error', (error: { code?: string }) => {
  if (error.code !== 'EPIPE') throw error
  if (!SERVICES.includes(process.argv[2]!)) process.exit(0)
})

await runProgram(process.argv.slice(2))

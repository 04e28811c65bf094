import { runProgram } from '../cli/program.ts'

const SERVICES = ['serve', 'worker', 'demo']

// A command ends with its reader, as in `ratebook status | head`. A service goes on without one.
let isRead = true
process.stdout.on('error', (error: { code?: string }) => {
  if (error.code !== 'EPIPE') throw error
  if (isRead && !SERVICES.includes(process.argv[2]!) && !process.emit('SIGTERM', 'SIGTERM')) process.exit(0)
  isRead = false
})

await runProgram(process.argv.slice(2))

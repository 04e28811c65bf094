import { runProgram } from '../cli/program.ts'

const SERVICES = ['serve', 'worker', 'demo']

// A command ends with its reader, as in `ratebook status | head`. A service goes on without one.
let isRead = true
process.stdout.on('error', (error: { code?: string }) => {
  if (error.code !== 'EPIPE') throw error
  if (isRead && !SERVICES.includes(process.argv[2]!) && !process.emit('SIGTERM', 'SIGTERM')) process.exit(0)
  isRead = false
})

// npm passes signals on to a service. One that was killed leaves it to init, so the service ends with its PostgreSQL.
if (SERVICES.includes(process.argv[2]!) && process.env.npm_lifecycle_event !== undefined) {
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 1000).unref()
}

await runProgram(process.argv.slice(2))

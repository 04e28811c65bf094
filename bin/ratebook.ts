import { runProgram } from '../cli/program.ts'

// A reader such as head(1) that has enough closes the pipe: the rest is not wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

await runProgram(process.argv.slice(2))

import { createProgram } from './cli/program.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  process.stderr.write(`ratebook: ${(error as Error).message}\n`)
  process.exitCode = 1
}

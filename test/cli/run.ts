import { vi, type MockInstance } from 'vitest'
import { runProgram } from '../../cli/program.ts'

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/**
 * Runs a command in this process, under these environment variables alone, and returns what it printed. Run one at a time: they share the
 * process's environment and output. An exit throws, which the program reports like any other error.
 */
export async function runHere (args: string[], environment: Record<string, string>): Promise<Ended> {
  const own = process.env
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => { throw new Error(`exit with ${code}`) }) // Vitest's own guard ends with the first file of a worker
  process.env = environment
  process.exitCode = 0
  try {
    await runProgram(args)
    return { code: process.exitCode, stdout: written(stdout), stderr: written(stderr) }
  } finally {
    process.exitCode = undefined
    process.env = own
    stdout.mockRestore()
    stderr.mockRestore()
    exit.mockRestore()
  }
}

function written (spy: MockInstance<typeof process.stdout.write>): string {
  return spy.mock.calls.map(([chunk]) => String(chunk)).join('')
}

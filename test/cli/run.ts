import { vi, type MockInstance } from 'vitest'
import { runProgram } from '../../cli/program.ts'

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/**
 * Runs a command in this process with only these environment variables, and returns its exit code and output. Run one
 * at a time, because commands share the environment and the output of the process. If the command exits, an error is
 * thrown, which the program reports like any other.
 */
export async function runHere(args: string[], environment: Record<string, string>): Promise<Ended> {
  const own = process.env
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  // Vitest's own guard covers only the first file of a worker
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit with ${code}`)
  })
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

function written(spy: MockInstance<typeof process.stdout.write>): string {
  return spy.mock.calls.map(([chunk]) => String(chunk)).join('')
}

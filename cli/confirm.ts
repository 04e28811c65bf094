import { createInterface } from 'node:readline/promises'

const ANSWER = 'yes'

/** Asks a person to confirm. Throws if the answer is not "yes", or if nobody can answer and `isConfirmed` (`--yes`) is not set. */
export async function confirm (question: string, isConfirmed = false): Promise<void> {
  if (isConfirmed) return
  if (!process.stdin.isTTY) throw new Error('nothing was changed: pass --yes to confirm, since there is no terminal to ask at')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} Type "${ANSWER}" to go on: `)
  terminal.close()
  if (answer.trim() !== ANSWER) throw new Error('nothing was changed')
}

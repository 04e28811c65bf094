import { createInterface } from 'node:readline/promises'

const ANSWER = 'yes'

/**
 * Asks for confirmation unless `isConfirmed` (`--yes`) is set. Throws if the answer is not "yes", or if there is no
 * terminal.
 */
export async function confirm(question: string, isConfirmed = false): Promise<void> {
  if (isConfirmed) return
  if (!process.stdin.isTTY) throw new Error('nothing was changed: without a terminal, pass --yes to confirm')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} Type "${ANSWER}" to continue: `)
  terminal.close()
  if (answer.trim() !== ANSWER) throw new Error('nothing was changed')
}

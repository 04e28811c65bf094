import type { Logger } from 'pino'
import type { Letter, Mail } from '../mail.ts'

/** Sends letters after the answer that they belong to, so that they can neither delay nor change it. */
export class Postman {
  readonly #mail: Mail
  readonly #logger: Logger
  readonly #underway = new Set<Promise<void>>()

  constructor (mail: Mail, logger: Logger) {
    this.#mail = mail
    this.#logger = logger
  }

  /** Sends a letter in a while. A failure is only logged. */
  take (letter: Letter): void {
    const delivery = this.#deliver(letter).finally(() => this.#underway.delete(delivery))
    this.#underway.add(delivery)
  }

  /** Waits for what is still to be sent. */
  async close (): Promise<void> {
    await Promise.all(this.#underway)
  }

  // A mail server's words repeat the address, so only its numbers are logged.
  async #deliver (letter: Letter): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    try {
      await this.#mail.send(letter)
    } catch (error) {
      const { code, responseCode, command } = error as { code?: string, responseCode?: number, command?: string }
      this.#logger.error({ subject: letter.subject, code, responseCode, command }, 'a mail could not be sent')
    }
  }
}

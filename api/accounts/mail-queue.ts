import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Mail, Message } from './mail.ts'

/** Sends messages after the answer that caused them, so that they can neither delay nor change it. */
export class MailQueue {
  readonly #mail: Mail
  readonly #logger: Logger
  readonly #pending = new Set<Promise<void>>()

  constructor(mail: Mail, logger: Logger) {
    this.#mail = mail
    this.#logger = logger
  }

  /** Sends a message later. A failure is only logged. */
  add(message: Message): void {
    const delivery = this.#deliver(message).finally(() => this.#pending.delete(delivery))
    this.#pending.add(delivery)
  }

  /** Waits until every message is sent or has failed. */
  async close(): Promise<void> {
    await Promise.all(this.#pending)
  }

  // A mail server's reply repeats the address, so only its codes are logged.
  async #deliver(message: Message): Promise<void> {
    await setImmediate()
    try {
      await this.#mail.send(message)
    } catch (error) {
      const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
      this.#logger.error({ subject: message.subject, code, responseCode, command }, 'a mail could not be sent')
    }
  }
}

import { createTransport } from 'nodemailer'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

interface MailSettings {
  /**
   * The server that sends the mail: smtp:// (encrypted if the server supports it) or smtps://, with the user and
   * password in the URL.
   */
  url: string
  /** The sender: an address, or a name and an address in angle brackets. */
  from: string
}

export interface Message {
  to: string
  subject: string
  text: string
}

export interface Mail {
  /** Sends one message to the mail server. Throws if the server cannot be reached or refuses it. */
  send: (message: Message) => Promise<void>
  close: () => void
}

/** Sends plain text over SMTP. Throws for a URL that is not a mail server's. */
export function createMail({ url, from }: MailSettings): Mail {
  if (!/^smtps?:\/\//.test(url)) throw new Error('the URL of the mail server must start with smtp:// or smtps://')
  if (/[\r\n]/.test(from)) throw new Error('MAIL_FROM must be a single line')
  const transport = createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated' }
      })
    },
    close: () => transport.close()
  }
}

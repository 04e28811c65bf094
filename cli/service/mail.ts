import type { Mail } from '../../api/accounts/mail.ts'
import type { Settings } from '../settings.ts'

/** Mail over SMTP_URL; undefined if it is not set. */
export async function openMail({ SMTP_URL: url, MAIL_FROM: from }: Settings): Promise<Mail | undefined> {
  if (url === undefined) return undefined
  const { createMail } = await import('../../api/accounts/mail.ts') // takes longer to load than most commands run
  return createMail({ url, from: from! })
}

import type { Message } from './mail.ts'

/** The mail with the link to confirm an address. */
export function confirmationMessage(to: string, link: string): Message {
  return message(to, 'Confirm your e-mail address', [
    'This e-mail address was used to register at Ratebook. If it was you, confirm the address within a day:',
    link,
    'If it was not you, ignore this mail: without confirmation, no one can log in with your address.'
  ])
}

/** The mail with the link to set a new password. */
export function resetMessage(to: string, link: string): Message {
  return message(to, 'Set a new password', [
    'A new password was requested at Ratebook for this e-mail address. If it was you, set it within an hour:',
    link,
    'The link works once. If it was not you, ignore this mail: your password does not change.'
  ])
}

/** The mail to a registered address with which somebody tried to register again. */
export function alreadyRegisteredMessage(to: string, loginPage: string): Message {
  return message(to, 'You are already registered', [
    'This e-mail address was used to register at Ratebook again, but it is already registered. Nothing was changed.',
    `If it was you, log in, or request a new password if you have forgotten yours: ${loginPage}`,
    'If it was not you, ignore this mail.'
  ])
}

function message(to: string, subject: string, paragraphs: string[]): Message {
  return { to, subject, text: paragraphs.join('\n\n') + '\n' }
}

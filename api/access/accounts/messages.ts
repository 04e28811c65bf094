import type { Message } from '../mail.ts'

/** Asks the owner of an address to confirm it. */
export function confirmationMessage (to: string, link: string): Message {
  return message(to, 'Confirm your e-mail address', [
    'Somebody registered at Ratebook with this e-mail address. If it was you, confirm it within a day:',
    link,
    'If it was not you, there is nothing to do: without the confirmation nobody can log in with your address.'
  ])
}

/** Leads to the page where a new password is chosen. */
export function resetMessage (to: string, link: string): Message {
  return message(to, 'Choose a new password', [
    'Somebody asked for a new password at Ratebook for this e-mail address. If it was you, choose it within an hour:',
    link,
    'The link works once. If it was not you, there is nothing to do: your password stays as it is.'
  ])
}

/** Tells the owner of a registered address that somebody tried to register it again. */
export function alreadyRegisteredMessage (to: string, loginPage: string): Message {
  return message(to, 'You are registered already', [
    'Somebody registered at Ratebook with this e-mail address, which is registered already. Nothing was changed.',
    `If it was you, log in, or choose a new password if you have forgotten yours: ${loginPage}`,
    'If it was not you, there is nothing to do.'
  ])
}

function message (to: string, subject: string, paragraphs: string[]): Message {
  return { to, subject, text: paragraphs.join('\n\n') + '\n' }
}

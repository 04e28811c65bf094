import type { Letter } from '../mail.ts'

/** Asks the owner of an address to confirm it by a link. */
export function confirmLetter (to: string, link: string): Letter {
  return letter(to, 'Confirm your e-mail address', [
    'Somebody registered at Ratebook with this e-mail address. If it was you, confirm it within a day:',
    link,
    'If it was not you, there is nothing to do: without the confirmation nobody can log in with your address.'
  ])
}

/** Leads to the page on which a new password is chosen. */
export function resetLetter (to: string, link: string): Letter {
  return letter(to, 'Choose a new password', [
    'Somebody asked for a new password at Ratebook for this e-mail address. If it was you, choose it within an hour:',
    link,
    'The link works once. If it was not you, there is nothing to do: your password stays as it is.'
  ])
}

/** Tells the owner of an address that somebody registered it again. */
export function againLetter (to: string, home: string): Letter {
  return letter(to, 'You are registered already', [
    'Somebody registered at Ratebook with this e-mail address, which is registered already. Nothing was changed.',
    `If it was you, log in, or choose a new password if you have forgotten yours: ${home}/login`,
    'If it was not you, there is nothing to do.'
  ])
}

function letter (to: string, subject: string, paragraphs: string[]): Letter {
  return { to, subject, text: paragraphs.join('\n\n') + '\n' }
}

import { z } from 'zod'
import { isPrivate } from '../../adapters/kit/addresses.ts'
import { badRequest } from '../../api/contract/errors.ts'
import { numberOf } from '../../api/contract/parameters.ts'

/** The settings of a webhook from a form, the API or the command line. */

export const MAX_WEBHOOK_URL = 500
export const EVENT_KINDS = ['table', 'correction', 'overdue'] as const

export type EventKind = (typeof EVENT_KINDS)[number]

export const WEBHOOK_ACTIONS = ['test', 'rotate', 'disable', 'enable', 'delete'] as const

export type WebhookAction = (typeof WEBHOOK_ACTIONS)[number]

const KIND = `expected kinds of events: ${EVENT_KINDS.join(', ')}`
const CODES = 'expected a list of codes of sources, such as ["ecb", "boe"]'
const MAX_CODES = 200

export const webhookId = numberOf('webhook').meta({
  description: 'The number of a webhook of the account.',
  examples: ['7']
})

export const webhookUrl = z.string('expected an address').meta({
  description: 'The address to which events are posted. It starts with `https://`.',
  examples: ['https://example.org/rates']
})

export const webhookBanks = z
  .array(z.string(CODES).toLowerCase(), CODES)
  .min(1, CODES)
  .max(MAX_CODES, CODES)
  .meta({ description: 'Sends only the events of these sources. The default is all.', examples: [['ecb']] })

export const webhookKinds = z
  .array(z.enum(EVENT_KINDS, KIND), KIND)
  .min(1, KIND)
  .max(EVENT_KINDS.length, KIND)
  .meta({ description: 'Sends only events of these kinds. The default is all.', examples: [['table', 'correction']] })

/** The address of a webhook: https, or also http if the operator allows private networks. Throws 400 for any other. */
export function webhookAddress(text: string, mayBePrivate: boolean): string {
  const expected = `expected an address that starts with https://, without a user or password, of at most ${MAX_WEBHOOK_URL} characters`
  if (!URL.canParse(text) || text.length > MAX_WEBHOOK_URL) throw badRequest('url', expected)
  const { protocol, hostname, username, password, href } = new URL(text)
  if ((protocol !== 'https:' && !(mayBePrivate && protocol === 'http:')) || username !== '' || password !== '') {
    throw badRequest('url', expected)
  }
  if (!mayBePrivate && isPrivate(hostname)) {
    throw badRequest(
      'url',
      'expected an address on the public Internet: the host is in a private or reserved network. An operator allows ' +
        'those, and http, with WEBHOOK_PRIVATE=true'
    )
  }
  return href
}

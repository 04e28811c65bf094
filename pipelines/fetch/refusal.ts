import type { Publication } from '../../adapters/source.ts'

const READ_BYTES = 64 * 1024

// Texts from the pages with which firewalls and CDNs refuse a client, often with status 200.
const REFUSALS =
  /access denied|request rejected|request blocked|forbidden|support id|incident id|reference #|incapsula|imperva|cloudflare|attention required|just a moment|captcha|are you (a )?(robot|human)|not a robot|verify you are|enable javascript and cookies|unusual traffic|ddos|akamai|sucuri|web application firewall|bot detection|acceso denegado|accès refusé|acesso negado|доступ (запрещ|огранич)/i

/**
 * True if a firewall sent a refusal instead of the document. Call it only for documents that could not be parsed,
 * because a valid document may contain such words.
 */
export function isRefusal({ body }: Pick<Publication, 'body'>): boolean {
  const text = Buffer.from(body.subarray(0, READ_BYTES)).toString('latin1')
  return (
    /<html|<!doctype html|<head|<body/i.test(text) &&
    REFUSALS.test(Buffer.from(body.subarray(0, READ_BYTES)).toString())
  )
}

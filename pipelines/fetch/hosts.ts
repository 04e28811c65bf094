import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivate } from '../../adapters/kit/addresses.ts'
import { FetchError } from '../../adapters/source.ts'

// Labels below a country's domain under which names are registered (bcb.gov.br, boe.co.uk); the public suffix list has
// more than publishers use.
// prettier-ignore
const SHARED = new Set([
  'ac', 'co', 'com', 'edu', 'fin', 'go', 'gob', 'gouv', 'gov', 'govt', 'gub', 'gv', 'int', 'mil', 'ne', 'net', 'or',
  'org'
])

/**
 * The part of a host's name that belongs to one owner: `bcb.gov.br` of `olinda.bcb.gov.br`. An IP address is its own
 * site.
 */
export function siteOf(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (isIP(withoutBrackets(name))) return name
  const labels = name.split('.')
  const isShared = labels.at(-1)!.length === 2 && SHARED.has(labels.at(-2) ?? '')
  return labels.slice(isShared ? -3 : -2).join('.')
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}

/** The error for a host in a private network. */
export function privateHostError(host: string): FetchError {
  return new FetchError('FORBIDDEN', `leads to ${host}, which is in a private network`)
}

/** A host's addresses, which must all be public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error, '')
    const other = addresses.find(({ address }) => isPrivate(address))
    if (other) return callback(privateHostError(`${hostname} (${other.address})`), '')
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

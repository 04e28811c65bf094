import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { FetchError } from '../../adapters/source.ts'

// Labels below a country's domain under which names are registered (bcb.gov.br, boe.co.uk); the public suffix list has more than publishers use.
const SHARED = new Set(['ac', 'co', 'com', 'edu', 'fin', 'go', 'gob', 'gouv', 'gov', 'govt', 'gub', 'gv', 'int', 'mil', 'ne', 'net', 'or', 'org'])

/** The part of a host's name that belongs to one owner: `bcb.gov.br` of `olinda.bcb.gov.br`. An IP address is its own site. */
export function siteOf (host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (isIP(bare(name))) return name
  const labels = name.split('.')
  const isShared = labels.at(-1)!.length === 2 && SHARED.has(labels.at(-2) ?? '')
  return labels.slice(isShared ? -3 : -2).join('.')
}

// Loopback, private, link-local, shared, benchmarking, multicast and reserved addresses (IANA's registries of special-purpose addresses).
const NOT_PUBLIC = new BlockList()
for (const range of ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3']) {
  const [network, prefix] = range.split('/') as [string, string]
  NOT_PUBLIC.addSubnet(network, Number(prefix))
}
for (const range of ['::/127', 'fc00::/7', 'fe80::/10', 'ff00::/8']) {
  const [network, prefix] = range.split('/') as [string, string]
  NOT_PUBLIC.addSubnet(network, Number(prefix), 'ipv6')
}

/** True for a host that is written as an address of this machine or of a private network, and for `localhost`. */
export function isPrivate (host: string): boolean {
  const address = bare(host)
  const family = isIP(address)
  return family === 0 ? host === 'localhost' : NOT_PUBLIC.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

function bare (host: string): string {
  return host.replace(/^\[|\]$/g, '')
}

/** What refuses a host that is, or is named as, no publisher's. */
export function forbidden (host: string): FetchError {
  return new FetchError('FORBIDDEN', `leads to ${host}, which is in a private network`)
}

/** A host's addresses, which must all be public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error, '')
    const other = addresses.find(({ address }) => isPrivate(address))
    if (other) return callback(forbidden(`${hostname} (${other.address})`), '')
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

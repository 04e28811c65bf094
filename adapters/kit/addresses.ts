import ipaddr from 'ipaddr.js'

const GLOBAL = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number] // the public part of IPv6, as allocated by IANA

/** True for `localhost` and for an IP address that is not public (IANA's registries of special-purpose addresses). */
export function isPrivate(host: string): boolean {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (!ipaddr.isValid(name)) return name === 'localhost' || name.endsWith('.localhost')
  const address = ipaddr.process(name)
  return address.range() !== 'unicast' || (address instanceof ipaddr.IPv6 && !address.match(GLOBAL))
}

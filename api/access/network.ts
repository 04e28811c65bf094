import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS_OF_NETWORK = 4

/**
 * The network that counts as one caller: an IPv4 address, or the /64 of an IPv6 address, which is what one subscriber has (RFC 6177). Behind
 * proxies it is the address that the outermost of ours saw: each adds one at the end of X-Forwarded-For, and what stands before may be made up.
 */
export function networkOf ({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = proxies > 0 ? String(headers['x-forwarded-for'] ?? '').split(',').at(-proxies)?.trim() : undefined
  const address = forwarded && (isIPv4(forwarded) || isIPv6(forwarded)) ? forwarded : socket.remoteAddress ?? 'unknown'
  const mapped = address.includes('.') && address.includes(':') ? MAPPED.exec(address)?.[1] : undefined
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups.slice(0, GROUPS_OF_NETWORK).map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`
}

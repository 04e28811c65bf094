import { isIP } from 'node:net'

// Labels below a country's domain under which names are registered (bcb.gov.br, boe.co.uk); the public suffix list has more than publishers use.
const SHARED = new Set(['ac', 'co', 'com', 'edu', 'fin', 'go', 'gob', 'gouv', 'gov', 'govt', 'gub', 'gv', 'int', 'mil', 'ne', 'net', 'or', 'org'])

/** The part of a host's name that belongs to one owner: `bcb.gov.br` of `olinda.bcb.gov.br`. An IP address is its own site. */
export function siteOf (host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (isIP(name.replace(/^\[|\]$/g, ''))) return name
  const labels = name.split('.')
  const isShared = labels.at(-1)!.length === 2 && SHARED.has(labels.at(-2) ?? '')
  return labels.slice(isShared ? -3 : -2).join('.')
}

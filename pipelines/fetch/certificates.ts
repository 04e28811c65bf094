import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'

const MAX_ISSUERS = 4
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The roots that Node trusts by default, including those in `NODE_EXTRA_CA_CERTS`, as PEM. */
export function trustedRoots(extra = process.env.NODE_EXTRA_CA_CERTS): string[] {
  return [...rootCertificates, ...(extra ? (readFileSync(extra, 'latin1').match(CERTIFICATE) ?? []) : [])]
}

/**
 * The certificates between a server's own and a trusted root, as PEM. Each certificate has the URL of its issuer's
 * certificate (RFC 5280, 4.2.2.1, caIssuers). They are not trusted: they only complete the chain, which must still end
 * in a trusted root, so a self-signed certificate is refused. Throws if the chain cannot be completed.
 */
export async function missingIssuers(
  own: X509Certificate,
  roots: string[],
  load: (url: string) => Promise<Uint8Array>
): Promise<string[]> {
  const trusted = roots.map((root) => new X509Certificate(root))
  const chain = [own]
  while (!trusted.some((root) => chain.at(-1)!.checkIssued(root))) {
    if (chain.length > MAX_ISSUERS) throw new Error(`its certificate has more than ${MAX_ISSUERS} issuers`)
    chain.push(await issuerOf(chain.at(-1)!, load))
  }
  return chain.slice(1).map((issuer) => issuer.toString())
}

async function issuerOf(
  certificate: X509Certificate,
  load: (url: string) => Promise<Uint8Array>
): Promise<X509Certificate> {
  const [, url] = /^CA Issuers - URI:(https?:\S+)$/m.exec(certificate.infoAccess ?? '') ?? []
  if (url === undefined) throw new Error('its certificate does not name the URL of its issuer’s certificate')
  const issuer = new X509Certificate(await load(url))
  const issued =
    issuer.ca &&
    issuer.subject !== issuer.issuer &&
    certificate.checkIssued(issuer) &&
    certificate.verify(issuer.publicKey)
  if (!issued) throw new Error(`the certificate at ${url} did not issue its certificate, or is self-signed`)
  return issuer
}

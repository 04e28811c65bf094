import { CERTIFICATE_UNITS } from '../../../api/contract/prices.ts'
import { Section } from './components.tsx'
import { isServed, type Served } from './served.ts'

/** Links that download a certificate in each of its forms. */
export function CertificateLinks({ query }: { query: Record<string, string | undefined> }) {
  const given = Object.entries(query).filter((it): it is [string, string] => it[1] !== undefined)
  const address = (format: string) => `/certificate?${new URLSearchParams([...given, ['format', format]])}`
  return (
    <>
      <p>
        A certificate is a signed statement that can be checked without this service. It needs a paid plan and costs{' '}
        {CERTIFICATE_UNITS} units.
      </p>
      <p class="buttons">
        <a class="button plain" href={address('pdf')} download>
          Certificate as PDF
        </a>
        <a class="button plain" href={address('json')} download>
          As JSON
        </a>
        <a class="button plain" href={address('zip')} download>
          As ZIP with the document
        </a>
      </p>
    </>
  )
}

/** A section with these links; nothing if this service issues no certificates. */
export function CertificateSection({ context, query }: { context: Served; query: Record<string, string | undefined> }) {
  return isServed(context, '/certificate') ? (
    <Section id="certificate" title="Certificate">
      <CertificateLinks query={query} />
    </Section>
  ) : null
}

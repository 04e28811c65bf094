import { CERTIFICATE_UNITS } from '../../../api/contract/prices.ts'
import type { Context } from '../../../api/server/route.ts'
import { Section } from './components.tsx'
import { neededPlan } from './plan-needed.tsx'
import { isServed } from './served.ts'

interface LinksProps {
  context: Pick<Context, 'endpoints' | 'settings'>
  query: Record<string, string | undefined>
}

/** Links that download a certificate in each of its forms. */
export function CertificateLinks({ context, query }: LinksProps) {
  const given = Object.entries(query).filter((it): it is [string, string] => it[1] !== undefined)
  const address = (format: string) => `/certificate?${new URLSearchParams([...given, ['format', format]])}`
  return (
    <>
      <p>
        A certificate is a signed statement that can be checked without this service. It needs {neededPlan(context)} and
        costs {CERTIFICATE_UNITS} units.
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
export function CertificateSection({ context, query }: LinksProps) {
  return isServed(context, '/certificate') ? (
    <Section id="certificate" title="Certificate">
      <CertificateLinks context={context} query={query} />
    </Section>
  ) : null
}

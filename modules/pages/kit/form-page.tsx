import type { ComponentChildren } from 'preact'
import { Layout } from './layout.tsx'

/** The frame of the pages for people without a session: a narrow sheet with a form. */
export function FormPage({
  title,
  heading,
  lead,
  children,
  after
}: {
  title: string
  heading: string
  lead?: ComponentChildren
  children: ComponentChildren
  after?: ComponentChildren
}) {
  return (
    <Layout
      title={title}
      current="/account"
      styles={['account.css']}
      description={`${heading}: accounts of Ratebook have API keys, the history of official exchange rates and downloads as files.`}
    >
      <div class="form-page">
        <h1>{heading}</h1>
        {lead && <p class="lead">{lead}</p>}
        <section class="card">{children}</section>
        {after}
      </div>
    </Layout>
  )
}

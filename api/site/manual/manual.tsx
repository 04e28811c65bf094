import type { Route } from '../../server/route.ts'
import { FIXED } from '../../server/cache.ts'
import { Breadcrumbs } from '../kit/components.tsx'
import { Layout } from '../kit/layout.tsx'
import { page } from '../kit/page.tsx'
import { anchorOfHeading, DOCUMENTS, documentAddress, renderDocument, sectionsOf, type ManualDocument } from './documents.ts'

/** A page for each document of `docs/`. */
export const manualPages: Route[] = DOCUMENTS.map((document) => page({
  path: documentAddress(document.name),
  summary: `The manual: ${document.title}`,
  cacheControl: 'public, max-age=300',
  cache: { of: () => FIXED },
  run: async () => <ManualPage document={document} />
}))

function ManualPage ({ document }: { document: ManualDocument }) {
  return (
    <Layout title={document.title} current="/docs" styles={['docs.css']} scripts={['contents.js']} description={`Ratebook’s manual: ${document.title}.`}>
      <Breadcrumbs trail={[['Documentation', '/docs']]} />
      <h1>{document.title}</h1>
      <div class="manual">
        <nav class="contents" aria-label="Contents">
          <input type="search" class="filter" aria-label="Search the contents" placeholder="Search the contents" autocomplete="off" hidden />
          <p class="quiet small" role="status" />
          <div class="entries">
            <strong>On this page</strong>
            <ul>{sectionsOf(document).map((title) => <li><a href={`#${anchorOfHeading(title)}`}>{title}</a></li>)}</ul>
          </div>
          <ManualEntries current={document.name} />
          <div class="entries"><strong>Reference</strong><ul><li><a href="/docs">Every endpoint</a></li></ul></div>
        </nav>
        <div class="prose" dangerouslySetInnerHTML={{ __html: renderDocument(document) }} />
      </div>
    </Layout>
  )
}

/** The documents by their titles, for the contents of a page of the documentation. */
export function ManualEntries ({ current }: { current?: string }) {
  return (
    <div class="entries">
      <strong>Manual</strong>
      <ul>
        {DOCUMENTS.map(({ name, title }) => <li><a href={documentAddress(name)} aria-current={name === current ? 'page' : undefined}>{title}</a></li>)}
      </ul>
    </div>
  )
}

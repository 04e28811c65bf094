import { descriptionFor } from '../../../api/openapi/document.ts'
import { FIXED } from '../../../api/server/cache.ts'
import type { Route } from '../../../api/server/route.ts'
import { markupOf, page } from '../../pages/kit/page.tsx'
import { Documentation } from '../openapi/contents.tsx'
import { DOCUMENTS, manualAddress, renderDocument, sectionsOf } from './documents.ts'

/** A page for each document of `docs/`. */
export const manualPages: Route[] = DOCUMENTS.map((document) =>
  page({
    path: manualAddress(document.name),
    summary: `The manual: ${document.title}`,
    cacheControl: 'public, max-age=300',
    cache: { of: () => FIXED },
    run: async (_request, context) =>
      context.documents.text(manualAddress(document.name), context.origin, (at) =>
        markupOf(
          <Documentation
            title={document.title}
            address={manualAddress(document.name)}
            summary={`Ratebook’s manual: ${document.title}.`}
            document={descriptionFor(context, at)}
            sections={sectionsOf(document)}
            scripts={['copy.js']}
          >
            <div class="prose" dangerouslySetInnerHTML={{ __html: renderDocument(document, at) }} />
          </Documentation>
        )
      )
  })
)

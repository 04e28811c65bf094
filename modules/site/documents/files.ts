import { DOCUMENT_COST } from '../../../api/contract/prices.ts'
import * as parameters from '../../../api/contract/parameters.ts'
import { documentFile } from '../../../api/documents/publications-route.ts'
import { download } from '../../pages/kit/private.ts'

// Files for logged-in users. Their bytes come from the endpoints for programs.

export const documentDownload = download({
  path: '/documents/:publication',
  summary: 'The document of a publication, byte for byte',
  cost: DOCUMENT_COST,
  params: { publication: parameters.publication },
  run: (request, context) => documentFile.run(request, context)
})

import { z } from 'zod'
import * as parameters from '../../contract/parameters.ts'
import { NO_STORE } from '../../server/cache-control.ts'
import { route } from '../../server/route.ts'
import { CERTIFICATE_UNITS, certificates } from '../../proof/certificates-route.ts'
import { document } from '../../documents/publications-route.ts'

/** Files that the pages offer to people who are logged in. The endpoints for programs make them; errors are pages. */

export const documentDownload = route({
  path: '/documents/:publication',
  summary: 'The document of a publication, byte for byte',
  access: 'session',
  isPage: true,
  units: 1,
  params: { publication: parameters.publication },
  response: z.string(),
  mediaType: '*/*',
  failures: [401, 404],
  cacheControl: NO_STORE,
  run: (request, context) => document.run(request, context)
})

export const certificateDownload = route({
  path: '/certificate',
  summary: 'A signed certificate as a file',
  access: 'paid-session',
  isPage: true,
  units: CERTIFICATE_UNITS,
  query: certificates.query,
  response: z.string(),
  mediaType: '*/*',
  failures: [400, 401, 403, 404],
  cacheControl: NO_STORE,
  run: (request, context) => certificates.run(request, context)
})

import { CERTIFICATE_UNITS } from '../../../api/contract/prices.ts'
import { download } from '../../pages/kit/private.ts'
import { certificates } from '../certificates-route.ts'

export const certificateDownload = download({
  path: '/certificate',
  summary: 'A signed certificate as a file',
  access: 'paid-session',
  units: CERTIFICATE_UNITS,
  query: certificates.query,
  run: (request, context) => certificates.run(request, context)
})

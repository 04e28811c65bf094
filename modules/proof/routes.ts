import type { Route } from '../../api/server/route.ts'
import { certificates } from './certificates-route.ts'
import { logRoutes } from './log-route.ts'
import { certificateDownload } from './pages/certificate.ts'
import { figureForm, figurePage } from './pages/figure.tsx'
import { verifyPage, verifyText, verifyUpload } from './pages/verify.tsx'

/** The endpoints of certificates and of the log, and the pages of a figure and of the verification. */
export const routes: Route[] = [
  certificates,
  ...logRoutes,
  figureForm,
  figurePage,
  certificateDownload,
  verifyPage,
  verifyText,
  verifyUpload
]

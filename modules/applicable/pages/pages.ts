import type { Route } from '../../../api/server/route.ts'
import { applicablePage } from './applicable.tsx'
import { batchFile, batchPage, batchPreview, batchSample } from './batch.tsx'
import { jurisdictionPage, rulePage, rulesPage } from './rules.tsx'
import { yearFile } from './year-rates.tsx'

/** The pages of the law, with their forms. If two match a path, the first one answers. */
export const pages: Route[] = [
  applicablePage,
  batchPage,
  batchSample,
  batchPreview,
  batchFile,
  rulesPage,
  rulePage,
  yearFile,
  jurisdictionPage
]

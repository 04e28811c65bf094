import type { Route } from '../http/route.ts'
import { applicablePage } from './applicable.tsx'
import { batchFile, batchPage, batchPreview } from './batch.tsx'
import { files } from './assets.ts'
import { bank } from './bank.tsx'
import { banks } from './banks.tsx'
import { chartPng, chartSvg } from './chart-pictures.ts'
import { chartForm, chartPage } from './chart.tsx'
import { compare, comparison } from './compare.tsx'
import { robots, sitemap } from './crawlers.ts'
import { currencyPage } from './currency.tsx'
import { docs } from './docs.tsx'
import { endpointPage } from './endpoint-page.tsx'
import { figureForm, figurePage } from './figure.tsx'
import { certificateDownload, documentDownload } from './files.ts'
import { home } from './home.tsx'
import { peoplePages } from './people.ts'
import { jurisdictionPage, rulePage, rulesPage } from './rules.tsx'
import { search } from './search.tsx'
import { seriesFile, seriesForm } from './series-download.tsx'
import { tablePage } from './table.tsx'
import { verifyPage, verifyText, verifyUpload } from './verify.tsx'

/** Every page, and the assets. */
export const pages: Route[] = [
  home, search, banks, bank, tablePage, chartForm, chartSvg, chartPng, chartPage, compare, comparison, currencyPage, docs, endpointPage,
  figureForm, figurePage, documentDownload, certificateDownload, seriesForm, seriesFile,
  applicablePage, batchPage, batchPreview, batchFile, rulesPage, rulePage, jurisdictionPage,
  verifyPage, verifyText, verifyUpload,
  ...peoplePages,
  robots, sitemap, files
]

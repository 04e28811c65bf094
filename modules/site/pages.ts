import type { Route } from '../../api/server/route.ts'
import { bank } from './rates/bank.tsx'
import { badge } from './operations/badge.tsx'
import { banks } from './sources/banks.tsx'
import { chartSvg } from './series/chart-pictures.ts'
import { chartForm, chartPage } from './series/chart.tsx'
import { compare, comparison } from './rates/compare.tsx'
import { robots, sitemap } from './crawlers.ts'
import { currencyPage } from './sources/currency.tsx'
import { docs, guidePages } from './openapi/docs.tsx'
import { endpointPage } from './openapi/endpoint-page.tsx'
import { documentDownload } from './documents/files.ts'
import { home } from './rates/home.tsx'
import { search, suggestions } from './sources/search.tsx'
import { changesFeed } from './manual/changes-feed.ts'
import { fullGuide, guide } from './manual/llms.ts'
import { manualPages } from './manual/manual.tsx'
import { pairPage } from './rates/pair.tsx'
import { tablePage } from './rates/table.tsx'
import {
  accountRoute,
  disableForm,
  disablePage,
  historyDownload,
  keyForm,
  passwordForm,
  tableDownload
} from './accounts/account.tsx'
import { loginForm, loginPage, logoutForm, logoutPage } from './accounts/login.tsx'
import { rejectForm, releaseForm, reviewRoute, undoForm } from './operations/quarantined.tsx'
import { registerForm, registerPage } from './accounts/register.tsx'
import { newPasswordForm, newPasswordPage, linkForm, linkPage } from './accounts/reset.tsx'
import { rhythmRoute } from './operations/rhythm.tsx'
import { userPlanForm, usersRoute } from './operations/users.tsx'
import { runForm, statusRoute } from './operations/status.tsx'
import { documentRoute } from './operations/unread.tsx'

/** Every page with its forms, and the texts for programs. */
export const pages: Route[] = [
  home,
  search,
  suggestions,
  banks,
  bank,
  tablePage,
  chartForm,
  chartSvg,
  chartPage,
  compare,
  comparison,
  pairPage,
  currencyPage,
  docs,
  ...guidePages,
  ...manualPages,
  endpointPage,
  guide,
  fullGuide,
  changesFeed,
  documentDownload,
  badge,
  registerPage,
  registerForm,
  loginPage,
  loginForm,
  logoutPage,
  logoutForm,
  linkPage,
  linkForm,
  newPasswordPage,
  newPasswordForm,
  accountRoute,
  tableDownload,
  historyDownload,
  passwordForm,
  keyForm,
  disablePage,
  disableForm,
  statusRoute,
  reviewRoute,
  releaseForm,
  rejectForm,
  undoForm,
  runForm,
  documentRoute,
  rhythmRoute,
  usersRoute,
  userPlanForm,
  robots,
  sitemap
]

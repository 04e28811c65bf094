import type { Route } from './server/route.ts'
import { account, endKey, keys, newKey, usage } from './accounts/account-route.ts'
import { trialKey } from './accounts/agent-route.ts'
import {
  changePassword,
  requestReset,
  resetPassword,
  session,
  signIn,
  signOut,
  signUp,
  verifyEmail
} from './accounts/auth-route.ts'
import { dated, latest } from './rates/central-bank-route.ts'
import { availability, history } from './rates/history-route.ts'
import { banks, comparison } from './rates/central-banks-route.ts'
import {
  convertB,
  datedA,
  datedB,
  fluctuationB,
  historyA,
  latestA,
  latestB,
  symbolsB,
  timeseriesB
} from './compat/compat-route.ts'
import { currenciesC, currentC, datedC, latestC } from './compat/compat-c-route.ts'
import { currency } from './sources/currencies-route.ts'
import { description } from './openapi/documentation-route.ts'
import { geo } from './sources/geo-route.ts'
import { historicalRates } from './market/historical-rates-route.ts'
import { marketRate, marketRates } from './market/market-route.ts'
import { openBank, openBanks } from './rates/open-route.ts'
import { health, metrics, readiness } from './operations/operations-route.ts'
import { publicBank, publicHistory } from './rates/public-route.ts'
import { documentFile, publications } from './documents/publications-route.ts'
import { symbols } from './sources/symbols-route.ts'

/** Every endpoint of the core. If two match a path, the first one counts. */
export const endpoints: Route[] = [
  banks,
  comparison,
  latest,
  history,
  availability,
  dated,
  publications,
  documentFile,
  openBanks,
  openBank,
  geo,
  symbols,
  currency,
  marketRate,
  marketRates,
  historicalRates,
  latestA,
  historyA,
  datedA,
  latestB,
  timeseriesB,
  convertB,
  fluctuationB,
  symbolsB,
  datedB,
  latestC,
  currentC,
  currenciesC,
  datedC,
  publicBank,
  publicHistory,
  trialKey,
  signUp,
  signIn,
  signOut,
  session,
  changePassword,
  requestReset,
  resetPassword,
  verifyEmail,
  account,
  usage,
  keys,
  newKey,
  endKey,
  description,
  health,
  readiness,
  metrics
]

import { pages } from '../pages/index.ts'
import type { Route } from '../route.ts'
import { account, endKey, keys, newKey, usage } from './account.ts'
import { trialKey } from './agent.ts'
import { changePassword, requestReset, resetPassword, session, signIn, signOut, signUp, verifyEmail } from './auth.ts'
import { availability, dated, history, latest } from './central-bank.ts'
import { banks, comparison } from './central-banks.ts'
import { datedA, datedB, historyA, latestA, latestB, symbolsB, timeseriesB } from './compat.ts'
import { description, guide } from './documentation.ts'
import { geo } from './geo.ts'
import { historicalRates, marketRate, marketRates } from './market.ts'
import { toolMessages } from './mcp.ts'
import { openBank, openBanks } from './open.ts'
import { health, metrics, readiness } from './operations.ts'
import { document, publications } from './publications.ts'
import { publicBank, publicHistory } from './public.ts'
import { symbols } from './symbols.ts'

/** Every endpoint; of two that match a path the first answers. */
export const routes: Route[] = [
  banks, comparison,
  latest, history, availability, dated, publications, document,
  openBanks, openBank, geo, symbols,
  marketRate, marketRates, historicalRates,
  latestA, historyA, datedA,
  latestB, timeseriesB, symbolsB, datedB,
  publicBank, publicHistory,
  trialKey, toolMessages,
  signUp, signIn, signOut, session, changePassword, requestReset, resetPassword, verifyEmail,
  account, usage, keys, newKey, endKey,
  description, guide,
  health, readiness, metrics,
  ...pages
]

import type { Route } from './http/route.ts'
import { pages } from './pages/index.ts'
import { account, endKey, keys, newKey, usage } from './routes/account.ts'
import { trialKey } from './routes/agent.ts'
import { applicable, batch, oneRule, preview, rules } from './routes/applicable.ts'
import { changePassword, requestReset, resetPassword, session, signIn, signOut, signUp, verifyEmail } from './routes/auth.ts'
import { availability, dated, history, latest } from './routes/central-bank.ts'
import { banks, comparison } from './routes/central-banks.ts'
import { certificates } from './routes/certificates.ts'
import { convertB, datedA, datedB, fluctuationB, historyA, latestA, latestB, symbolsB, timeseriesB } from './routes/compat.ts'
import { currenciesC, datedC, latestC } from './routes/compat-c.ts'
import { currency } from './routes/currencies.ts'
import { description, guide } from './routes/documentation.ts'
import { documentBytes, documents } from './routes/documents.ts'
import { events, feed } from './routes/events.ts'
import { geo } from './routes/geo.ts'
import { checkpoint, consistency, keySet, tile } from './routes/log.ts'
import { historicalRates, marketRate, marketRates } from './routes/market.ts'
import { toolMessages } from './routes/mcp.ts'
import { openBank, openBanks } from './routes/open.ts'
import { health, metrics, readiness } from './routes/operations.ts'
import { publicBank, publicHistory } from './routes/public.ts'
import { document, publications } from './routes/publications.ts'
import { series } from './routes/series.ts'
import { symbols } from './routes/symbols.ts'
import { deliveries, endWebhook, newWebhook, webhookAction, webhooks } from './routes/webhooks.ts'

/** Every endpoint. If two match a path, the first one answers. */
export const endpoints: Route[] = [
  banks, comparison,
  events, feed,
  series,
  latest, history, availability, dated, publications, document, documents, documentBytes, certificates,
  applicable, batch, preview, rules, oneRule,
  openBanks, openBank, geo, symbols, currency,
  marketRate, marketRates, historicalRates,
  latestA, historyA, datedA,
  latestB, timeseriesB, convertB, fluctuationB, symbolsB, datedB,
  latestC, currenciesC, datedC,
  publicBank, publicHistory,
  trialKey, toolMessages,
  signUp, signIn, signOut, session, changePassword, requestReset, resetPassword, verifyEmail,
  account, usage, keys, newKey, endKey,
  webhooks, newWebhook, deliveries, webhookAction, endWebhook,
  description, guide,
  checkpoint, consistency, tile, keySet,
  health, readiness, metrics,
  ...pages
]

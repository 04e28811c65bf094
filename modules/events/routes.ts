import type { Route } from '../../api/server/route.ts'
import { corrections } from './corrections-route.ts'
import { feed, incidentFeed } from './feeds-route.ts'
import { newWebhook, webhookForm, webhooks } from './webhooks-page.tsx'
import * as api from './webhooks-route.ts'

/** Corrections, the feeds, and the webhooks of an account as endpoints and as a page. */
export const routes: Route[] = [
  corrections,
  feed,
  incidentFeed,
  api.webhooks,
  api.newWebhook,
  api.deliveries,
  api.webhookAction,
  api.endWebhook,
  webhooks,
  newWebhook,
  webhookForm
]

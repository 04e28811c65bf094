import { z } from 'zod'
import { badRequest } from '../contract/errors.ts'
import { listOf } from '../contract/lists.ts'
import * as parameters from '../contract/parameters.ts'
import { MAX_BANKS } from '../rates/series-fields.ts'
import { EVENT_KINDS, type EventKind } from './webhooks-fields.ts'
import { writeAtom } from './atom.ts'
import { taggedBytes } from '../formats/index.ts'
import type { Answer } from '../formats/answer.ts'
import { ALL } from '../server/cache.ts'
import { SHARED } from '../server/cache-control.ts'
import { route } from '../server/route.ts'
import { absoluteUrl } from '../rates/bank-query.ts'
import { findEvents, listIncidents } from './events-query.ts'

const ATOM = { 'Content-Type': 'application/atom+xml; charset=utf-8' }
const MAX_ENTRIES = 50
const BANKS = 'expected codes of sources separated by commas, such as ecb,boe'
const KINDS = `expected kinds separated by commas: ${EVENT_KINDS.join(', ')}`

const banks = listOf({ item: /^[a-z0-9_-]{2,20}$/, letters: 'lower', expected: BANKS, most: { count: MAX_BANKS, what: 'sources' } })
  .meta({ description: 'Sends only the events of these sources.', examples: ['ecb,boe'] })

const kinds = listOf({ item: new RegExp(`^(${EVENT_KINDS.join('|')})$`), letters: 'lower', expected: KINDS })
  .transform((list) => list as EventKind[])
  .meta({ description: 'Sends only events of these kinds: `table`, `correction`, `overdue`.', examples: ['table,correction'] })

const PLACE = 'expected the id of an event'
const after = z.string(PLACE)
  .regex(/^(0|[1-9][0-9]{0,14})$/, PLACE)
  .meta({ description: 'Begins after the event with this id, like the header `Last-Event-ID`, which browsers send when they reconnect. The default is to send only new events.', examples: ['1'] })

export const events = route({
  path: '/api/v1/events',
  summary: 'Listen for new tables, corrections and overdue sources (server-sent events)',
  access: 'keyless',
  cors: true,
  query: { bank: banks.optional(), kind: kinds.optional(), after: after.optional() },
  response: z.string(),
  mediaType: 'text/event-stream',
  cacheControl: 'no-store',
  run: async ({ bank, kind, after }, { headers, network, eventStreams }): Promise<Answer> => {
    const last = headers['last-event-id'] ?? after
    if (last !== undefined && last !== '' && !/^\d{1,15}$/.test(String(last))) throw badRequest('Last-Event-ID', PLACE)
    const listening = { network, filter: { sources: bank, kinds: kind }, after: last === undefined || last === '' ? undefined : Number(last) }
    return {
      headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
      open: (response) => eventStreams.open(response, listening)
    }
  }
})

export const feed = route({
  path: '/api/v1/central-bank/:bank/feed.atom',
  summary: 'Get the newest events of a source as a feed (Atom)',
  access: 'keyless',
  cors: true,
  params: { bank: parameters.bank },
  response: z.string(),
  mediaType: 'application/atom+xml',
  failures: [404],
  cacheControl: SHARED,
  cache: { of: ({ bank }) => bank },
  run: async (request, { database, origin }) => {
    const { bank: { code, name, source_url: url }, events } = await findEvents(database, request.bank, MAX_ENTRIES)
    const about = { id: `sources/${code}`, title: `Exchange rates of ${name}`, self: `/api/v1/central-bank/${code}/feed.atom`, page: `/banks/${code}`, author: { name, uri: absoluteUrl(url, origin) } }
    return taggedBytes(writeAtom(about, events.map((it) => ({ ...it, name })), origin), ATOM)
  }
})

export const incidentFeed = route({
  path: '/status/feed.atom',
  summary: 'The sources that became overdue, as a feed (Atom)',
  access: 'keyless',
  isPage: true,
  response: z.string(),
  mediaType: 'application/atom+xml',
  cacheControl: SHARED,
  cache: { of: () => ALL },
  run: async (_, { database, origin }) => {
    const about = { id: 'incidents', title: 'Overdue sources', self: '/status/feed.atom', page: '/status', author: { name: 'Ratebook', uri: origin } }
    return taggedBytes(writeAtom(about, await listIncidents(database, MAX_ENTRIES), origin), ATOM)
  }
})

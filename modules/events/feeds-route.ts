import { z } from 'zod'
import * as parameters from '../../api/contract/parameters.ts'
import { writeAtom } from '../pages/kit/atom.ts'
import { entryOf } from './atom.ts'
import { taggedBytes } from '../../api/formats/index.ts'
import { ALL } from '../../api/server/cache.ts'
import { SHARED } from '../../api/server/cache-control.ts'
import { route } from '../../api/server/route.ts'
import { absoluteUrl } from '../../api/rates/bank-query.ts'
import { findEvents, listIncidents } from './events-query.ts'

const ATOM = { 'Content-Type': 'application/atom+xml; charset=utf-8' }
const MAX_ENTRIES = 50

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
    const {
      bank: { code, name, source_url: url },
      events
    } = await findEvents(database, request.bank, MAX_ENTRIES)
    const about = {
      id: `sources/${code}`,
      title: `Exchange rates of ${name}`,
      self: `/api/v1/central-bank/${code}/feed.atom`,
      page: `/banks/${code}`,
      author: { name, uri: absoluteUrl(url, origin) }
    }
    return taggedBytes(
      writeAtom(
        about,
        events.map((it) => entryOf({ ...it, name })),
        origin
      ),
      ATOM
    )
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
    const about = {
      id: 'incidents',
      title: 'Overdue sources',
      self: '/status/feed.atom',
      page: '/status',
      author: { name: 'Ratebook', uri: origin }
    }
    return taggedBytes(writeAtom(about, (await listIncidents(database, MAX_ENTRIES)).map(entryOf), origin), ATOM)
  }
})

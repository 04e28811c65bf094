import { z } from 'zod'
import { taggedBytes } from '../../../api/formats/index.ts'
import { FIXED } from '../../../api/server/cache.ts'
import { route } from '../../../api/server/route.ts'
import { writeAtom, type Entry } from '../../pages/kit/atom.ts'
import { anchorOfHeading, DOCUMENTS, manualAddress, sectionsOf, sectionOf } from './documents.ts'

const PAGE = manualAddress('changes')
const CHANGES = DOCUMENTS.find(({ name }) => name === 'changes')!

/** The sections of the page, the newest first. Their titles begin with their dates. */
const ENTRIES: Entry[] = sectionsOf(CHANGES).map((heading) => {
  const [date, title] = heading.split(': ') as [string, string]
  const [, text] = sectionOf(CHANGES, heading).split(/\n\n([^]*)/)
  const anchor = anchorOfHeading(heading)
  return {
    id: `changes/${anchor}`,
    title,
    updated: `${date}T00:00:00Z`,
    page: `${PAGE}#${anchor}`,
    summary: text!.trim()
  }
})

export const changesFeed = route({
  path: '/docs/changes.atom',
  summary: 'The changes of the API, as a feed (Atom)',
  access: 'keyless',
  isPage: true,
  response: z.string(),
  mediaType: 'application/atom+xml',
  cacheControl: 'public, max-age=300',
  cache: { of: () => FIXED },
  run: async (_request, { origin }) => {
    const about = {
      id: 'changes',
      title: 'Changes of the API',
      self: '/docs/changes.atom',
      page: PAGE,
      author: { name: 'Ratebook', uri: origin }
    }
    return taggedBytes(writeAtom(about, ENTRIES, origin), { 'Content-Type': 'application/atom+xml; charset=utf-8' })
  }
})

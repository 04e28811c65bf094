import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Publication, Row, Source, Window } from '../../adapters/source.ts'
import { Client } from '../../pipelines/fetch/http.ts'
import {
  placeholders,
  ReplayDispatcher,
  windowsOf,
  type Interaction,
  type Recording
} from '../../pipelines/fetch/replay.ts'

export const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname

/** Runs an adapter on a recording, for the recording's windows. Adds the interactions used to `answered`. */
export async function replay(
  source: Source,
  recording: Recording,
  answered = new Set<Interaction>()
): Promise<Publication[]> {
  const publications: Publication[] = []
  const latest: Window = { from: '2026-01-01', to: '2026-12-31', today: '2026-12-31' }
  for (const window of windowsOf(recording, latest)) {
    const dispatcher = new ReplayDispatcher(recording)
    const http = new Client(source, {
      dispatcher,
      asRecorded: (request) => dispatcher.recorded(request),
      environment: placeholders(source, {}),
      userAgent: 'test',
      gap: 0
    })
    for await (const publication of source.fetch(window, http)) publications.push(publication)
    for (const interaction of dispatcher.answered) answered.add(interaction)
  }
  return publications
}

export interface Expected {
  date: string
  base: string
  quote: string
  type: string
  value: string
  unit: string
  /** Set only if the documents of the case print changes. */
  change?: string
  /** Set only if the documents of the case print a validity. */
  valid_from?: string
  valid_to?: string
}

/** The expected rows of a fixture folder. */
export function readExpected(folder: string): Expected[] {
  const lines: Expected[] = parse(readFileSync(join(folder, 'expected.csv'), 'utf8'), { columns: true })
  return lines.map(({ change, ...line }) => ({ ...line, ...(change ? { change } : {}) }))
}

/** A row as a line of `expected.csv`, with columns for its change and validity if it has them. */
export function asExpected({ date, base, quote, type, value, unit = 1, change, validFrom, validTo }: Row): Expected {
  const validity =
    validFrom === undefined && validTo === undefined ? {} : { valid_from: validFrom ?? '', valid_to: validTo ?? '' }
  return { date, base, quote, type, value, unit: String(unit), ...(change ? { change } : {}), ...validity }
}

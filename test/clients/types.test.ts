import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COUNTS } from '../../clients/typescript/src/figures.ts'
import { identity, startService, type Service } from '../support/service.ts'
import { withTool } from '../support/tools.ts'
import { differencesOf, shapesOfPython, shapesOfTypeScript, type Schema, type Shape } from './shapes.ts'

interface Described {
  paths: Record<
    string,
    {
      get: {
        parameters?: Array<{ name: string }>
        responses: { 200: { content: { 'application/json': { schema: Schema } } } }
      }
    }
  >
  components: { schemas: { Error: Schema } }
}

let service: Service
let described: Described

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR')], {})
  described = (await service.ask('/openapi.json')).json as Described
})
afterAll(() => service.stop())

const BANK = '/api/v1/central-bank/{bank}'
const OPEN = '/api/open/central-bank/{bank}'

// For each type its path, the index of the answer if there are several, and the list whose item it is.
const ANSWERS: Record<string, [path: string, number?: number, list?: string]> = {
  Source: ['/api/v1/central-banks', 0, 'banks'],
  OpenTable: [OPEN, 0],
  OpenRate: [OPEN, 1],
  Table: [`${BANK}/latest`, 0],
  Rate: [`${BANK}/latest`, 1],
  DayTable: [`${BANK}/{date}`, 0],
  DayRate: [`${BANK}/{date}`, 1],
  HistoryRate: [`${BANK}/history`, 0, 'rates'],
  PairHistoryRate: [`${BANK}/history`, 1, 'rates'],
  PeriodRate: [`${BANK}/history`, 2, 'rates'],
  SeriesRate: ['/api/v1/official/series', 0, 'rates'],
  Availability: [`${BANK}/availability`],
  Comparison: ['/api/v1/central-banks/rates'],
  Applicable: ['/api/v1/applicable'],
  Correction: ['/api/v1/corrections', 0, 'corrections'],
  PublicationTimes: ['/api/v1/calendar', 0, 'sources']
}

const OPTIONS: Record<string, string> = {
  TypeOption: `${BANK}/latest`,
  DayOptions: `${BANK}/{date}`,
  HistoryOptions: `${BANK}/history`,
  PairHistoryOptions: `${BANK}/history`,
  PeriodOptions: `${BANK}/history`,
  SeriesOptions: '/api/v1/official/series',
  AvailabilityOptions: `${BANK}/availability`,
  CompareOptions: '/api/v1/central-banks/rates',
  ApplicableOptions: '/api/v1/applicable',
  CorrectionOptions: '/api/v1/corrections',
  CalendarOptions: '/api/v1/calendar'
}

function schemaAt(path: string, number = 0, list?: string): Schema {
  const { schema } = described.paths[path]!.get.responses[200].content['application/json']
  const answer = schema.anyOf?.[number] ?? schema
  return list === undefined ? answer : answer.properties![list]!.items!
}

function differencesTo(shapes: Record<string, Shape>): string[] {
  const answers = Object.entries(ANSWERS).flatMap(([name, place]) =>
    differencesOf(shapes[name], schemaAt(...place), name)
  )
  const options = Object.entries(OPTIONS).flatMap(([name, path]) => {
    const known = described.paths[path]!.get.parameters!.map((it) => it.name)
    const unknown = Object.keys(shapes[name]!.fields!).filter((it) => !known.includes(it.replace(/_$/, '')))
    return unknown.map((it) => `${name}.${it} is no parameter`)
  })
  return [...answers, ...options]
}

/** The names of all fields with integers, and of those with other numbers. */
function numbersIn(
  schema: Schema,
  name = '',
  found = { integers: new Set<string>(), others: new Set<string>() }
): typeof found {
  const types = [schema.type].flat()
  if (types.includes('integer')) found.integers.add(name)
  if (types.includes('number')) found.others.add(name)
  for (const it of schema.anyOf ?? []) numbersIn(it, name, found)
  for (const [field, it] of Object.entries(schema.properties ?? {})) numbersIn(it, field, found)
  if (schema.items) numbersIn(schema.items, name, found)
  return found
}

describe('the client for TypeScript', () => {
  it('has types and options that equal the OpenAPI description', () => {
    expect(differencesTo(shapesOfTypeScript())).toEqual([])
  })

  it('treats exactly the integers of the description as counts', () => {
    const found = Object.values(ANSWERS).map((place) => numbersIn(schemaAt(...place)))
    found.push(numbersIn(schemaAt('/api/open/central-banks')))
    expect([...new Set(found.flatMap(({ integers }) => [...integers]))].filter((it) => !COUNTS.has(it))).toEqual([])
    expect(found.flatMap(({ others }) => [...others]).filter((it) => COUNTS.has(it))).toEqual([])
  })
})

withTool('python3').describe('the client for Python', () => {
  it('has types and options that equal the OpenAPI description', () => {
    expect(differencesTo(shapesOfPython())).toEqual([])
  })

  it('treats the same integers as counts', () => {
    const source = readFileSync(new URL('../../clients/python/src/ratebook_client/request.py', import.meta.url), 'utf8')
    const [, list] = /COUNTS = frozenset\(\(([^)]*)\)\)/.exec(source)!
    expect(list!.match(/\w+/g)).toEqual([...COUNTS])
  })
})

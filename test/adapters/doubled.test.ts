import { expect, it } from 'vitest'
import { LayoutError, type Row } from '../../adapters/source.ts'
import { damage, specimenOf } from '../../tools/campaigns/damage.ts'
import { randomFrom } from '../../tools/random.ts'
import { referencePublications, type ReferencePublication } from '../../tools/campaigns/truth.ts'

const SEEDS = [1, 2, 3, 4]

// These publishers print several figures for one key in a defined order; see the notes of their adapters.
const ORDERED = new Set(['bccd', 'cbvs'])

function keyOf({ date, base, quote, type }: Row): string {
  return [date, base, quote, type].join(' ')
}

/** The keys whose values are all wrong. */
function wrongAlone(rows: Row[], truth: Row[]): string[] {
  const values = new Map<string, number[]>()
  for (const row of rows) values.set(keyOf(row), [...(values.get(keyOf(row)) ?? []), Number(row.value)])
  return truth
    .filter((row) => values.get(keyOf(row))?.every((value) => value !== Number(row.value) && Number.isFinite(value)))
    .map(keyOf)
}

async function wrongOf({ source, publication, rows }: ReferencePublication): Promise<string[]> {
  const specimen = await specimenOf(publication, rows, [])
  const wrong: string[] = []
  for (const seed of SEEDS) {
    const damaged = damage('line doubled with another value', specimen, randomFrom(seed))
    if (!damaged) continue
    try {
      wrong.push(...wrongAlone(await source.parse(damaged), rows))
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error
    }
  }
  return wrong
}

const truth = (await referencePublications({ recordings: false })).filter(
  ({ source, rows }) => rows.length > 0 && !ORDERED.has(source.code)
)

it.each([...new Set(truth.map(({ source }) => source.code))])(
  'rejects two figures in one place instead of choosing one: %s',
  async (code) => {
    for (const own of truth.filter(({ source }) => source.code === code)) expect(await wrongOf(own)).toEqual([])
  }
)

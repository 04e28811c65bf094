import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../adapters/source.ts'
import { seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'
import { campaign, isKnowable, keepTruth, specimensOf, type Finding } from '../../../tools/campaigns/campaign.ts'
import { damage, KINDS, specimenOf } from '../../../tools/campaigns/damage.ts'
import { randomFrom } from '../../../tools/random.ts'
import { loadTrue, truePublications } from '../../../tools/campaigns/truth.ts'

const truth = (await truePublications({ recordings: false })).filter(({ rows }) => rows.length > 0)
const specimens = new Map(await Promise.all(truth.map(async (it) => {
  const others = truth.filter(({ source, publication }) => source === it.source && publication !== it.publication).map(({ publication }) => publication)
  return [it, await specimenOf(it.publication, it.rows, others)] as const
})))

// Numbers of a workbook have no trailing zeros, and rewriting loses the format that shows them.
const withoutZeros = (row: Row): Row => ({ ...row, value: row.value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') })

describe.each([...new Set(truth.map(({ source }) => source))])('$code', (source) => {
  const own = truth.filter((it) => it.source === source)

  it('has documents that can be rewritten without a change', async () => {
    for (const it of own) {
      const { publication, rows, document } = specimens.get(it)!
      const again = await source.parse({ ...publication, body: document.save(document.text) })
      expect(again.map(withoutZeros)).toEqual(rows.map(withoutZeros))
    }
  })
})

it('documents are damaged in every way, and equally for the same seed', () => {
  for (const kind of KINDS) {
    const [once, again] = [1, 2].map(() => [...specimens.values()].map((specimen) => damage(kind, specimen, randomFrom(7))))
    expect(once!.filter((publication) => publication !== undefined).length, kind).toBeGreaterThan(5)
    expect(once!.map((it) => it && Buffer.from(it.body).length), kind).toEqual(again!.map((it) => it && Buffer.from(it.body).length))
  }
})

const listed = (findings: Finding[]) => findings.map(({ kind, source }) => `${source}: ${kind}`).join(', ')

// Most sources have only a few tables here, from which the checks learn little.
describe('a small campaign', () => {
  const FEWEST_TABLES = 4 // the checks learn nothing from fewer
  const datesOf = (code: string) => new Set(truth.filter(({ source }) => source.code === code).flatMap(({ rows }) => rows.map(({ date }) => date)))
  const wellKnown = truth.filter(({ source }) => datesOf(source.code).size >= FEWEST_TABLES)

  let test: TestDatabase
  const findings: Finding[] = []

  beforeAll(async () => {
    test = await testDatabase()
    await seedSources(test.database, [...new Set(wellKnown.map(({ source }) => source))])
    for (const it of wellKnown) await loadTrue(test.database, it)
    await keepTruth(test.database)
    for await (const finding of campaign(test.database, await specimensOf(wellKnown, 7), [7])) findings.push(finding)
  })
  afterAll(() => test.drop())

  it('crashes no adapter, and stores few wrong values without an error', () => {
    expect(findings.length).toBeGreaterThan(250)
    expect(findings.filter(({ ending }) => ending === 'crash')).toEqual([])
    const wrong = findings.filter((it) => it.wrong.length > 0)
    expect(wrong.length / findings.length, listed(wrong)).toBeLessThan(0.05)
  })

  it('stores fewer wrong values that a check could detect', () => {
    const knowable = findings.filter((it) => it.wrong.length > 0 && isKnowable(it))
    expect(knowable.length / findings.length, listed(knowable)).toBeLessThan(0.035)
  })
})

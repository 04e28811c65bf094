import { describe, expect, it } from 'vitest'
import type { Row } from '../../adapters/source.ts'
import { damage, KINDS, specimenOf, type Specimen } from './damage.ts'
import { randomFrom } from './random.ts'
import { truePublications } from './truth.ts'

const truth = (await truePublications({ recordings: false })).filter(({ rows }) => rows.length > 0)

// A workbook's number has no zeros at its end, and the format that shows them is not written again.
const withoutZeros = (row: Row): Row => ({ ...row, value: row.value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') })

describe.each([...new Set(truth.map(({ source }) => source))])('$code', (source) => {
  const own = truth.filter((it) => it.source === source)

  it('has documents that survive being rewritten', async () => {
    for (const { publication, rows } of own) {
      const { document } = await specimenOf(publication, rows, [])
      const again = await source.parse({ ...publication, body: document.save(document.text) })
      expect(again.map(withoutZeros)).toEqual(rows.map(withoutZeros))
    }
  })
})

it('damages documents in every way, the same for the same seed', async () => {
  const specimens: Specimen[] = []
  for (const { source, publication, rows } of truth) {
    const others = truth.filter((it) => it.source === source && it.publication !== publication).map((it) => it.publication)
    specimens.push(await specimenOf(publication, rows, others))
  }
  for (const kind of KINDS) {
    const [once, again] = [1, 2].map(() => specimens.map((specimen) => damage(kind, specimen, randomFrom(7))))
    expect(once!.filter((publication) => publication !== undefined).length, kind).toBeGreaterThan(5)
    expect(once!.map((it) => it && Buffer.from(it.body).length), kind).toEqual(again!.map((it) => it && Buffer.from(it.body).length))
  }
})

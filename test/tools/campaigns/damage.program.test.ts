import { describe, expect, it } from 'vitest'
import { LayoutError, type Row } from '../../../adapters/source.ts'
import { damage, KINDS, specimenOf } from '../../../tools/campaigns/damage.ts'
import { randomFrom } from '../../../tools/random.ts'
import { referencePublications } from '../../../tools/campaigns/truth.ts'

const truth = (await referencePublications({ recordings: false })).filter(({ rows }) => rows.length > 0)
const specimens = new Map(
  await Promise.all(
    truth.map(async (it) => {
      const others = truth
        .filter(({ source, publication }) => source === it.source && publication !== it.publication)
        .map(({ publication }) => publication)
      return [it, await specimenOf(it.publication, it.rows, others)] as const
    })
  )
)

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

it('damages documents in every way, and equally for the same seed', () => {
  for (const kind of KINDS) {
    const [once, again] = [1, 2].map(() =>
      [...specimens.values()].map((specimen) => damage(kind, specimen, randomFrom(7)))
    )
    expect(once!.filter((publication) => publication !== undefined).length, kind).toBeGreaterThan(5)
    expect(
      once!.map((it) => it && Buffer.from(it.body).length),
      kind
    ).toEqual(again!.map((it) => it && Buffer.from(it.body).length))
  }
})

describe.each(KINDS)('%s', (kind) => {
  it('crashes no adapter', async () => {
    const endings = await Promise.all(
      [...specimens].map(async ([{ source }, specimen]) => {
        const damaged = damage(kind, specimen, randomFrom(7))
        return (
          damaged &&
          Promise.resolve()
            .then(() => source.parse(damaged))
            .then(
              () => undefined,
              (error: unknown) => error
            )
        )
      })
    )
    expect(endings.filter((it) => it !== undefined && !(it instanceof LayoutError))).toEqual([])
  })
})

import { expect, it } from 'vitest'
import { readDecimal, readWhole } from '../../adapters/kit/index.ts'
import { loadSources } from '../../adapters/registry.ts'
import { beginNotation, notationFault } from '../../adapters/notation.ts'
import { checkRows } from '../../pipelines/load/check.ts'
import { openDocument } from '../../tools/campaigns/editable.ts'
import { replaced, valuesIn } from '../../tools/campaigns/tokens.ts'
import { TODAY, referencePublications } from '../../tools/campaigns/truth.ts'

it('does not read a group that begins with 0 as thousands', () => {
  expect([readDecimal('0,812'), readDecimal('0.812', ','), readDecimal('1,812')]).toEqual(['0,812', '0.812', '1812'])
  expect([readWhole('4,025'), readWhole('4.025'), readWhole('0.25')]).toEqual(['4025', '4025', '0.25'])
})

it('refuses the figures of a document that does not determine their decimal mark', () => {
  const faultOf = (...figures: string[]) => {
    beginNotation()
    for (const figure of figures) readDecimal(figure)
    return notationFault()?.found
  }
  expect(faultOf('12,345', '9,876')).toBe('12,345')
  expect(faultOf('12,345', '1,2345')).toBe('12,345 and 1,2345')
  expect(faultOf('12,345', '1,234.50')).toBeUndefined()
  expect(faultOf('12345', '12.345', '0.98')).toBeUndefined()
})

const exchanged = (figure: string) => figure.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))

it('reads no figure off by a factor of a thousand after the decimal marks are exchanged', async () => {
  expect(await loadSources()).not.toHaveLength(0)
  const faults: string[] = []
  for (const { source, publication, rows } of await referencePublications({ recordings: false })) {
    const { text, save } = await openDocument(publication)
    const figures = valuesIn(text, rows)
    const other = replaced(
      text,
      figures.map((figure) => [figure, exchanged(figure.text)])
    )
    if (other === text) continue
    const read = await Promise.resolve()
      .then(() => source.parse({ ...publication, body: save(other) }))
      .catch(() => [])
    const keyOf = ({ date, base, quote, type }: (typeof rows)[number]) => [date, base, quote, type].join(' ')
    const right = new Map(rows.map((row) => [keyOf(row), Number(row.value)]))
    for (const row of checkRows(read, source, TODAY).good) {
      const value = right.get(keyOf(row))
      const ratio = Number(row.value) / (value ?? Number(row.value))
      if (ratio > 100 || ratio < 0.01) faults.push(`${source.code} ${keyOf(row)}: ${row.value} for ${value}`)
    }
  }
  expect(faults).toEqual([])
}, 600_000)

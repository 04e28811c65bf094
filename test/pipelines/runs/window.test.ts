import { expect, it } from 'vitest'
import { defineSource, type Source } from '../../../adapters/source.ts'
import { backfillWindows, firstWindow } from '../../../pipelines/runs/window.ts'
import { identity } from '../../support/service.ts'

const sourceOf = (more: Partial<Source>): Source =>
  defineSource({ ...identity('aa', 'EUR'), async *fetch() {}, parse: () => [], ...more })

const today = '2026-03-06'
const open = sourceOf({ historyFrom: '2025-12-01' })
const closed = sourceOf({ historyFrom: '1998-01-01', ended: '1998-12-30' })

it('begins with the newest days of a source, and with the last days of a closed series', () => {
  expect(firstWindow(open, today)).toEqual({ from: '2026-02-24', to: today, today })
  expect(firstWindow(closed, today)).toEqual({ from: '1998-12-20', to: '1998-12-30', today })
})

it('ends the backfill of a closed series at its end', () => {
  expect(backfillWindows(open, undefined, undefined, today)).toEqual([{ from: '2025-12-01', to: today, today }])
  expect(backfillWindows(closed, undefined, undefined, today)).toEqual([
    { from: '1998-01-01', to: '1998-12-30', today }
  ])
  expect(backfillWindows(closed, '1998-12-01', '1998-12-10', today)).toEqual([
    { from: '1998-12-01', to: '1998-12-10', today }
  ])
  expect(backfillWindows(closed, '2000-01-01', undefined, today)).toEqual([])
})

it('refuses a series that ends before it begins', () => {
  expect(() => sourceOf({ historyFrom: '1999-01-01', ended: '1998-12-30' })).toThrow('ended must be')
})

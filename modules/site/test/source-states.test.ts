import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import type { SourceState } from '../operations/operations-query.ts'
import { SourceStates } from '../operations/source-states.tsx'

const source = (code: string, name: string, other: Partial<SourceState> = {}) =>
  ({
    code,
    name,
    latest_date: '2026-03-18',
    days: null,
    had: 0,
    published_at: null,
    publishes: null,
    fetched_at: null,
    last_run: null,
    last_status: 'ok',
    ...other
  }) as SourceState

it('lists sources by state, and within a state by name', () => {
  const sources = [
    source('aa', 'Bank of Zambia'),
    source('bb', 'Bank of Albania'),
    source('cc', 'Bank of Spain', { last_status: 'failed', last_run: '2026-03-18T10:00:00Z' }),
    source('dd', 'Bank of Chile', { latest_date: null }),
    source('ee', 'Bank of Russia', { overdue: true, missed: 2 })
  ]
  const order = (demoDay?: string) =>
    [...render(h(SourceStates, { sources, isOperator: false, demoDay })).matchAll(/\/banks\/(\w\w)"/g)].map(
      ([, code]) => code
    )
  expect(order()).toEqual(['cc', 'ee', 'bb', 'aa', 'dd'])
  expect(order('2026-03-18')).toEqual(['bb', 'cc', 'aa', 'ee', 'dd'])
})

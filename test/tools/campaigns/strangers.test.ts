import { expect, it } from 'vitest'
import { kinds } from '../../../tools/campaigns/strangers/kinds.ts'

it('has a kind of attack for each name', () => {
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadOnce } from '../../../tools/campaigns/crashes-outcome.ts'
import { crashCampaign } from '../../../tools/campaigns/crashes.ts'

it('ends no other process, loses or repeats no charge, changes no row and leaves the log intact after repeated kills', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-crashes-'))
  const sources = ['cnb', 'nbp', 'cbr']
  try {
    const expected = await loadOnce(join(folder, 'clean'), sources)
    const { kills, answered, checkpoints, faults } = await crashCampaign(join(folder, 'killed'), {
      rounds: 3,
      seed: 7,
      clients: 16,
      sources,
      expected
    })
    expect(faults).toEqual([])
    expect(answered).toBeGreaterThan(0)
    expect(checkpoints).toBeGreaterThan(0)
    expect(Object.values(kills).reduce((sum, count) => sum + count)).toBe(3)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 1_800_000) // a minute on an idle machine

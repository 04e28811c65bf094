import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { killCampaign } from './kills.ts'

it('no process ends by itself, no unit is lost or charged twice, and no row differs, whatever is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-kills-'))
  try {
    const { kills, answered, faults } = await killCampaign(folder, { rounds: 3, seed: 7, clients: 16, sources: ['cnb', 'nbp', 'cbr'] })
    expect(faults).toEqual([])
    expect(answered).toBeGreaterThan(0)
    expect(Object.values(kills).reduce((sum, count) => sum + count)).toBe(3)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 1_800_000) // a minute on an idle machine

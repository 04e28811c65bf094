import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasNginx } from '../../support/nginx.ts'
import { kinds } from '../../../tools/campaigns/strangers/kinds.ts'
import { strangerCampaign } from '../../../tools/campaigns/strangers.ts'

const MEASURED = /another address waited|took \d+ MB/

it('has a kind of attack for each name', () => {
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
})

it.runIf(process.platform === 'linux' && hasNginx)('what one address sends neither ends the server nor keeps it from answering others, behind nginx (Debian: apt-get install nginx-light)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-strangers-'))
  const options = { kinds, connections: 1, milliseconds: 1, patience: 300_000, tries: 1, warmUp: 0, seed: 7, days: 300, sources: [] }
  const statuses: number[] = []
  try {
    const { findings, faults } = await strangerCampaign(folder, options, async (address) => {
      for (const path of ['/healthz', '/api/open/central-bank/ecb', '/banks/ecb']) statuses.push((await fetch(address + path)).status)
    })
    expect(findings.filter(({ isVain }) => isVain).map(({ kind, tally }) => ({ kind, tally }))).toEqual([])
    expect(findings).toHaveLength(kinds.length)
    expect(faults.filter((fault) => !MEASURED.test(fault))).toEqual([]) // how long it takes depends on the machine
    expect(statuses).toEqual([200, 200, 200])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 1_800_000) // a quarter of a minute on an idle machine

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { strangerCampaign } from '../../../tools/campaigns/strangers.ts'
import { kinds } from '../../../tools/campaigns/strangers/kinds.ts'
import { withTool } from '../../support/tools.ts'

const TRIED = ['given up before dear answers', 'headers without an end, at once', 'unread documents', 'thousands of requests in a packet', 'pairs at all sources', 'to verify: a ZIP bomb', 'log-ins with new addresses']

withTool('nginx').it('the service answers other addresses and stays within its memory during an attack', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-strangers-'))
  try {
    const chosen = kinds.filter(({ name }) => TRIED.includes(name))
    const { findings, faults } = await strangerCampaign(folder, { kinds: chosen, connections: 8, milliseconds: 300, tries: 1, maxWait: Infinity, warmUp: 0, seed: 7, days: 100, sources: [] })
    expect(faults).toEqual([])
    expect(findings.map(({ kind }) => kind).toSorted()).toEqual(TRIED.toSorted())
    for (const { kind, tally } of findings) expect(Object.keys(tally), kind).not.toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

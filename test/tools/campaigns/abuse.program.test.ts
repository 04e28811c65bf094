import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { abuseCampaign } from '../../../tools/campaigns/abuse.ts'
import { ATTACKS } from '../../../tools/campaigns/abuse/attacks.ts'
import { withTool } from '../../support/tools.ts'

const NAMES = [
  'requests aborted before a slow answer',
  'endless headers at full speed',
  'unread documents',
  'thousands of pipelined requests',
  'comparisons of all sources',
  'a ZIP bomb',
  'log-ins with random addresses'
]

withTool('nginx').it('the service answers other addresses and stays within its memory during an attack', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-abuse-'))
  try {
    const attacks = ATTACKS.filter(({ name }) => NAMES.includes(name))
    const options = {
      attacks,
      connections: 8,
      milliseconds: 300,
      maxWait: Infinity,
      warmUp: 0,
      seed: 7,
      days: 100,
      sources: []
    }
    const findings = []
    for await (const finding of abuseCampaign(folder, options)) findings.push(finding)
    expect(findings.flatMap(({ faults }) => faults)).toEqual([])
    expect(findings.map(({ attack }) => attack).toSorted()).toEqual(NAMES.toSorted())
    for (const { attack, tally } of findings) expect(Object.keys(tally), attack).not.toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

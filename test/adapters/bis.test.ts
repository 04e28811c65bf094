import { join } from 'node:path'
import { expect, it } from 'vitest'
import bis from '../../adapters/bis.ts'
import { LayoutError } from '../../adapters/source.ts'
import { readText } from '../../adapters/kit/text.ts'
import { readRecording } from '../../pipelines/fetch/replay.ts'
import { FIXTURES, replay } from './fixture.ts'

it('refuses a document with invalid months', async () => {
  const [publication] = await replay(bis, await readRecording(join(FIXTURES, 'bis', 'main')))
  const names: Record<string, string> = { TIME_PERIOD: 'CURRENCY', CURRENCY: 'TIME_PERIOD' }
  const body = Buffer.from(readText(publication!).replace(/\b(TIME_PERIOD|CURRENCY)\b/g, (name) => names[name]!))
  expect(() => bis.parse({ ...publication!, body })).toThrow(LayoutError)
})

import type { Publication } from '../../adapters/source.ts'
import { EDITS } from './edits.ts'
import { pick, type Random } from './random.ts'
import type { Specimen } from './specimen.ts'

const ANOTHER_ANSWER = 'answer of another request'

/** What a damage is called; a campaign does each in turn. */
export const KINDS = [...Object.keys(EDITS), ANOTHER_ANSWER]

/** The publication with one change of a kind; undefined where the kind does not apply to it, or the change would leave it as it is. */
export function damage (kind: string, specimen: Specimen, random: Random): Publication | undefined {
  const { publication, document, others } = specimen
  if (kind === ANOTHER_ANSWER) {
    const other = pick(others, random)
    return other && { ...other, request: publication.request }
  }
  const text = EDITS[kind]!(specimen, random)
  return text === undefined || text === document.text ? undefined : { ...publication, body: document.save(text) }
}

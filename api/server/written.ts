import type { Readable } from 'node:stream'
import type { Answer } from '../formats/answer.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer with its body, and its cost to a caller with an account. */
export interface WrittenAnswer extends Omit<Answer, 'fields' | 'rows' | 'fileName'> {
  body: Buffer | Readable
  units: number
  compressed?: Partial<Record<Encoding, Buffer>>
}

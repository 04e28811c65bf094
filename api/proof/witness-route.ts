import { z } from 'zod'
import { SignatureError } from '../../proof/jws.ts'
import { signingKeyOf } from '../../proof/keys.ts'
import { isConsistent } from '../../proof/merkle.ts'
import { cosign, openCheckpoint, readCheckpoint, type Checkpoint } from '../../proof/note.ts'
import type { ErrorCode } from '../contract/error-codes.ts'
import { badRequest, HttpError, notFound } from '../contract/errors.ts'
import type { Answer } from '../formats/answer.ts'
import { NO_STORE } from '../server/cache-control.ts'
import { route, type Context } from '../server/route.ts'
import { findWitnessed, recordWitnessed } from './log-query.ts'

const MAX_BYTES = 128 * 1024 // 63 hashes, and 16 signatures of the longest kind
const MAX_HASHES = 63
const MAX_LOGGED = 1000
const REPORT_EVERY = 60_000
const REQUEST = /^old (0|[1-9]\d{0,15})\n((?:[A-Za-z0-9+/]{43}=\n)*)\n/

export const addCheckpoint = route({
  method: 'POST',
  path: '/add-checkpoint',
  summary: 'Have a checkpoint of a log countersigned for which this service is a witness (C2SP tlog-witness)',
  access: 'keyless',
  maxTextBytes: MAX_BYTES,
  body: {
    text: z.string().meta({ description: 'The size of the checkpoint that was countersigned last, the consistency proof from there, an empty line and the checkpoint.', examples: ['old 0\n\nrates.example.com/log\n…'] })
  },
  response: z.string(),
  mediaType: 'text/plain',
  failures: [403, 404, 409, 422],
  cacheControl: NO_STORE,
  run: async ({ text }, context) => {
    const { old, proof, note } = readRequest(text)
    const checkpoint = openSigned(note, context)
    if (old > checkpoint.size) throw badRequest('old', `expected at most the ${checkpoint.size} leaves of the checkpoint`)
    const known = await findWitnessed(context.database, checkpoint.origin)
    const size = known?.size ?? 0
    if (old !== size) return conflict(size)
    if (known && !isConsistent(known, checkpoint, proof)) {
      report(context, checkpoint, { note, known: size })
      if (size === checkpoint.size) return conflict(size)
      throw new HttpError('not_consistent', `the proof does not show that the log begins with the ${size} leaves that were countersigned`)
    }
    if (!known && proof.length > 0) throw new HttpError('not_consistent', 'expected no proof, since no checkpoint was countersigned')
    if (!await recordWitnessed(context.database, checkpoint, { known, note })) return conflict((await findWitnessed(context.database, checkpoint.origin))?.size ?? 0)
    const ring = await context.signingKeys.ring()
    return answer(cosign(checkpoint, { name: ring.origin, key: signingKeyOf(ring), now: context.now }))
  }
})

function readRequest (text: string): { old: number, proof: Buffer[], note: string } {
  const [head, old, lines = ''] = REQUEST.exec(text) ?? []
  const hashes = lines.split('\n').slice(0, -1)
  if (head === undefined || hashes.length > MAX_HASHES) throw badRequest('body', 'expected the line "old SIZE", at most 63 hashes in base64, an empty line and a checkpoint')
  return { old: Number(old), proof: hashes.map((hash) => Buffer.from(hash, 'base64')), note: text.slice(head.length) }
}

function openSigned (note: string, { settings: { witnessFor = [] } }: Context): Checkpoint {
  const { origin } = rethrowAs('invalid_body', () => readCheckpoint(note))
  const keys = witnessFor.filter(({ name }) => name === origin)
  if (keys.length === 0) throw notFound('this service is no witness for the log')
  return rethrowAs('signature_unknown', () => openCheckpoint(note, keys))
}

function rethrowAs<Result> (code: ErrorCode, open: () => Result): Result {
  try {
    return open()
  } catch (error) {
    throw error instanceof SignatureError ? new HttpError(code, error.message) : error
  }
}

const reportedAt = new Map<string, number>()

/** Logs a signed checkpoint that contradicts the countersigned one, at most once a minute, because anybody can send signed checkpoints. */
function report ({ logger, now }: Context, { origin, size }: Checkpoint, { note, known }: { note: string, known: number }): void {
  if (now - (reportedAt.get(origin) ?? 0) < REPORT_EVERY) return
  reportedAt.set(origin, now)
  const finding = size === known ? 'a log has signed two histories' : 'a log does not show that it begins with what was countersigned: its history may have been rewritten'
  logger.error({ log: origin, countersigned: known, checkpoint: note.slice(0, MAX_LOGGED) }, finding)
}

function conflict (size: number): Answer {
  return { status: 409, body: Buffer.from(`${size}\n`), headers: { 'Content-Type': 'text/x.tlog.size' } }
}

function answer (line: string): Answer {
  return { body: Buffer.from(line), headers: { 'Content-Type': 'text/plain; charset=utf-8' } }
}

import type { Logger } from 'pino'
import type { Dispatcher } from 'undici'
import { signingKeyOf, type SigningKeys } from '../../proof/keys.ts'
import { cosignatureOf, signCheckpoint, type Verifier } from '../../proof/note.ts'
import type { Database } from '../../sql/database.ts'
import { repeat } from './repeat.ts'
import { send } from './send.ts'

const EVERY = 60_000
const MAX_QUOTED = 200
const SIZE = /^\d{1,15}\n$/

/** Another service that countersigns checkpoints (C2SP tlog-witness). */
export interface Witness {
  verifier: Verifier
  /** The address below which it takes checkpoints. */
  url: string
}

export interface Witnessing {
  database: Database
  logger: Logger
  dispatcher: Dispatcher
  signingKeys: SigningKeys
}

/** Has every witness countersign the log when it has grown, until it is stopped. */
export function startWitnesses (witnesses: readonly Witness[], witnessing: Witnessing, every = EVERY): { stop: () => Promise<void> } {
  return repeat(every, async () => {
    await Promise.all(witnesses.map((witness) => requestCosignature(witness, witnessing).catch((error: Error) => {
      witnessing.logger.error({ witness: witness.verifier.name, error: error.message }, 'a witness has not countersigned the log')
    })))
  })
}

interface Head {
  size: number
  root: Buffer
  /** The size that the witness countersigned last; 0 for none. */
  known: number
  is_countersigned: boolean
}

const HEAD = `
  select head.size, head.root, coalesce(it.size, 0) as known, coalesce(it.size = head.size and it.root = head.root, false) as is_countersigned
  from log_head() head
  left join cosignatures it on witness = $1`

const STORE = `
  insert into cosignatures (witness, size, root, line, cosigned_at)
  values ($1, $2, $3, $4, $5)
  on conflict (witness) do update set size = excluded.size, root = excluded.root, line = excluded.line, cosigned_at = excluded.cosigned_at`

/** Has a witness countersign the present state of the log, unless it has, and stores its cosignature. Throws if it refuses. */
export async function requestCosignature ({ verifier, url }: Witness, { database, dispatcher, signingKeys }: Witnessing): Promise<void> {
  const [head] = await database.write<Head>(HEAD, [verifier.name])
  const { size, root, known, is_countersigned: isCountersigned } = head!
  if (isCountersigned) return
  const ring = await signingKeys.ring()
  const checkpoint = signCheckpoint({ origin: ring.origin, size, root }, signingKeyOf(ring))
  const submit = async (old: number) => {
    if (old > size) throw new Error(`it has countersigned ${old} entries of the log, which has ${size}: entries were removed`)
    const body = Buffer.from(`old ${old}\n${await proofFrom(database, old, size)}\n${checkpoint}`)
    const { status, bytes } = await send(dispatcher, `${url}/add-checkpoint`, { type: 'text/plain', body })
    return { status, text: bytes.toString() }
  }
  const first = await submit(known)
  const other = first.status === 409 && SIZE.test(first.text) ? Number(first.text) : known
  const { status, text } = other === known ? first : await submit(other)
  if (status === 409 || status === 422) throw new Error(`it has countersigned another history of the log, and answers ${status}: ${text.slice(0, MAX_QUOTED)}`)
  if (status !== 200) throw new Error(`it answers ${status}: ${text.slice(0, MAX_QUOTED)}`)
  const cosignature = cosignatureOf(checkpoint + text, verifier)
  if (!cosignature) throw new Error('it answers without a cosignature of its key')
  await database.write(STORE, [verifier.name, size, root, cosignature.line, cosignature.at])
}

async function proofFrom (database: Database, old: number, size: number): Promise<string> {
  const [found] = await database.write<{ proof: Buffer[] }>('select log_consistency($1, $2) as proof', [old, size])
  return found!.proof.map((node) => `${node.toString('base64')}\n`).join('')
}

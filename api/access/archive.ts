import { HttpError } from '../contract/errors.ts'
import type { Payer } from './meter.ts'
import { isPaid } from './plans.ts'

interface ArchivedDocument {
  sources: readonly string[]
  /** True if a rate of the newest table of a source comes from this document. */
  isNewest: boolean
}

/**
 * Throws 403 unless the caller may read a document. If the operator shares the documents of its source, everyone may.
 * Otherwise the caller's plan must include the figure behind it: a paid plan includes every figure, and any plan those
 * of the newest tables.
 */
export function assertReadable(
  { sources, isNewest }: ArchivedDocument,
  caller: Payer | undefined,
  shared: readonly string[] | '*' = []
): void {
  if (shared === '*' || sources.some((it) => shared.includes(it))) return
  if (!caller) throw new HttpError('not_shared', 'this service does not share this document')
  if (isNewest || isPaid(caller.plan)) return
  throw new HttpError(
    'plan_required',
    `the ${caller.plan} plan includes the documents behind the newest tables; those behind past ones need a paid plan`
  )
}

// SQLSTATE codes (PostgreSQL, Appendix A) of a server that is stopping, starting, full, a standby or too slow, and
// system codes of an unreachable host.
const UNAVAILABLE =
  /^(08...|57P0.|57014|53...|25006|40001|ECONN.*|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/
// Errors of the driver have no code.
const UNAVAILABLE_MESSAGE =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed)/i
const TIMED_OUT = /^(timeout exceeded when trying to connect|timeout expired|Query read timeout)/i
const CONNECTION_LOST = /^(08...|57P0.|ECONN.*|EPIPE|ETIMEDOUT)$/
const RECOVERY_CONFLICT = '40001'
const CANCELLED = '57014'
// A missing function, column or table, and a prepared statement whose columns have changed.
const OUTDATED = /^(42883|42703|42P01|0A000)$/
const DENIED = '42501'

/** A read that the server cancelled at its deadline; the server is available. */
export class ReadTimeout extends Error {
  override readonly name = 'ReadTimeout'
  readonly code = CANCELLED
}

/** A replica stopped answering before it answered a read. */
export class ReplicaLost extends Error {
  override readonly name = 'ReplicaLost'
  readonly code = '08006' // connection_failure
}

/** The error of a failed read: a `ReadTimeout` if the server cancelled it, else the error itself. */
export function asReadError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string }
  return code === CANCELLED ? new ReadTimeout(message, { cause: error }) : error
}

/** True for a transient error of the database: the caller may retry the statement. */
export function isUnavailable(error: unknown): boolean {
  // A host with several addresses fails with an error for each.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const { code, message } = error as { code?: string; message?: string }
  return UNAVAILABLE.test(code ?? '') || (code === undefined && UNAVAILABLE_MESSAGE.test(message ?? ''))
}

/** True if the server did not answer in time; false for the server's own timeouts. */
export function isTimeout(error: unknown): boolean {
  return TIMED_OUT.test((error as Error).message)
}

/** True when the connection of a failed query can't be used again. */
export function isConnectionLost(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === undefined || CONNECTION_LOST.test(code)
}

/** True if a standby cancelled a read because it conflicts with its replay. */
export function isRecoveryConflict(error: unknown): boolean {
  return (error as { code?: string }).code === RECOVERY_CONFLICT
}

/** True when a query does not fit the schema, as after an upgrade by another version. */
export function isOutdated(error: unknown): boolean {
  return OUTDATED.test((error as { code?: string }).code ?? '')
}

/** True if the role lacks the privilege for the statement. */
export function isDenied(error: unknown): boolean {
  return (error as { code?: string }).code === DENIED
}

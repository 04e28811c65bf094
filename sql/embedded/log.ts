// A server that is starting or stopping logs a FATAL line for each refused connection, which is not a cause.
const SEVERE = /\b(PANIC|FATAL):(?! +the database system is )|^initdb: error:/
const SERVER_PREFIX = /^.*?\b(?=(PANIC|FATAL):)/

/**
 * The cause of failure in the output of a server or initdb: the last PANIC, FATAL or error of initdb, else the last
 * line.
 */
export function causeIn(output: string): string {
  const lines = output.trim().split('\n')
  return (lines.findLast((line) => SEVERE.test(line)) ?? lines.at(-1) ?? '').replace(SERVER_PREFIX, '').trim()
}

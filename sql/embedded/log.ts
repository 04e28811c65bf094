// A server that starts or stops refuses connections by a FATAL line of its own, which is no cause.
const SEVERE = /\b(PANIC|FATAL):(?! +the database system is )|^initdb: error:/
const SERVER_PREFIX = /^.*?\b(?=(PANIC|FATAL):)/

/** The line of a server's or initdb's output that says why it failed: the last PANIC, FATAL or error of initdb, else its last line. */
export function causeIn (output: string): string {
  const lines = output.trim().split('\n')
  return (lines.findLast((line) => SEVERE.test(line)) ?? lines.at(-1) ?? '').replace(SERVER_PREFIX, '').trim()
}

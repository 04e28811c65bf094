// JSON.parse rounds numbers, so each number becomes a string with a mark before its digits, and the reviver reads it.
const MARK = '\u0001'
const TOKEN = /"(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.eE+-]*/g

/** The fields whose integers are not figures. All other numbers of an answer are figures. */
// prettier-ignore
export const COUNTS: ReadonlySet<string> = new Set([
  'banks_in_stats', 'count', 'days', 'days_of_history', 'document_id', 'id', 'late_365_median',
  'late_365_tables', 'late_365_worst', 'late_90_median', 'late_90_tables', 'late_90_worst', 'missed',
  'new_publication', 'old_publication', 'overdue_count', 'rates_in_mean', 'revision', 'round', 'series', 'stale_count',
  'unit'
])

/** Parses JSON. `figure` gets the printed digits of each figure; counts are numbers. */
export function parseWith(text: string, figure: (digits: string) => unknown): unknown {
  const marked = text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"\\u0001${token}"`))
  return JSON.parse(marked, (name, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value
    const digits = value.slice(MARK.length)
    return COUNTS.has(name) ? Number(digits) : figure(digits)
  })
}

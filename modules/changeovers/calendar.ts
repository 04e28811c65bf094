interface Changeover {
  former: string
  successor: string
  date: string
  ratio: string | null
  same_code: boolean
  former_until: string | null
  act: string | null
}

const MAX_LINE = 75 // octets, with the space that continues a line

/**
 * Writes changeovers as all-day events of a calendar (RFC 5545). An event keeps its UID, so that an earlier copy is
 * replaced.
 */
export function writeCalendar(changeovers: Changeover[], origin: string): string {
  const { hostname } = new URL(origin)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ratebook//Changeovers of currencies//EN',
    'NAME:Changeovers of currencies',
    'X-WR-CALNAME:Changeovers of currencies',
    ...changeovers.flatMap((it) => eventOf(it, hostname, origin)),
    'END:VCALENDAR'
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventOf(it: Changeover, hostname: string, origin: string): string[] {
  const day = it.date.replaceAll('-', '')
  const title = it.same_code ? `${it.former}: new unit` : `${it.successor} replaces ${it.former}`
  const details = [
    it.ratio === null ? 'No single ratio is known.' : `${it.ratio} former units for one new unit.`,
    it.former_until === null ? '' : `Last day of ${it.former}: ${it.former_until}.`,
    it.act ?? ''
  ]
  return [
    'BEGIN:VEVENT',
    `UID:${it.former}-${it.successor}-${it.date}@${hostname}`,
    `DTSTAMP:${day}T000000Z`,
    `DTSTART;VALUE=DATE:${day}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(details.filter(Boolean).join(' '))}`,
    `URL:${origin}/api/v1/changeovers?currency=${it.former}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT'
  ]
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (it) => `\\${it}`).replaceAll('\n', '\\n')
}

/** Splits a line into pieces of at most 75 octets, never within a character. */
function folded(line: string): string {
  let [text, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_LINE) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}

/** An event of a calendar. A program that fetches the calendar again replaces its copy by the `uid`. */
export interface CalendarEvent {
  uid: string
  /** An ISO date for a whole day, or an instant in UTC. */
  start: string
  /** The ISO date since which the event is known in this form; today if that date is in the future. */
  stamp: string
  summary: string
  description: string
  url?: string
}

const MAX_LINE = 75 // octets, with the space that continues a line

export interface CalendarOptions {
  name: string
  /** Completes the identity of the events. */
  host: string
  today: string
  /** How often a program should fetch the calendar, as a duration of ISO 8601; without it many fetch once a day or week. */
  refresh: string
}

/** Writes events as a calendar (RFC 5545, RFC 7986). */
export function writeCalendar(events: CalendarEvent[], { name, host, today, refresh }: CalendarOptions): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Ratebook//${name}//EN`,
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`, // read by Outlook
    ...events.flatMap(({ uid, start, stamp, summary, description, url }) => [
      'BEGIN:VEVENT',
      `UID:${uid}@${host}`,
      `DTSTAMP:${instantOf(stamp < today ? stamp : today)}`,
      start.includes('T') ? `DTSTART:${instantOf(start)}` : `DTSTART;VALUE=DATE:${start.replaceAll('-', '')}`,
      `SUMMARY:${escaped(summary)}`,
      `DESCRIPTION:${escaped(description)}`,
      ...(url === undefined ? [] : [`URL:${url}`]),
      'TRANSP:TRANSPARENT',
      'END:VEVENT'
    ]),
    'END:VCALENDAR'
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function instantOf(text: string): string {
  const [day = '', time = '00:00:00'] = text.split('T')
  return `${day.replaceAll('-', '')}T${time.slice(0, 8).replaceAll(':', '')}Z`
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

import { isLong, Rows } from './rows.ts'
import { singular } from './answer.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const BEGINNING = '<?xml version="1.0" encoding="UTF-8"?>\n<response>'
const END = '</response>\n'

/** Writes fields as an XML document that mirrors the JSON. The elements of a list have singular names. */
export async function* writeXml(fields: Record<string, unknown>): AsyncGenerator<string, void, void> {
  yield BEGINNING
  for (const [name, value] of Object.entries(fields)) {
    if (!isLong(value)) {
      yield element(name, value)
      continue
    }
    yield `<${name}>`
    for await (const { cells } of value.batches) yield content(name, new Rows(value.columns, cells))
    yield `</${name}>`
  }
  yield END
}

const NAME = /^(?!xml)[a-z_][\w.-]*$/i

/**
 * A field as an element with its name. A key that cannot name an element, such as a date, becomes the attribute of an
 * `entry`.
 */
function element(name: string, value: unknown): string {
  if (value === undefined) return ''
  const tag = NAME.test(name) ? name : 'entry'
  const begin = tag === name ? tag : `${tag} key="${escapeXml(name)}"`
  return value === null ? `<${begin} nil="true"/>` : `<${begin}>${content(tag, value)}</${tag}>`
}

function content(name: string, value: unknown): string {
  const item = singular(name)
  if (value instanceof Rows) {
    const items = value.isFlat ? value.lists[0]! : value.objects()
    return items.map((it) => element(item, it)).join('')
  }
  if (Array.isArray(value)) return value.map((it) => element(item, it)).join('')
  if (isPlain(value))
    return Object.entries(value)
      .map(([field, it]) => element(field, it))
      .join('')
  return escapeXml(String(value))
}

function isPlain(value: unknown): value is object {
  return Object.getPrototypeOf(value) === Object.prototype
}

/** Text that XML 1.0 can contain, for an element or a double-quoted attribute. */
export function escapeXml(text: string): string {
  // XML 1.0 cannot contain control characters, even escaped ones.
  return (
    text
      // eslint-disable-next-line no-control-regex
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
      .replace(/[&<>"]/g, (character) => ESCAPES[character]!)
  )
}

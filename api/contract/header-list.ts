/** Headers as the flat list of names and values that Node.js writes fastest. */
export type HeaderList = string[]

/** Headers as a list, in which one of several values stands several times. The defaults hold for names that have no header. */
export function headerList (headers: Record<string, string | string[]>, defaults: Record<string, string> = {}): HeaderList {
  const list: HeaderList = []
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') list.push(name, value)
    else for (const it of value) list.push(name, it)
  }
  for (const name in defaults) if (!(name in headers)) list.push(name, defaults[name]!)
  return list
}

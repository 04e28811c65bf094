/**
 * A document as its difference from an earlier one, for publishers whose documents repeat their history: parts that are
 * copied from the earlier document (`=offset,length`), and new parts (`+length`, followed by their bytes).
 */

const BLOCK = 32

/** The difference of a document from a base. */
export function differenceOf(base: Buffer, document: Buffer): Buffer {
  const blocks = new Map<string, number>()
  for (let at = base.length - (base.length % BLOCK) - BLOCK; at >= 0; at -= BLOCK) blocks.set(keyAt(base, at), at)
  const parts: Buffer[] = []
  let written = 0
  const addNew = (end: number) => {
    if (end > written) parts.push(Buffer.from(`+${end - written}\n`), document.subarray(written, end))
  }
  let expected = 0 // where the last copy ended in the base; among equal blocks, the one there is copied
  for (let at = 0; at + BLOCK <= document.length;) {
    const key = keyAt(document, at)
    const found = keyAt(base, expected) === key ? expected : blocks.get(key)
    if (found === undefined) {
      at += 1
      continue
    }
    let [from, start] = [found, at]
    while (start > written && from > 0 && base[from - 1] === document[start - 1]) {
      from -= 1
      start -= 1
    }
    let length = at - start + BLOCK
    while (from + length < base.length && base[from + length] === document[start + length]) length += 1
    addNew(start)
    parts.push(Buffer.from(`=${from},${length}\n`))
    expected = from + length
    written = at = start + length
  }
  addNew(document.length)
  return Buffer.concat(parts)
}

function keyAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + BLOCK)
}

/** The document, from a base and its difference. Throws for anything that is not a difference. */
export function applyDifference(base: Buffer, difference: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < difference.length;) {
    const end = difference.indexOf('\n', at)
    const line = difference.toString('latin1', at, Math.max(at, end))
    const [, kind, first, second] = /^([=+])(\d+)(?:,(\d+))?$/.exec(line) ?? []
    if (kind === undefined) throw new RangeError('the difference is cut off')
    at = end + 1
    if (kind === '=') parts.push(base.subarray(Number(first), Number(first) + Number(second)))
    else parts.push(difference.subarray(at, (at += Number(first))))
  }
  return Buffer.concat(parts)
}

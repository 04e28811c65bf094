import { createHash } from 'node:crypto'

/** The Merkle trees of RFC 6962, section 2.1: hashes of leaves and nodes, and the verification of proofs. */

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

export function hashLeaf(entry: Uint8Array): Buffer {
  return createHash('sha256').update(LEAF).update(entry).digest()
}

export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest()
}

/** A tree that grows leaf by leaf and keeps only the roots of its complete parts. */
export class GrowingTree {
  #size = 0
  readonly #parts: Array<{ size: number; hash: Buffer }> = []

  get size(): number {
    return this.#size
  }

  /** Adds the hash of a leaf. */
  add(hash: Buffer): void {
    let part = { size: 1, hash }
    for (let last = this.#parts.at(-1); last?.size === part.size; last = this.#parts.at(-1)) {
      this.#parts.pop()
      part = { size: 2 * part.size, hash: hashNode(last.hash, part.hash) }
    }
    this.#parts.push(part)
    this.#size += 1
  }

  /** The hash of the tree. */
  root(): Buffer {
    const [last, ...others] = this.#parts.toReversed()
    if (!last) return createHash('sha256').digest()
    return others.reduce((right, { hash }) => hashNode(hash, right), last.hash)
  }
}

/**
 * The root to which an inclusion proof leads (RFC 9162, section 2.1.3.2); undefined if the proof has the wrong length
 * for that index.
 */
export function rootOfInclusion(leaf: Buffer, index: number, size: number, proof: Buffer[]): Buffer | undefined {
  if (!(index >= 0 && index < size)) return undefined
  let [place, last, hash] = [index, size - 1, leaf]
  for (const node of proof) {
    if (last === 0) return undefined
    if (place % 2 === 1 || place === last) {
      hash = hashNode(node, hash)
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)]
    } else hash = hashNode(hash, node)
    ;[place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hash : undefined
}

/** True if a proof shows that a tree begins with an earlier one (RFC 9162, section 2.1.4.2). */
export function isConsistent(
  earlier: { size: number; root: Buffer },
  later: { size: number; root: Buffer },
  proof: Buffer[]
): boolean {
  if (earlier.size === 0) return proof.length === 0
  if (earlier.size >= later.size) {
    return earlier.size === later.size && proof.length === 0 && earlier.root.equals(later.root)
  }
  let [place, last] = [earlier.size - 1, later.size - 1]
  while (place % 2 === 1) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  const [first, ...rest] = place === 0 ? [earlier.root, ...proof] : proof
  if (!first) return false
  let [one, other] = [first, first]
  for (const node of rest) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      ;[one, other] = [hashNode(node, one), hashNode(node, other)]
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)]
    } else other = hashNode(other, node)
    ;[place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  return last === 0 && one.equals(earlier.root) && other.equals(later.root)
}

import { z } from 'zod'

interface ListOptions {
  /** The pattern of an item, in its letter case. */
  item: RegExp
  /** The letter case of the items; callers may use any. */
  letters: 'upper' | 'lower'
  /** The text of the error. */
  expected: string
  /** The maximum number of items. */
  most?: { count: number, what: string }
  mayBeEmpty?: boolean
}

/** A parameter that lists items separated by commas, each once. Spaces around an item and empty items are ignored. */
export function listOf ({ item, letters, expected, most = { count: Infinity, what: 'items' }, mayBeEmpty = false }: ListOptions) {
  return z.string(expected)
    .transform((text) => [...new Set((letters === 'upper' ? text.toUpperCase() : text.toLowerCase()).split(',').map((it) => it.trim()).filter((it) => it !== ''))])
    .refine((list) => (mayBeEmpty || list.length > 0) && list.every((it) => item.test(it)), expected)
    .refine((list) => list.length <= most.count, `expected at most ${most.count} ${most.what}`)
}

import { z } from 'zod'
import { codeProblem } from './currency-codes.ts'

interface ListOptions {
  /** The pattern of an item, in its letter case. */
  item: RegExp
  /**
   * The letter case of the items: `upper` for currencies, which callers may also write in small letters, or `lower`,
   * for which they may use any.
   */
  letters: 'upper' | 'lower'
  /** The text of the error. */
  expected: string
  /** The maximum number of items. */
  most?: { count: number, what: string }
  mayBeEmpty?: boolean
}

/** A parameter that lists items separated by commas, each once. Spaces around an item and empty items are ignored. */
export function listOf (
  { item, letters, expected, most = { count: Infinity, what: 'items' }, mayBeEmpty = false }: ListOptions
) {
  return z.string(expected)
    .transform((text, context) => {
      const items = text.split(',').map((it) => it.trim()).filter((it) => it !== '')
      const problem = letters === 'upper'
        ? items.flatMap((it) => it.split('/')).map(codeProblem).find((it) => it !== undefined)
        : undefined
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
      return [...new Set(items.map((it) => letters === 'upper' ? it.toUpperCase() : it.toLowerCase()))]
    })
    .refine((list) => (mayBeEmpty || list.length > 0) && list.every((it) => item.test(it)), expected)
    .refine((list) => list.length <= most.count, `expected at most ${most.count} ${most.what}`)
}

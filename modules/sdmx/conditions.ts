import { z } from 'zod'
import { addDays } from '../../adapters/kit/dates.ts'
import { badRequest, HttpError } from '../../api/contract/errors.ts'
import { TIME, type Flow } from './model.ts'
import { ALWAYS, PERIOD, spanOf, windowOf, type Span } from './periods.ts'

/** The conditions `c[…]` of a request in SDMX 3.0, a parameter for each component of any flow. */
export const conditions = Object.fromEntries(
  ['FREQ', 'CURRENCY', 'CURRENCY_DENOM', 'EXR_TYPE', 'EXR_SUFFIX', 'SOURCE', TIME.id].map((id) => [
    `c[${id}]`,
    z
      .string()
      .max(1000)
      .optional()
      .meta({
        description: `A condition on ${id}: values with a comma between them for or, + for and, each with an operator such as ge: before it.`,
        examples: [id === TIME.id ? 'ge:2026-03-02' : '*']
      })
  ])
) as Record<string, z.ZodOptional<z.ZodString>>

const TESTS: Record<string, (code: string, value: string) => boolean> = {
  eq: (code, value) => code === value,
  ne: (code, value) => code !== value,
  lt: (code, value) => code < value,
  le: (code, value) => code <= value,
  gt: (code, value) => code > value,
  ge: (code, value) => code >= value,
  co: (code, value) => code.includes(value),
  nc: (code, value) => !code.includes(value),
  sw: (code, value) => code.startsWith(value),
  ew: (code, value) => code.endsWith(value)
}
const OPERATORS = Object.keys(TESTS).join(', ')

interface Test {
  operator: string
  value: string
}

/**
 * The alternatives of a condition, each of which is a list of tests that must all hold. A + in the URL has become a
 * space.
 */
function alternativesIn(text: string): Test[][] {
  return text.split(',').map((all) =>
    all.split(/[ +]/).map((test) => {
      const [, operator = 'eq', value] = /^(?:([a-z]{2}):)?(.+)$/.exec(test) ?? []
      if (value === undefined || !(operator in TESTS)) {
        throw badRequest(
          'c',
          `expected values with an operator out of ${OPERATORS} before them, such as ge:2026-03-02+le:2026-03-17`
        )
      }
      return { operator, value }
    })
  )
}

/** The conditions on dimensions. Availability also uses them. */
export function conditionsOf(
  query: Record<string, unknown>,
  { structure: { dimensions } }: Flow
): (codes: readonly string[]) => boolean {
  const foreign = Object.keys(conditions).find(
    (name) => query[name] !== undefined && name !== `c[${TIME.id}]` && !dimensions.some(({ id }) => name === `c[${id}]`)
  )
  if (foreign !== undefined) {
    throw badRequest(foreign, `this flow has the dimensions ${dimensions.map(({ id }) => id).join(', ')}`)
  }
  const tests = dimensions.flatMap(({ id }, at) => {
    const text = query[`c[${id}]`] as string | undefined
    return text === undefined || text === '*' ? [] : [{ at, alternatives: alternativesIn(text) }]
  })
  return (codes) =>
    tests.every(({ at, alternatives }) =>
      alternatives.some((all) => all.every(({ operator, value }) => TESTS[operator]!(codes[at]!, value)))
    )
}

/** The window of a condition on the time, such as ge:2026-03-02+le:2026-03-17. */
export function timeOf(query: Record<string, unknown>): Span {
  const name = `c[${TIME.id}]`
  const text = query[name] as string | undefined
  if (text === undefined || text === '*') return ALWAYS
  const [tests, ...others] = alternativesIn(text)
  if (others.length > 0) {
    throw new HttpError(
      'not_implemented',
      `${name}: alternatives are not served; expected one window, such as ge:2026-03-02+le:2026-03-17`
    )
  }
  const spans = tests!.map((it) => spanOfTest(it, name))
  return windowOf(
    spans
      .map(({ from }) => from)
      .sort()
      .at(-1)!,
    spans.map(({ to }) => to).sort()[0]!
  )
}

function spanOfTest({ operator, value }: Test, name: string): Span {
  const span = spanOf(value)
  if (!span) throw badRequest(name, PERIOD)
  switch (operator) {
    case 'eq':
      return span
    case 'ge':
      return { from: span.from, to: ALWAYS.to }
    case 'gt':
      return { from: addDays(span.to, 1), to: ALWAYS.to }
    case 'le':
      return { from: ALWAYS.from, to: span.to }
    case 'lt':
      return { from: ALWAYS.from, to: addDays(span.from, -1) }
    default:
      throw badRequest(name, 'expected the operators eq, ge, gt, le or lt')
  }
}

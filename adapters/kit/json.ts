import { LosslessNumber, parse, type NumberParser } from 'lossless-json'
import { z } from 'zod'
import { LayoutError, type Publication } from '../source.ts'
import { excerpt, readText } from './text.ts'

/**
 * A JSON publication in the shape that the adapter declares. Numbers come as the text that the publisher printed, so
 * that no digit is lost:
 * declare them as `z.string()`. Throws a `LayoutError` that names the first field that is not as declared.
 */
export function readJson<Shape>(publication: Publication, shape: z.ZodType<Shape>): Shape {
  return readShape(publication, shape, (number) => number)
}

const MOST_PRINTED = 60 // characters of a value in a message

const NUMBER = /^-?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,2})?$/i

/**
 * A number in the shape of `readTypedJson`, as the text that was printed. Refuses a string, and a number that is too
 * long to be a figure.
 */
export const printedNumber = z
  .instanceof(LosslessNumber)
  .transform(({ value }) => value)
  .pipe(z.string().regex(NUMBER))

/** The same as `readJson`, but distinguishes numbers from strings: declare numbers as `printedNumber`. */
export function readTypedJson<Shape>(publication: Publication, shape: z.ZodType<Shape>): Shape {
  return readShape(publication, shape, (number) => new LosslessNumber(number))
}

function readShape<Shape>(publication: Publication, shape: z.ZodType<Shape>, numbers: NumberParser): Shape {
  const text = readText(publication)
  const parsed = parseJson(text, numbers)
  const result = shape.safeParse(parsed)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new LayoutError(
    `JSON with ${issue!.path.map(String).join('.') || 'the declared shape'} (${issue!.message}${printedAt(parsed, issue!.path)})`,
    excerpt(text)
  )
}

/** The text or number at a path in parsed JSON, for messages. */
function printedAt(parsed: unknown, path: PropertyKey[]): string {
  const found = path.reduce<unknown>(
    (part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key],
    parsed
  )
  if (typeof found !== 'string' && typeof found !== 'number' && !(found instanceof LosslessNumber)) return ''
  return `: ${JSON.stringify(String(found).slice(0, MOST_PRINTED))}`
}

function parseJson(text: string, numbers: NumberParser): unknown {
  try {
    return parse(text, null, numbers)
  } catch (error) {
    throw new LayoutError('a complete JSON document', excerpt(text), { cause: error })
  }
}

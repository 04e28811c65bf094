import { parse } from 'lossless-json'
import type { z } from 'zod'
import { LayoutError, type Publication } from '../source.ts'
import { excerpt, readText } from './text.ts'

/**
 * A JSON publication in the shape that the adapter declares. Numbers come as the text that the publisher printed, so that no digit is lost:
 * declare them as `z.string()`. Throws a `LayoutError` that names the first field that is not as declared.
 */
export function readJson<Shape> (publication: Publication, shape: z.ZodType<Shape>): Shape {
  const text = readText(publication)
  const result = shape.safeParse(parseJson(text))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new LayoutError(`JSON with ${issue!.path.map(String).join('.') || 'the declared shape'} (${issue!.message})`, excerpt(text))
}

function parseJson (text: string): unknown {
  try {
    return parse(text, null, (number) => number)
  } catch (error) {
    throw new LayoutError('a whole JSON document', excerpt(text), { cause: error })
  }
}

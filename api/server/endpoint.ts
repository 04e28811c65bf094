import { z } from 'zod'
import { statementOf, type Call, type Values } from '../formats/call.ts'
import { read, type Found } from '../formats/read.ts'
import { Rows } from '../formats/rows.ts'
import type { Answer } from '../formats/answer.ts'
import type { RequestedFormat } from '../formats/index.ts'
import { route, type Context, type Declaration, type Route } from './route.ts'

/**
 * An endpoint is a declaration and one SQL function. The function returns a row for each item of the list, the first of
 * which also has the head, or one row with only the head.
 */

type Shape = z.ZodRawShape
type Empty = Record<never, never>

type Known<Parameters extends Shape, Query extends Shape> = z.output<z.ZodObject<Parameters>> &
  z.output<z.ZodObject<Query>> &
  RequestedFormat

/**
 * A shape of an endpoint's answers. Each of its fields is computed, comes from the head, or is a parameter of the
 * request.
 */
export interface AnswerShape<Request, HeadFields extends Shape> {
  /** True for the requests that the shape answers; the last shape answers all others. */
  when?: (request: Request) => boolean
  call: Call<HeadFields>
  /** Values of the call that are not parameters of the request. */
  values?: (request: Request, context: Context) => Values
  /** Throws the error for a missing answer. */
  check?: (found: Found<HeadFields> | undefined, request: Request, context: Context) => Promise<void> | void
  fields: z.ZodObject
  /** The field that contains the list. */
  list?: string
  computed?: Record<string, (found: Found<HeadFields>, request: Request, context: Context) => unknown>
  /** The parts of the answer other than its fields, such as the file name. */
  rest?: (found: Found<HeadFields>, request: Request, context: Context) => Answer
}

/** Declares a shape; its type is inferred from the call. */
export function shape<Request, HeadFields extends Shape>(
  declared: AnswerShape<Request, HeadFields>
): AnswerShape<Request, Shape> {
  return declared as unknown as AnswerShape<Request, Shape>
}

type EndpointDeclaration<Parameters extends Shape, Query extends Shape> = Omit<
  Declaration<Parameters, Query>,
  'run' | 'response'
> & {
  /** The shape of the answers, if it differs from the fields of the shapes, such as a bare list. */
  response?: z.ZodType
  shapes: ReadonlyArray<AnswerShape<Known<Parameters, Query>, Shape>>
}

/** Declares an endpoint whose answers come from calls. */
export function endpoint<Parameters extends Shape = Empty, Query extends Shape = Empty>({
  shapes,
  response = shapes.length === 1 ? shapes[0]!.fields : z.union(shapes.map((it) => it.fields)),
  ...declaration
}: EndpointDeclaration<Parameters, Query>): Route {
  return route<Parameters, Query>({
    ...declaration,
    response,
    run: async (parsed, context) => {
      const request = parsed as Known<Parameters, Query>
      const {
        call,
        values,
        check,
        fields,
        list,
        computed = {},
        rest
      } = shapes.find(({ when }) => when?.(request) ?? true)!
      const answered = await read(call, context.database, { ...request, ...values?.(request, context) })
      await check?.(answered, request, context)
      const found = answered ?? { head: {}, list: new Rows(statementOf(call).list, []) }
      const valueOf = (name: string) =>
        name === list
          ? found.list
          : computed[name]
            ? computed[name](found, request, context)
            : (name in found.head ? found.head : (request as Values))[name]
      return {
        fields: Object.fromEntries(Object.keys(fields.shape).map((name) => [name, valueOf(name)])),
        ...rest?.(found, request, context)
      }
    }
  } as Declaration<Parameters, Query>)
}

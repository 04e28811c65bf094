import type { z } from 'zod'
import { tool, type Tool, type ToolContext, type ToolDeclaration } from '../../tool.ts'
import { Decimal, Rows } from '../../../api/formats/rows.ts'
import { absoluteUrl, assertSource } from '../../../api/rates/bank-query.ts'
import { statementOf, type Call, type Values } from '../../../api/formats/call.ts'
import { read, type Found } from '../../../api/formats/read.ts'
import { namingList } from './lookups.ts'

type Shape = z.ZodRawShape
type Of<Fields extends Shape> = z.output<z.ZodObject<Fields>>

/** A tool whose answers come from a call, as in an endpoint. Its figures are text. */
interface DeclaredTool<Input extends Shape, Output extends Shape, Head extends Shape> extends Omit<
  ToolDeclaration<Input, Output>,
  'run'
> {
  call: Call<Head>
  /** Values of the call besides the input and `today`. */
  values?: (input: Of<Input>, context: ToolContext) => Values
  /** Throws the error for a missing answer. */
  check?: (found: Found<Head> | undefined, input: Of<Input>, context: ToolContext) => Promise<void> | void
  /** The field that contains the list. */
  list?: keyof Output
  /** The fields that come from neither the head nor the values of the call. */
  computed?: { [Name in keyof Output]?: (found: Found<Head>, input: Of<Input>, today: string) => unknown }
  /** The answer as text for a reader. */
  text: (fields: Of<Output>, found: Found<Head>, input: Of<Input>, today: string) => string
}

/** Declares a tool whose answers come from a call. */
export function declared<Input extends Shape, Output extends Shape, Head extends Shape>({
  call,
  values,
  check,
  list,
  computed = {},
  text,
  ...declaration
}: DeclaredTool<Input, Output, Head>): Tool {
  return tool<Input, Output>({
    ...declaration,
    run: async (input, context) => {
      const { database, origin } = context
      const today = context.today()
      const given: Values = { ...input, today, ...values?.(input, context) }
      const answered = await read(call, database, given)
      if ('rate_types' in call.head) {
        const source = answered?.head as { rate_types: string[] } | undefined
        await namingList(assertSource(database, source, given as { bank: string }))
      }
      await check?.(answered, input, context)
      const found = answered ?? ({ head: {}, list: new Rows(statementOf(call).list, []) } as unknown as Found<Head>)
      const makers = computed as Record<string, (found: Found<Head>, input: Of<Input>, today: string) => unknown>
      const known: Values = { ...given, ...textsOf(found.head), count: found.list.length }
      const valueOf = (name: string) => {
        if (makers[name]) return makers[name](found, input, today)
        if (name === list) return withAddresses(found.list, origin).objects()
        return name === 'source_url' ? absoluteUrl(known[name] as string, origin) : known[name]
      }
      const fields = Object.fromEntries(Object.keys(declaration.output).map((name) => [name, valueOf(name)]))
      return { fields: fields as z.input<z.ZodObject<Output>>, text: text(fields as Of<Output>, found, input, today) }
    }
  })
}

function withAddresses(list: Rows, origin: string): Rows {
  return list.columns.some(({ name }) => name === 'source_url')
    ? list.map('source_url', (url) => absoluteUrl(url as string, origin))
    : list
}

/** Values with figures as texts. */
function textsOf(values: object): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]: [string, unknown]) => [name, textOf(value)]))
}

function textOf(value: unknown): unknown {
  if (value instanceof Decimal) return value.text
  return value !== null && Object.getPrototypeOf(value) === Object.prototype ? textsOf(value as object) : value
}

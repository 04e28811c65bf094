import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '../sql/database.ts'
import type { HttpError } from '../api/contract/errors.ts'

/** The access that a tool for language models requires, the same as that of its endpoint. */
export type ToolAccess = 'keyless' | 'key' | 'paid'

/** The services and request data available to a tool. */
export interface ToolContext {
  database: Database
  /** The error for a caller without the required access; omitted if the caller is the operator. */
  refusalFor?: (access: ToolAccess) => HttpError | undefined
  /** Receives the price of an answer. */
  onAnswer?: (units: number) => void
  logger: Logger
  /** The scheme and host of this service, for the addresses of its own pages. */
  origin: string
  /** The time, in milliseconds since 1970. */
  now: () => number
  /** The date in UTC. */
  today: () => string
}

type Shape = z.ZodRawShape

/** The answer of a tool: its fields, and a short text for a reader. */
interface ToolAnswer<Output extends Shape = Shape> {
  fields: z.input<z.ZodObject<Output>>
  text: string
}

export interface ToolDeclaration<Input extends Shape, Output extends Shape> {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  /** The access that a call requires; open by default. */
  access?: (input: z.output<z.ZodObject<Input>>) => ToolAccess
  /** The cost of an answer to a caller with a key; one unit by default. */
  units?: (input: z.output<z.ZodObject<Input>>) => number
  /** Throws an HttpError for an error that the caller can fix. */
  run: (input: z.output<z.ZodObject<Input>>, context: ToolContext) => Promise<ToolAnswer<Output>>
}

/** A tool with the schemas of its input and output. */
export interface Tool extends Omit<ToolDeclaration<Shape, Shape>, 'input' | 'output'> {
  inputSchema: z.ZodObject<Shape>
  outputSchema: z.ZodObject<Shape>
}

/** Declares a tool. */
export function tool<Input extends Shape, Output extends Shape>({
  input,
  output,
  ...declaration
}: ToolDeclaration<Input, Output>): Tool {
  return {
    ...(declaration as unknown as Tool),
    inputSchema: z.strictObject(input),
    outputSchema: z.strictObject(output)
  }
}

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/)

/** Figures in the answers of tools: text, so that no digit is lost. */
export const decimals = {
  value: decimal.meta({
    description: 'The published value, digit for digit, for one unit of base.',
    examples: ['1.0834']
  }),
  rate: decimal.meta({
    description: 'Units of the target currency for one unit of the source currency.',
    examples: ['1.0834']
  }),
  amount: decimal.meta({ description: 'An amount.', examples: ['100.00'] })
}

/** A published rate as a line of text. */
export function rateLine({ base, quote, value, type }: Record<string, unknown>): string {
  return `1 ${base} = ${value} ${quote} (${type})`
}

/** The end of the line of a figure for a part of a period; empty for others. */
export function partLine({ partial, days, first_date: first, last_date: last }: Record<string, unknown>): string {
  return partial === true
    ? ` from a part of the period: dates with a rate: ${days as number}, ${first as string} to ${last as string}`
    : ''
}

const MAX_LINES = 50

/** A heading and a line for each of the first items. */
export function listing(heading: string, lines: string[]): string {
  const more = lines.length - MAX_LINES
  return [heading, ...lines.slice(0, MAX_LINES), ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}

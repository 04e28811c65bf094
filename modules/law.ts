import { z } from 'zod'
import type { Database } from '../sql/database.ts'
import { amountWith } from '../api/contract/amounts.ts'
import * as parameters from '../api/contract/parameters.ts'

/** The interface between certificates and the module that has the law: its parameters and its answer. */

/** The purpose of a converted amount. */
export const PURPOSES = {
  vat: 'Value-added tax, goods and services tax, sales tax.',
  customs: 'The customs value of goods.',
  tariff: 'Amounts that a law fixes in another currency, such as duty thresholds in euro.',
  income: 'Tax on the income of persons and companies.',
  accounting: 'Books and balance sheets.',
  payroll: 'Wages and the taxes on them.',
  excise: 'Excise duty.',
  social: 'Social security.',
  statutory: 'Courts, debts and limits of liability.',
  reporting: 'Information returns, grants and budgets.'
} as const

/** The kind of an item, for rules with a different rate for each kind. */
export const SIDES = {
  asset: 'assets and income',
  liability: 'liabilities and costs',
  import: 'imports',
  export: 'exports',
  account: 'money in accounts',
  cash: 'banknotes'
} as const

/** One of the names of these labels. */
export function oneOf<Name extends string>(labels: Record<Name, string>) {
  const names = Object.keys(labels) as [Name, ...Name[]]
  return z.enum(names, `expected ${names.join(', ')}`)
}

const PLACE = 'expected a country (ISO 3166-1), a state of a federation (ISO 3166-2), EU, or XX for treaties'
const SERIES = 'expected a source and a rate type such as boc:average, bank or own'
const ID = 'expected the id of a rule, such as pl-vat'
const day = parameters.rangeStart

export const lawParameters = {
  jurisdiction: z
    .string(PLACE)
    .regex(/^[A-Za-z]{2}(-[A-Za-z0-9]{1,3})?$/, PLACE)
    .toUpperCase()
    .meta({
      description:
        'The jurisdiction: a country (ISO 3166-1), a state of a federation (ISO 3166-2), EU, or XX for ' +
        'treaties. The default is that of `rule`.',
      examples: ['PL']
    })
    .optional(),
  purpose: oneOf(PURPOSES)
    .meta({
      description: 'The purpose of the conversion. The default is that of `rule`.',
      examples: ['vat']
    })
    .optional(),
  amount: amountWith({ whole: 15, decimals: 10, isSigned: true })
    .meta({
      description: 'An amount of the source currency to convert; negative for a credit note.',
      examples: ['1000']
    })
    .optional(),
  rule: z
    .string(ID)
    .regex(/^[a-z]{2}(-[a-z0-9]{1,20}){1,6}$/, ID)
    .meta({
      description:
        'The id of a rule, to select an election or a special case. The default is the default rule of ' +
        'the jurisdiction and purpose.',
      examples: ['pl-vat']
    })
    .optional(),
  side: oneOf(SIDES)
    .meta({
      description: 'The kind of item, for a rule that has a rate for each kind.',
      examples: ['asset']
    })
    .optional(),
  series: z
    .string(SERIES)
    .regex(/^[a-z0-9_-]+(:[a-z][a-z0-9_]*)?$/, SERIES)
    .meta({
      description: 'The rate that the taxpayer chose, if the rule leaves a choice among several. `asks` lists them.',
      examples: ['boc:average']
    })
    .optional(),
  invoice_date: day
    .meta({
      description: 'The date of the invoice, for a rule that uses the earlier of tax point and invoice.',
      examples: ['2026-03-03']
    })
    .optional(),
  from: day
    .meta({
      description: 'The first day of the period, for a rule that uses the mean of a period.',
      examples: ['2022-01-01']
    })
    .optional(),
  to: parameters.rangeEnd.meta({ description: 'The last day of that period.', examples: ['2022-12-31'] }).optional()
}

/** A question about the rate that a law requires. */
export interface LegalRequest {
  jurisdiction?: string
  purpose?: string
  date: string
  source: string
  target?: string
  amount?: string
  rule?: string
  side?: string
  series?: string
  invoice_date?: string
  from?: string
  to?: string
  withUnsure: boolean
}

/** The instant as of which the answer is known. */
export interface LegalMoment {
  asOf?: string
  /** The time of the question, in milliseconds. */
  at: number
}

type Figure = { readonly text: string } | null

/** The part of an answer that a certificate states. */
export interface LegalAnswer {
  jurisdiction: string
  purpose: string
  /** The date of the question. */
  date: string
  source: string
  target: string
  amount: Figure
  converted: Figure
  rate: Figure
  status: string
  explanation: string
  publisher: string | null
  rate_type: string | null
  rate_date: string | null
  method: string | null
  rates_in_mean: number | null
  valid_from: string | null
  valid_to: string | null
  /** The published figures behind the rate; `document_id` is set if a figure is not in the first document. */
  legs: Array<{ base: string | null; quote: string | null; value: Figure; document_id?: number }>
  steps: string[]
  rule: { id: string }
  citation: object
}

/** The rate that a law requires. Throws 400 or 404 if no rule can be chosen; the message says what to change. */
export type FindLegalRate = (database: Database, request: LegalRequest, moment: LegalMoment) => Promise<LegalAnswer>

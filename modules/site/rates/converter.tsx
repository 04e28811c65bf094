import { readTyped } from '../../../api/contract/amounts.ts'
import { isOpenDate, OPEN_DAYS } from '../../../api/contract/open-data.ts'
import * as parameters from '../../../api/contract/parameters.ts'
import type { Pair } from '../../../api/contract/parameters.ts'
import type { Context } from '../../../api/server/route.ts'
import { COMPOSITE, type Bank } from '../../../api/rates/bank-query.ts'
import { conversion } from '../../../api/rates/calls.ts'
import { read, type Head } from '../../../api/formats/read.ts'
import { bankAddress, figureAddress } from '../../pages/kit/addresses.ts'
import {
  Badge,
  Currencies,
  DateText,
  Figure,
  Notice,
  SelectField,
  TextField,
  type Option
} from '../../pages/kit/components.tsx'
import { rounded } from '../../pages/kit/figures.ts'
import { sentence } from '../../pages/kit/form-parts.tsx'
import { labelOf } from '../../pages/kit/labels.ts'
import { readCurrency } from '../../pages/kit/search-text.ts'

/** An amount to convert, as the user typed it. */
export interface ConversionRequest {
  bank: string
  amount: string
  source: string
  target: string
  /** A date; the newest rate if it is not given. */
  on?: string
}

/** A converted amount, with the figures as text. */
export type Conversion = Omit<Head<typeof conversion.head>, 'converted' | 'rate' | 'rate_date'> &
  Record<'converted' | 'rate' | 'rate_date', string>

interface Outcome {
  errors: Partial<Record<keyof ConversionRequest, string>>
  found?: Conversion
  /** The amount as read. */
  amount?: string
  /** The date of the last rate of a pair that the source no longer publishes. */
  last?: string
}

const AMOUNT = /^\d{1,18}(\.\d{1,12})?$/

/** Converts the amount at the newest rate of a source, or returns the errors of the request. */
export async function convert(
  request: ConversionRequest,
  symbols: string[],
  { database, today }: Context
): Promise<Outcome> {
  const amount = readTyped(request.amount, request.source)
  const plain = 'error' in amount ? request.amount : amount.text
  const errors = errorsOf({ ...request, amount: plain }, symbols, today)
  if ('error' in amount) errors.amount = sentence(amount.error)
  if (Object.keys(errors).length > 0) return { errors }
  const found = await read(conversion, database, { ...request, amount: plain, wanted: request.on, today })
  if (!found || found.head.converted === null) return { errors, amount: plain }
  const { converted, rate, rate_date: date, ...head } = found.head
  if (!head.in_force) return { errors, last: date!, amount: plain }
  const texts = { converted: converted.text, rate: rate.text, rate_date: date! }
  return { errors, found: { ...head, ...texts }, amount: plain }
}

function errorsOf(
  { amount, source, target, on }: ConversionRequest,
  symbols: string[],
  today: string
): Outcome['errors'] {
  return {
    ...(on !== undefined &&
      (!parameters.date.safeParse(on).success || on > today || !isOpenDate(on, today)) && {
        on: `Enter a date within the ${OPEN_DAYS} days up to today`
      }),
    ...(!AMOUNT.test(amount) && { amount: 'Enter a positive number, such as 1234.50' }),
    ...pairErrors({ source, target }, symbols)
  }
}

/** The errors of a pair. Currencies that could be read are codes. */
export function pairErrors({ source, target }: Pair, symbols: string[]): Partial<Record<keyof Pair, string>> {
  const ofSource = readCurrency(source, symbols).error
  const ofTarget =
    readCurrency(target, symbols, 'USD or dollar').error ??
    (source === target ? 'Enter a different currency' : undefined)
  return { ...(ofSource && { source: ofSource }), ...(ofTarget && { target: ofTarget }) }
}

interface FormProps {
  request: ConversionRequest
  errors: Outcome['errors']
  banks: Option[]
  symbols: string[]
}

/** The form for a conversion. Works without scripts. */
export function ConverterForm({ request, errors, banks, symbols }: FormProps) {
  return (
    <form class="converter" method="get" action="/">
      <TextField
        label="Amount"
        name="amount"
        value={request.amount}
        error={errors.amount}
        inputMode="decimal"
        autocomplete="off"
        maxLength={31}
      />
      <TextField
        label="From"
        name="source"
        value={request.source}
        error={errors.source}
        list="currencies"
        autocomplete="off"
        maxLength={60}
      />
      <TextField
        label="To"
        name="target"
        value={request.target}
        error={errors.target}
        list="currencies"
        autocomplete="off"
        maxLength={60}
      />
      <TextField label="On (optional)" name="on" type="date" value={request.on} error={errors.on} />
      <SelectField label="At the rate of" name="bank" value={request.bank} options={banks} />
      <Currencies symbols={symbols} />
      <button>Convert</button>
    </form>
  )
}

/** The result with its derivation, or a notice that the source does not have the pair. */
export function ConversionResult({
  request,
  outcome: { errors, found, last, amount },
  bank,
  isStale
}: {
  request: ConversionRequest
  outcome: Outcome
  bank: Bank
  isStale: boolean
}) {
  const { source, target } = request
  if (Object.keys(errors).length > 0) return null
  if (!found) {
    return (
      <Notice
        kind="warning"
        title={
          bank.latest_date === null
            ? `No table of ${bank.name} is loaded yet`
            : `${bank.name} has no rate from ${source} to ${target}`
        }
      >
        <p>
          {last !== undefined && (
            <>
              Its last rate is dated <DateText day={last} />.{' '}
            </>
          )}
          <a href={`/compare/${source}/${target}`}>See which sources have it</a>
        </p>
      </Notice>
    )
  }
  const isDerived = found.derived
  return (
    <div class="result" role="status">
      <p class="sum">
        <span class="figure">
          {amount} {source} =
        </span>
        <strong title={isDerived ? found.converted : undefined}>
          <Figure value={isDerived ? rounded(found.converted, 2) : found.converted} unit={target} />
        </strong>
      </p>
      <p class="small">
        {amount} ×{' '}
        <span class="figure" title={isDerived ? found.rate : undefined}>
          {isDerived ? rounded(found.rate) : found.rate}
        </span>
        , the {labelOf(found.rate_type)} rate of <DateText day={found.rate_date} />.{' '}
        {bank.code === COMPOSITE ? COMPOSITE_METHODS[found.method] : METHODS[found.method]}
      </p>
      {isStale && (
        <p class="small">
          <Badge kind="warning">stale</Badge> The newest table of this source is more than 30 days old.
        </p>
      )}
      {found.legs.length > 0 && (
        <ul class="legs small">
          {found.legs.map(({ base, quote, value }) => (
            <li>
              1 {base} = <Figure value={value} unit={quote} />{' '}
              <span class="quiet">{bank.code === COMPOSITE ? 'composite' : 'published'}</span>
            </li>
          ))}
        </ul>
      )}
      <p class="small">
        <a
          href={figureAddress({
            bank: bank.code,
            base: source,
            quote: target,
            date: found.rate_date,
            type: found.rate_type
          })}
        >
          Where this rate comes from
        </a>{' '}
        · <a href={bankAddress(bank.code)}>Table</a> ·{' '}
        {bank.code !== COMPOSITE && (
          <>
            <a href={bank.source_url} rel="noopener">
              Publisher’s page
            </a>{' '}
            ·{' '}
          </>
        )}{' '}
        <a href={`/compare/${source}/${target}`}>Other sources</a>
      </p>
    </div>
  )
}

const METHODS: Partial<Record<Conversion['method'], string>> = {
  published: 'The source publishes this rate.',
  inverse: 'Calculated: one divided by the published rate in the other direction.',
  cross: 'Calculated: a cross over the home currency of the source, from two published rates of the same table.'
}

const COMPOSITE_METHODS: Partial<Record<Conversion['method'], string>> = {
  published: 'Calculated: the median of the rates of several sources, which the document of the day lists.',
  inverse: 'Calculated: one divided by the composite in the other direction.',
  cross: 'Calculated: a cross over the US dollar, from two composites of the same day.'
}

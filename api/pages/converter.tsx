import type { Database } from '../../sql/database.ts'
import { COMPOSITE, type Bank } from '../queries/bank.ts'
import { Badge, DateText, Figure, Notice, SelectField, TextField } from './components.tsx'
import { currencyName, inWords } from './words.ts'

/** What somebody wants to have converted, as typed. */
export interface Wish {
  bank: string
  amount: string
  source: string
  target: string
}

interface Converted {
  converted: string
  rate: string
  rate_date: string
  rate_type: string
  method: 'published' | 'inverse' | 'cross' | 'composite'
}

interface Leg {
  base: string
  quote: string
  value: string
}

export interface Outcome {
  errors: Partial<Record<keyof Wish, string>>
  found?: Converted
  legs: Leg[]
}

const AMOUNT = /^\d{1,18}(\.\d{1,12})?$/
const CURRENCY = /^[A-Z]{3}$/
const CONVERTED = 'select converted, rate, rate_date, rate_type, method from convert_amount($1, $2, $3, $4)'
const LEGS = 'select base, quote, value from printed_legs($1, $2, $3, $4, $5)'

/** The amount at the bank's newest rate of the pair, exactly, with the published rates that a calculated one comes from; or what is wrong with the wish. */
export async function convert (database: Database, wish: Wish): Promise<Outcome> {
  const errors = errorsOf(wish)
  if (Object.keys(errors).length > 0) return { errors, legs: [] }
  const { amount, bank, source, target } = wish
  const [found] = await database.read<Converted>(CONVERTED, [amount, bank, source, target])
  const legs = found && found.method !== 'published' ? await database.read<Leg>(LEGS, [bank, source, target, found.rate_date, found.rate_type]) : []
  return { errors, found, legs }
}

function errorsOf ({ amount, source, target }: Wish): Outcome['errors'] {
  return {
    ...(!AMOUNT.test(amount) && { amount: 'Digits, with a point before the decimals: 1234.50' }),
    ...(!CURRENCY.test(source) && { source: 'Three letters, such as EUR' }),
    ...(!CURRENCY.test(target) && { target: 'Three letters, such as USD' }),
    ...(source === target && CURRENCY.test(source) && { target: 'Another currency than the first' })
  }
}

interface FormProps {
  wish: Wish
  errors: Outcome['errors']
  banks: Array<{ value: string, text: string }>
  symbols: string[]
}

/** The form that asks for a conversion; it works without a script. */
export function ConverterForm ({ wish, errors, banks, symbols }: FormProps) {
  return (
    <form class="converter" method="get" action="/">
      <TextField label="Amount" name="amount" value={wish.amount} error={errors.amount} inputMode="decimal" autocomplete="off" maxLength={31} />
      <TextField label="From" name="source" value={wish.source} error={errors.source} list="currencies" autocomplete="off" maxLength={3} />
      <TextField label="To" name="target" value={wish.target} error={errors.target} list="currencies" autocomplete="off" maxLength={3} />
      <SelectField label="At the rate of" name="bank" value={wish.bank} options={banks} />
      <Currencies symbols={symbols} />
      <button>Convert</button>
    </form>
  )
}

/** The currencies that a field of the list `currencies` suggests. */
export function Currencies ({ symbols }: { symbols: string[] }) {
  return <datalist id="currencies">{symbols.map((symbol) => <option value={symbol}>{currencyName(symbol)}</option>)}</datalist>
}

/** The result and how it was had, or that the bank does not give the pair. */
export function Conversion ({ wish, outcome: { errors, found, legs }, bank, isStale }: { wish: Wish, outcome: Outcome, bank: Bank, isStale: boolean }) {
  const { amount, source, target } = wish
  if (Object.keys(errors).length > 0) return null
  if (!found) {
    return (
      <Notice kind="warning" title={`${bank.name} does not give ${source} to ${target}`}>
        <p><a href={`/compare/${source}/${target}`}>See which sources do</a></p>
      </Notice>
    )
  }
  return (
    <div class="result" role="status">
      <p class="sum">
        <span class="figure">{amount} {source} =</span>
        <strong><Figure value={found.converted} unit={target} /></strong>
      </p>
      <p class="small">
        {amount} × <span class="figure">{found.rate}</span>, the {inWords(found.rate_type)} rate of <DateText day={found.rate_date} />. {bank.code === COMPOSITE ? OF_COMPOSITE[found.method] : HOW[found.method]}
      </p>
      {isStale && <p class="small"><Badge kind="warning">stale</Badge> The source’s newest table is older than it should be.</p>}
      {legs.length > 0 && (
        <ul class="legs small">
          {legs.map(({ base, quote, value }) => <li>1 {base} = <Figure value={value} unit={quote} /> <span class="quiet">{bank.code === COMPOSITE ? 'composite' : 'published'}</span></li>)}
        </ul>
      )}
      <p class="small">
        <a href={`/banks/${wish.bank}`}>The table and its documents</a> · {bank.code !== COMPOSITE && <><a href={bank.source_url} rel="noopener">The publisher’s page</a> · </>} <a href={`/compare/${source}/${target}`}>Other sources</a>
      </p>
    </div>
  )
}

const HOW: Partial<Record<Converted['method'], string>> = {
  published: 'The source publishes this rate itself.',
  inverse: 'Calculated: one divided by the published rate of the other direction.',
  cross: 'Calculated: a cross of two published rates of the same table over the home currency of the source.'
}

const OF_COMPOSITE: Partial<Record<Converted['method'], string>> = {
  composite: 'Calculated: the median of what several sources published, which the document of the day lists.',
  inverse: 'Calculated: one divided by the composite of the other direction.',
  cross: 'Calculated: a cross of two composites of the same day over the US dollar.'
}

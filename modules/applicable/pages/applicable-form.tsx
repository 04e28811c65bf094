import { PURPOSES, SIDES } from '../fields.ts'
import type { KnownRule, Rulebook } from '../rulebook.ts'
import { Currencies, SelectField, TextField, type Option } from '../../pages/kit/components.tsx'
import { PURPOSE_NAMES } from '../../pages/kit/labels.ts'

/** The parameters of a question about an applicable rate, in the order of the form. */
// prettier-ignore
export const QUESTION_FIELDS = [
  'jurisdiction', 'purpose', 'date', 'source', 'target', 'amount', 'rule', 'side', 'series', 'invoice_date', 'from',
  'to', 'unsure', 'as_of'
] as const

/** A question as the user typed it. */
export type TypedQuestion = Partial<Record<(typeof QUESTION_FIELDS)[number], string>>

interface FormProps {
  question: TypedQuestion
  rulebook: Rulebook
  errors?: TypedQuestion
  /** True for the form on the page of a rule or a jurisdiction, which sets these fields. */
  isShort?: boolean
  /** True if the script may send the form whenever a field changes, because the answers are free. */
  isLive?: boolean
  symbols?: string[]
}

const RARE_FIELDS = ['invoice_date', 'side', 'series', 'from', 'to', 'as_of', 'unsure'] as const

/** The form for a question about an applicable rate. Works without scripts. */
export function QuestionForm({
  question,
  rulebook,
  errors = {},
  isShort = false,
  isLive = false,
  symbols = []
}: FormProps) {
  const { jurisdiction, purpose, date, source, target, amount, rule } = question
  return (
    <form class="question" id="question" method="get" action="/applicable" data-live={isLive ? '' : undefined}>
      {isShort ? (
        <input type="hidden" name="jurisdiction" value={jurisdiction} />
      ) : (
        <SelectField
          label="Country or union"
          name="jurisdiction"
          value={jurisdiction}
          error={errors.jurisdiction}
          options={jurisdictionOptions(rulebook)}
        />
      )}
      {isShort && rule !== undefined ? (
        <>
          <input type="hidden" name="purpose" value={purpose} />
          <input type="hidden" name="rule" value={rule} />
          {question.unsure && <input type="hidden" name="unsure" value={question.unsure} />}
        </>
      ) : (
        <SelectField
          label="Purpose"
          name="purpose"
          value={purpose}
          error={errors.purpose}
          options={purposeOptions(isShort ? rulebook.rules.filter((it) => it.jurisdiction === jurisdiction) : [])}
        />
      )}
      <TextField label="Date of the event" name="date" type="date" required value={date} error={errors.date} />
      <TextField
        label="Amount"
        name="amount"
        value={amount}
        error={errors.amount}
        inputMode="decimal"
        autocomplete="off"
        maxLength={27}
        placeholder="1000"
      />
      <TextField
        label="Currency"
        name="source"
        value={source}
        error={errors.source}
        list="currencies"
        autocomplete="off"
        maxLength={3}
        required
        placeholder="USD"
      />
      {!isShort && (
        <TextField
          label="Into"
          name="target"
          value={target}
          error={errors.target}
          list="currencies"
          autocomplete="off"
          maxLength={3}
          placeholder="local currency"
        />
      )}
      {!isShort && <RuleChoice question={question} rulebook={rulebook} error={errors.rule} />}
      {!isShort && <MoreOptions question={question} errors={errors} />}
      <Currencies symbols={symbols} />
      <button>Find the rate</button>
    </form>
  )
}

/** The jurisdictions by name. */
export function jurisdictionOptions({ jurisdictions }: Rulebook): Option[] {
  return [
    ['', 'Choose one'],
    ...jurisdictions
      .map(({ code, name }): Option => [code, name])
      .sort(([, one], [, other]) => one.localeCompare(other))
  ]
}

/** The purposes that some rules have, or all of them. */
export function purposeOptions(rules: KnownRule[] = []): Option[] {
  const own = Object.keys(PURPOSES).filter((purpose) => rules.some((rule) => rule.purpose === purpose))
  return (own.length > 0 ? own : Object.keys(PURPOSES)).map((purpose) => [purpose, PURPOSE_NAMES[purpose]!])
}

/** The case of a rule, the fact on which it depends, or a note that it may be chosen. */
export function caseText({ case: it, mode, when }: Pick<KnownRule, 'case' | 'mode' | 'when'>): string {
  if (when !== undefined) return `if ${when}`
  return it ?? (mode === 'permit' ? 'with a permission' : 'may be chosen')
}

/** The rules that may answer a question: the default one and the others. */
export function rulesFor(
  rulebook: Rulebook,
  { jurisdiction = '', purpose = '', date = '', source, unsure }: TypedQuestion
): { main?: KnownRule; others: KnownRule[] } {
  const { main, elections, cases } = rulebook.candidates({
    jurisdiction: jurisdiction.toUpperCase(),
    purpose,
    date,
    source: source?.toUpperCase() || undefined,
    withUnsure: unsure === 'true'
  })
  return { main, others: [...elections, ...cases] }
}

function RuleChoice({ question, rulebook, error }: { question: TypedQuestion; rulebook: Rulebook; error?: string }) {
  const { rule } = question
  const { main, others } = rulesFor(rulebook, question)
  const isAsked = main !== undefined && (main.case !== undefined || others.some(({ when }) => when !== undefined))
  const isListed = !rule || rule === main?.id || others.some(({ id }) => id === rule)
  const options: Option[] = [
    ['', main ? `The default rule (${main.id})` : 'Choose one'],
    ...(isAsked ? [[main.id, `${main.id}: ${main.case ?? 'in any other case'}`] as Option] : []),
    ...others.map((it): Option => [it.id, `${it.id}: ${caseText(it)}`]),
    ...(isListed ? [] : [[rule, rule] as Option])
  ]
  if (options.length === 1 && !error) return null
  return (
    <SelectField
      label="Rule"
      name="rule"
      value={rule === main?.id && !isAsked ? '' : rule}
      error={error}
      options={options}
    />
  )
}

function MoreOptions({ question, errors }: { question: TypedQuestion; errors: TypedQuestion }) {
  const isOpen = RARE_FIELDS.some((name) => question[name] || errors[name])
  return (
    <details open={isOpen}>
      <summary>More options</summary>
      <div class="question">
        <TextField
          label="Date of the invoice"
          name="invoice_date"
          type="date"
          value={question.invoice_date}
          error={errors.invoice_date}
          hint="For rules that take the earlier of the two dates."
        />
        <SelectField
          label="Kind of item"
          name="side"
          value={question.side}
          error={errors.side}
          options={[['', 'Does not matter'], ...Object.entries(SIDES)]}
        />
        <TextField
          label="Chosen rate"
          name="series"
          value={question.series}
          error={errors.series}
          hint="For rules that leave a choice."
        />
        <TextField
          label="First day of the period"
          name="from"
          type="date"
          value={question.from}
          error={errors.from}
          hint="For rules that take the mean of a period."
        />
        <TextField label="Last day of the period" name="to" type="date" value={question.to} error={errors.to} />
        <TextField
          label="As known at"
          name="as_of"
          value={question.as_of}
          error={errors.as_of}
          placeholder="2026-03-17T15:00:00Z"
          hint="An instant: the answer is the one that Ratebook gave at that time."
        />
        <SelectField
          label="Rules whose text was not read"
          name="unsure"
          value={question.unsure}
          options={[
            ['', 'Leave out'],
            ['true', 'Use them too']
          ]}
        />
      </div>
    </details>
  )
}

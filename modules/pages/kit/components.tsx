import type { ComponentChildren } from 'preact'
import { rounded } from './figures.ts'
import { utcText } from '../../../api/contract/instants.ts'
import { currencyName } from './labels.ts'

/**
 * A figure, followed by its unit. A derived figure is marked and has six significant digits; its tooltip has all of
 * them.
 */
export function Figure({ value, unit, derived = false }: { value: string; unit?: string; derived?: boolean }) {
  return (
    <span class="figure" title={derived ? value : undefined}>
      {derived ? rounded(value) : value}
      {unit && <span class="unit">{` ${unit}`}</span>}
      {derived && <Badge kind="derived">calculated</Badge>}
    </span>
  )
}

/** Links to the pages above a page, from the top. */
export function Breadcrumbs({ trail }: { trail: Array<[name: string, address: string]> }) {
  return (
    <nav class="eyebrow" aria-label="Breadcrumbs">
      <ol>
        {trail.map(([name, address]) => (
          <li>
            <a href={address}>{name}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A date as YYYY-MM-DD, or a dash if there is none. */
export function DateText({ day }: { day: string | null }) {
  return day === null ? (
    <span class="none" aria-label="none">
      –
    </span>
  ) : (
    <time dateTime={day}>{day}</time>
  )
}

/** An instant in UTC, to the minute or with seconds. */
export function InstantText({
  instant,
  hasSeconds = false,
  hasZone = false
}: {
  instant: string
  hasSeconds?: boolean
  hasZone?: boolean
}) {
  const text = utcText(instant, hasSeconds)
  return <time dateTime={instant}>{hasZone ? text : text.replace(' UTC', '')}</time>
}

/** A section that is labelled by its heading. */
export function Section({
  id,
  title,
  class: classes,
  children
}: {
  id: string
  title: ComponentChildren
  class?: string
  children: ComponentChildren
}) {
  return (
    <section class={classes} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

export type Fact = [name: string, value: ComponentChildren]

/** Names with their values. A fact whose value is false is omitted. */
export function Facts({ facts, class: classes = 'facts' }: { facts: Array<Fact | false>; class?: string }) {
  return (
    <dl class={classes}>
      {facts
        .filter((it) => it !== false)
        .map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

type BadgeKind = 'good' | 'warning' | 'bad' | 'quiet' | 'derived'

/** A short state. The colour only repeats the text. */
export function Badge({ kind, children }: { kind: BadgeKind; children: ComponentChildren }) {
  return <span class={`badge ${kind}`}>{children}</span>
}

interface FreshnessProps {
  source: { latest_date: string | null; stale: boolean; overdue: boolean; missed: number | null }
  /** The day of a demo. Its tables are from different years: tables far from this day are samples, not late. */
  demoDay?: string
}

/** Shows whether a source is overdue and by how many tables, stale, fresh, or without a table. */
export function Freshness({ source: { latest_date: latest, stale, overdue, missed }, demoDay }: FreshnessProps) {
  if (latest === null) return <Badge kind="quiet">{demoDay === undefined ? 'none yet' : 'not in the demo'}</Badge>
  if (demoDay !== undefined && (overdue || stale || latest > demoDay)) return <Badge kind="quiet">sample</Badge>
  if (overdue) return <Badge kind="warning">{`overdue, ${missed} missed`}</Badge>
  return stale ? <Badge kind="quiet">stale</Badge> : <Badge kind="good">fresh</Badge>
}

/** A message to the reader. Screen readers announce a bad one immediately. */
export function Notice({
  kind = 'quiet',
  title,
  children
}: {
  kind?: 'quiet' | 'good' | 'warning' | 'bad'
  title?: string
  children?: ComponentChildren
}) {
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {title && <strong>{title}</strong>}
      {children}
    </div>
  )
}

interface FieldProps {
  label: string
  name: string
  /** The id of the input. Needed only if two forms have an input of the same name. */
  id?: string
  hint?: string
  error?: string
}

interface TextFieldProps extends FieldProps {
  value?: string
  type?: string
  required?: boolean
  autocomplete?: string
  inputMode?: 'text' | 'decimal' | 'numeric' | 'email' | 'search'
  maxLength?: number
  minLength?: number
  placeholder?: string
  /** The id of a list of suggestions. */
  list?: string
}

/** A labelled input. Screen readers read its hint and its error with it. */
export function TextField({ label, name, id = `field-${name}`, hint, error, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field label={label} id={id} hint={hint} error={error}>
      <input id={id} name={name} type={type} {...input} {...describedBy({ id, hint, error })} />
    </Field>
  )
}

/** An option of a select field. */
export type Option = [value: string, text: string]

interface SelectFieldProps extends FieldProps {
  value?: string
  options: Option[]
}

/** A labelled select field. */
export function SelectField({ label, name, id = `field-${name}`, hint, error, value, options }: SelectFieldProps) {
  return (
    <Field label={label} id={id} hint={hint} error={error}>
      <select id={id} name={name} {...describedBy({ id, hint, error })}>
        {options.map(([option, text]) => (
          <option value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  )
}

type Described = Pick<FieldProps, 'hint' | 'error'> & { id: string }

function Field({ label, id, hint, error, children }: Described & { label: string; children: ComponentChildren }) {
  return (
    <div class={error ? 'field wrong' : 'field'}>
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

function describedBy({ id, hint, error }: Described) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return { 'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined, 'aria-invalid': error ? true : undefined }
}

/** The suggestions for fields with the list `currencies`. */
export function Currencies({ symbols }: { symbols: string[] }) {
  return (
    <datalist id="currencies">
      {symbols.map((symbol) => (
        <option value={symbol}>{currencyName(symbol)}</option>
      ))}
    </datalist>
  )
}

/** A long part of a page. A narrow screen shows it after a tap, any other screen always. */
export function Fold({
  summary,
  isOpen = false,
  children
}: {
  summary: string
  isOpen?: boolean
  children: ComponentChildren
}) {
  return (
    <details class="fold" open={isOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

/** Text in which names between backticks are code. */
export function withCode(text: string) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))
}

import { CONFIDENCES, MODES, NAMED_BY, SEEN } from '../fields.ts'
import { listSeries, seriesText, type NamedSeries } from '../texts.ts'
import type { KnownRule } from '../rulebook.ts'
import { bankAddress, ruleAddress } from '../../pages/kit/addresses.ts'
import { Badge, DateText } from '../../pages/kit/components.tsx'
import { labelOf } from '../../pages/kit/labels.ts'
import { DataTable } from '../../pages/kit/tables.tsx'
import { ruleName } from './rule-name.ts'

/** The names of the sources by code, and the descriptions of series that no source has yet. */
export interface Publishers {
  names: ReadonlyMap<string, string>
  awaited: Readonly<Record<string, string>>
}

/** The badge of a rule's mode: by default, by choice, with a permission or no longer in force. */
export function ModeBadge({ mode }: { mode: keyof typeof MODES }) {
  if (mode === 'default') return <Badge kind="good">default</Badge>
  return (
    <Badge kind={mode === 'old' ? 'quiet' : 'derived'}>
      {
        {
          elect: 'may be chosen',
          permit: 'with a permission',
          old: 'no longer in force'
        }[mode]
      }
    </Badge>
  )
}

/** The certainty of a rule. */
export function ConfidenceBadge({ confidence }: { confidence: keyof typeof CONFIDENCES }) {
  return (
    <Badge
      kind={
        {
          verified: 'good',
          known: 'quiet',
          unsure: 'warning'
        }[confidence] as 'good' | 'quiet' | 'warning'
      }
    >
      {confidence}
    </Badge>
  )
}

/** The rates that a rule names: the publisher as a link, or that it is not a source yet. */
export function SeriesList({
  rule,
  publishers
}: {
  rule: Pick<KnownRule, 'rate' | 'then' | 'fallback'>
  publishers: Publishers
}) {
  return (
    <ul class="plain-list">
      {listSeries(rule).map((it) => (
        <li>
          {it.side && `For ${it.side}: `}
          {it.isFallback && 'Otherwise: '}
          {it.via && `Then, for ${it.via}: `}
          <SeriesName series={it} publishers={publishers} />
        </li>
      ))}
    </ul>
  )
}

function SeriesName({
  series: { publisher, type, text },
  publishers: { names, awaited }
}: {
  series: NamedSeries
  publishers: Publishers
}) {
  if (publisher === undefined) return <>{text}</>
  const name = names.get(publisher)
  if (name !== undefined)
    return (
      <>
        <a href={bankAddress(publisher)}>{name}</a>, {labelOf(type!)}
      </>
    )
  return (
    <>
      {awaited[`${publisher}:${type}`] ?? `${publisher}:${type}`} <Badge kind="warning">not a source yet</Badge>
    </>
  )
}

/** From when to when a rule is in force. */
export function InForce({
  rule: {
    in_force: { from, to }
  }
}: {
  rule: Pick<KnownRule, 'in_force'>
}) {
  if (from === undefined && to === undefined) return <span class="quiet">dates not recorded</span>
  return (
    <>
      {from !== undefined && (
        <>
          from <DateText day={from} />
        </>
      )}{' '}
      {to !== undefined && (
        <>
          to <DateText day={to} />
        </>
      )}
    </>
  )
}

/** The citation of a rule, with a link to the official text if there is one. */
export function Citation({
  citation: { act, article, url }
}: {
  citation: { act: string; article?: string | null; url?: string | null }
}) {
  const text = [act, article].filter(Boolean).join(', ')
  return url ? (
    <a href={url} rel="noopener">
      {text}
    </a>
  ) : (
    <>{text}</>
  )
}

/** The source text of a rule, its place, and the date of the last comparison. */
export function Reading({
  citation: { seen, place },
  checked
}: {
  citation: { seen?: keyof typeof SEEN | null; place?: string | null }
  checked: string
}) {
  const text = seen ? `Read: ${SEEN[seen]} (${place})` : 'The text was not read'
  return (
    <p class="small quiet">
      {text}; checked on <DateText day={checked} />.
    </p>
  )
}

/** Rules of one purpose as a table. */
export function RulesTable({
  rules,
  place,
  publishers,
  label
}: {
  rules: KnownRule[]
  place: string
  publishers: Publishers
  label: string
}) {
  return (
    <DataTable
      label={label}
      description={label}
      isStacked
      rows={rules}
      columns={[
        { head: 'Rule', cell: (rule) => <a href={ruleAddress(rule.id)}>{ruleName(rule, place, seriesText(rule))}</a> },
        {
          head: 'For',
          cell: (rule) => (
            <>
              {rule.when === undefined ? (rule.case ?? 'in general') : `if ${rule.when}`}{' '}
              {rule.mode !== 'default' && <ModeBadge mode={rule.mode} />}
            </>
          )
        },
        {
          head: 'Rate',
          cell: (rule) => (
            <>
              <SeriesList rule={rule} publishers={publishers} />
              {rule.named_by && <p class="small quiet">{NAMED_BY[rule.named_by]}</p>}
            </>
          )
        },
        { head: 'Day', cell: ({ day }) => labelOf(day) },
        { head: 'In force', cell: (rule) => <InForce rule={rule} /> },
        {
          head: 'Confidence',
          cell: ({ confidence, citation, checked }) => (
            <>
              <ConfidenceBadge confidence={confidence} /> <Reading citation={citation} checked={checked} />
            </>
          )
        }
      ]}
    />
  )
}

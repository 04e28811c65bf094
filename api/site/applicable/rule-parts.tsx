import { CONFIDENCES, MODES, NAMED_BY, SEEN } from '../../applicable/applicable-fields.ts'
import { eventText, listSeries, roundingText, seriesText, type NamedSeries } from '../../applicable/text-query.ts'
import type { KnownRule } from '../../applicable/rulebook-query.ts'
import { ruleAddress } from '../kit/addresses.ts'
import { Badge, DateText, ScrollingTable } from '../kit/components.tsx'
import { labelOf } from '../kit/labels.ts'
import { ruleName } from './rule-name.ts'

/** The names of the sources in use by their codes, and the series that no source has yet with what is known of them. */
export interface Publishers {
  names: ReadonlyMap<string, string>
  awaited: Readonly<Record<string, string>>
}

/** The badge of a rule's mode: by default, by choice, with a permission or no longer in force. */
export function ModeBadge ({ mode }: { mode: keyof typeof MODES }) {
  if (mode === 'default') return <Badge kind="good">default</Badge>
  return <Badge kind={mode === 'old' ? 'quiet' : 'derived'}>{{ elect: 'may be chosen', permit: 'with a permission', old: 'no longer in force' }[mode]}</Badge>
}

/** The certainty of a rule. */
export function ConfidenceBadge ({ confidence }: { confidence: keyof typeof CONFIDENCES }) {
  return <Badge kind={{ verified: 'good', known: 'quiet', unsure: 'warning' }[confidence] as 'good' | 'quiet' | 'warning'}>{confidence}</Badge>
}

/** The rates that a rule names: the publisher as a link, or that it is not a source yet. */
export function SeriesList ({ rule, publishers }: { rule: Pick<KnownRule, 'rate' | 'then' | 'fallback'>, publishers: Publishers }) {
  return <ul class="plain-list">{listSeries(rule).map((it) => <li>{it.side && `For ${it.side}: `}{it.isFallback && 'Otherwise: '}{it.via && `Then, for ${it.via}: `}<SeriesName series={it} publishers={publishers} /></li>)}</ul>
}

function SeriesName ({ series: { publisher, type, text }, publishers: { names, awaited } }: { series: NamedSeries, publishers: Publishers }) {
  if (publisher === undefined) return <>{text}</>
  const name = names.get(publisher)
  if (name !== undefined) return <><a href={`/banks/${publisher}`}>{name}</a>, {labelOf(type!)}</>
  return <>{awaited[`${publisher}:${type}`] ?? `${publisher}:${type}`} <Badge kind="warning">not a source yet</Badge></>
}

/** From when to when a rule is in force. */
export function InForce ({ rule: { in_force: { from, to } } }: { rule: Pick<KnownRule, 'in_force'> }) {
  if (from === undefined && to === undefined) return <span class="quiet">dates not recorded</span>
  return <>{from !== undefined && <>from <DateText day={from} /></>} {to !== undefined && <>to <DateText day={to} /></>}</>
}

/** The citation of a rule, with a link to the official text if there is one. */
export function Citation ({ citation: { act, article, url } }: { citation: { act: string, article?: string | null, url?: string | null } }) {
  const text = [act, article].filter(Boolean).join(', ')
  return url ? <a href={url} rel="noopener">{text}</a> : <>{text}</>
}

/** The source text of a rule, its place, and the date of the last comparison. */
export function Reading ({ citation: { seen, place }, checked }: { citation: { seen?: keyof typeof SEEN | null, place?: string | null }, checked: string }) {
  const what = seen ? `Read: ${SEEN[seen]} (${place})` : 'The text was not read'
  return <p class="small quiet">{what}; checked on <DateText day={checked} />.</p>
}

/** The special case of a rule, or everything under its purpose. */
export function caseOf ({ case: it }: Pick<KnownRule, 'case'>): string {
  return it ?? 'in general'
}

/** Rules of one purpose as a table. */
export function RulesTable ({ rules, place, publishers, label }: { rules: KnownRule[], place: string, publishers: Publishers, label: string }) {
  return (
    <ScrollingTable label={label} isStacked>
      <caption class="hidden">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">For</th>
          <th scope="col">Rate</th>
          <th scope="col">Day</th>
          <th scope="col">In force</th>
          <th scope="col">Confidence</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr>
            <th scope="row"><a href={ruleAddress(rule.id)}>{ruleName(rule, place, seriesText(rule))}</a></th>
            <td data-name="For">{caseOf(rule)} {rule.mode !== 'default' && <ModeBadge mode={rule.mode} />}</td>
            <td data-name="Rate"><SeriesList rule={rule} publishers={publishers} />{rule.named_by && <p class="small quiet">{NAMED_BY[rule.named_by]}</p>}</td>
            <td data-name="Day">{labelOf(rule.day)}</td>
            <td data-name="In force"><InForce rule={rule} /></td>
            <td data-name="Confidence"><ConfidenceBadge confidence={rule.confidence} /> <Reading citation={rule.citation} checked={rule.checked} /></td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

/** The meaning of date D in a rule, and the rounding of its rate. */
export function ruleTexts (rule: KnownRule): { event: string, rounding: string } {
  return { event: eventText(rule), rounding: roundingText(rule) ?? 'The rule prescribes none.' }
}

import { NAMED_BY, NO_ADVICE, REPORT } from '../fields.ts'
import { NOT_FINAL } from '../answer.ts'
import type { Rulebook } from '../rulebook.ts'
import { applicableAddress, bankAddress, figureAddress, ruleAddress } from '../../pages/kit/addresses.ts'
import type { TypedQuestion } from './applicable-form.tsx'
import { isPaidOnly, type Answer, type Choice, type NewestTables } from './applicable-view.ts'
import { Badge, DateText, Facts, Figure, Notice, Section, withCode } from '../../pages/kit/components.tsx'
import { CopyAs } from '../../pages/kit/copy-as.tsx'
import { money } from '../../pages/kit/figures.ts'
import { utcText } from '../../../api/contract/instants.ts'
import { DATED, labelOf, METHODS } from '../../pages/kit/labels.ts'
import { ScrollingTable } from '../../pages/kit/tables.tsx'
import type { Context } from '../../../api/server/route.ts'
import { PlanNotice } from '../../pages/kit/plan-needed.tsx'
import { CertificateSection } from '../../pages/kit/certificate-links.tsx'
import { DocumentDownload } from '../../pages/kit/document-download.tsx'
import { ruleName } from './rule-name.ts'
import { Citation, ConfidenceBadge, ModeBadge, Reading } from './rule-parts.tsx'

const MAX_PLAIN_STEPS = 2 // the later ones have figures

interface AnswerProps {
  answer: Answer
  question: TypedQuestion
  rulebook: Rulebook
  newest: NewestTables
  names: ReadonlyMap<string, string>
  /** True if figures of any age are shown. */
  isPaid: boolean
  context: Context
}

/**
 * The answer to a question: the figure, its derivation, the rule, the document, the possible elections, and its proof.
 */
export function AnswerView(props: AnswerProps) {
  const { answer, question, newest, isPaid, context } = props
  const { origin } = context
  const isHidden = !isPaid && isPaidOnly(answer, newest)
  const { jurisdiction, purpose, amount } = answer
  const query = { ...question, jurisdiction, purpose, ...(amount && { amount: amount.text }) }
  const link = `${origin}${applicableAddress(query)}`
  const saidAbove = [NOT_FINAL, NAMED_BY[answer.rule.named_by]]
  const warnings = isHidden ? answer.warnings : answer.warnings.filter((it) => !saidAbove.includes(it))
  return (
    <>
      <AnswerSummary {...props} isHidden={isHidden} />
      {warnings.length > 0 && (
        <Notice kind="warning" title="Note">
          <ul>
            {warnings.map((it) => (
              <li>{it}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Asks {...props} />
      <Steps answer={answer} isHidden={isHidden} />
      <RuleSummary answer={answer} rulebook={props.rulebook} />
      {!isHidden && answer.document && <Document answer={answer} />}
      <Choices title="What the taxpayer may choose instead" id="choices" choices={answer.elections} {...props} />
      <Choices title="Special cases of the same purpose" id="cases" choices={answer.cases} {...props} />
      {!isHidden && answer.status === 'final' && answer.publisher !== null && answer.method !== 'mean' && (
        <CertificateSection context={context} query={certificateQuery(query)} />
      )}
      <Section id="ticket" title="For the file">
        <CopyAs
          texts={[
            ['Link', link],
            ['curl', curlOf(origin, query)],
            ...(isHidden || answer.publisher === null || answer.rate === null
              ? []
              : [['Citation', citationOf(props, link)] as [string, string]])
          ]}
        />
      </Section>
      <p class="small quiet">
        {REPORT} This answer follows from the rule <a href={ruleAddress(answer.rule.id)}>{answer.rule.id}</a>, revision{' '}
        {answer.rule.revision}. {NO_ADVICE}
      </p>
    </>
  )
}

function certificateQuery({
  unsure: _unsure,
  from: _from,
  to: _to,
  ...query
}: TypedQuestion): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value))
}

function curlOf(origin: string, query: TypedQuestion): string {
  return `curl -H "Authorization: Bearer $RATEBOOK_KEY" "${origin}/api/v1${applicableAddress(query)}"`
}

function citationOf({ answer, names }: AnswerProps, link: string): string {
  const { source, target, rate, publisher, rate_type: type, rate_date: date, rule, citation } = answer
  return `1 ${source} = ${rate?.text} ${target}, ${names.get(publisher!) ?? publisher}, ${labelOf(type!)}, ${date}; ${[citation.act, citation.article].filter(Boolean).join(', ')} (rule ${rule.id}); ${link}`
}

function nameOf(rule: Answer['rule'], rulebook: Rulebook): string {
  return ruleName(rule, rulebook.jurisdiction(rule.jurisdiction)?.name ?? rule.jurisdiction, rule.series)
}

const STATUS = {
  final: <Badge kind="good">final</Badge>,
  open: <Badge kind="derived">open</Badge>,
  pending: <Badge kind="warning">provisional</Badge>,
  no_rate: <Badge kind="warning">no rate</Badge>,
  no_data: <Badge kind="quiet">no data</Badge>
}

const CHOICE = <Badge kind="derived">your choice</Badge>

const NO_FIGURE = {
  final: '',
  open: '',
  pending: 'The rate is not published yet',
  no_rate: 'The rule gives no rate here',
  no_data: 'The rate of this rule is not in this service'
}

/**
 * True if the taxpayer chooses among the rates of the rule, or the rule names no rate and another one may be chosen.
 */
function isChoice({ status, reason, elections, asks }: Answer): boolean {
  return (
    (status === 'open' && asks.every(({ parameter }) => parameter === 'series')) ||
    (reason === 'unpublished' && elections.length > 0)
  )
}

/** The values of a parameter that would decide an open answer, each a link to that answer. */
function Asks({ answer, question }: AnswerProps) {
  const { asks, jurisdiction, purpose } = answer
  if (asks.length === 0) return null
  return (
    <Section id="asks" title="What decides the rate">
      <ul>
        {asks.map(({ parameter, value, text }) => (
          <li>
            <a href={applicableAddress({ ...question, jurisdiction, purpose, [parameter]: value })}>
              <code>{value}</code>
            </a>
            {value !== text && `: ${text}`}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function AnswerSummary({ answer, isHidden, ...props }: AnswerProps & { isHidden: boolean }) {
  const { status, rate, rule, explanation, reason, publisher } = answer
  const badge = isChoice(answer) ? CHOICE : STATUS[status]
  if (isHidden) return <OlderFigure answer={answer} question={props.question} context={props.context} />
  return (
    <div class={status === 'pending' ? 'verdict provisional' : 'verdict'} role="status">
      <p class="word">
        {badge} {rule.named_by !== 'law' && NAMED_BY[rule.named_by]}
      </p>
      {rate === null ? (
        <Notice kind="warning" title={badge === CHOICE ? 'The law lets you choose' : NO_FIGURE[status]}>
          <p>
            {withCode(explanation)}
            {reason === 'quarantined' && (
              <>
                {' '}
                Its operator <a href={`/status?source=${publisher}#quarantine`}>decides about it</a>.
              </>
            )}
            {badge === CHOICE && ' The rates that you may choose are below.'}
          </p>
        </Notice>
      ) : (
        <>
          {status === 'pending' && (
            <p>
              <strong>Missing:</strong> {withCode(explanation)}
            </p>
          )}
          <Amounts answer={answer} {...props} />
        </>
      )}
    </div>
  )
}

function Money({ value, currency }: { value: string; currency: string }) {
  return (
    <span class="figure">
      {money(value, currency)}
      <span class="unit"> {currency}</span>
    </span>
  )
}

function Amounts({ answer, names }: Pick<AnswerProps, 'answer' | 'names'>) {
  const { source, target, amount, converted, rate, publisher, method } = answer
  return (
    <>
      {converted !== null && (
        <p class="sum">
          <span class="figure">
            {money(amount!.text, source, true)} {source} =
          </span>{' '}
          <strong>
            <Money value={converted.text} currency={target} />
          </strong>
        </p>
      )}
      <p class={converted === null ? 'sum' : undefined}>
        <span>1 {source} =</span>{' '}
        <strong>
          <Figure value={rate!.text} unit={target} derived={method !== 'published'} />
        </strong>
      </p>
      {publisher === null ? (
        <p>{withCode(answer.explanation)}</p>
      ) : (
        <AmountFacts answer={answer} names={names} publisher={publisher} />
      )}
    </>
  )
}

function AmountFacts({ answer, names, publisher }: Pick<AnswerProps, 'answer' | 'names'> & { publisher: string }) {
  const { rate_date: date, rate_type: type, method, dated } = answer
  return (
    <Facts
      facts={[
        ['Publisher', names.has(publisher) ? <a href={bankAddress(publisher)}>{names.get(publisher)}</a> : publisher],
        ['Rate type', labelOf(type!)],
        ['Date of the rate', <DateText day={date} />],
        ['Meaning of that date', dated && DATED[dated]],
        ['Method', METHODS[method!]]
      ]}
    />
  )
}

function OlderFigure({
  answer: { rate_date: date },
  question,
  context
}: Pick<AnswerProps, 'answer' | 'question' | 'context'>) {
  return (
    <PlanNotice what="The figure needs" page={applicableAddress(question)} context={context}>
      The rate is that of <DateText day={date} />. Everybody can see the figures of the year up to a source’s newest
      table; older ones cost a unit.
    </PlanNotice>
  )
}

function Steps({ answer: { steps }, isHidden }: { answer: Answer; isHidden: boolean }) {
  return (
    <Section id="steps" title="From the date to the figure">
      <ol class="steps">
        {(isHidden ? steps.slice(0, MAX_PLAIN_STEPS) : steps).map((it) => (
          <li>{it}</li>
        ))}
      </ol>
    </Section>
  )
}

function RuleSummary({ answer: { rule, citation }, rulebook }: { answer: Answer; rulebook: Rulebook }) {
  return (
    <Section id="rule" title="The rule">
      <Facts
        class="rule"
        facts={[
          [
            'Rule',
            <>
              <a href={ruleAddress(rule.id)}>{nameOf(rule, rulebook)}</a> <ModeBadge mode={rule.mode} />{' '}
              <ConfidenceBadge confidence={rule.confidence} />
            </>
          ],
          [
            'Citation',
            <>
              <Citation citation={citation} />
              <Reading citation={citation} checked={rule.checked} />
            </>
          ],
          ['The date D', rule.event],
          ['The day', rule.day_meaning],
          rule.rounding !== null && ['Rounding', rule.rounding],
          rule.conditions !== null && ['Conditions', rule.conditions]
        ]}
      />
    </Section>
  )
}

function Document({
  answer: { document, legs, publisher, rate_date: date, rate_type: type, method }
}: {
  answer: Answer
}) {
  const { id, url, sha256, fetched_at: fetched } = document!
  return (
    <Section id="document" title="The document">
      <p>
        <code>{url}</code>, fetched {utcText(fetched)}, SHA-256 <code>{sha256}</code>
      </p>
      <p>
        {method !== 'mean' &&
          legs.map(({ base, quote }) => (
            <>
              <a href={figureAddress({ bank: publisher!, base: base!, quote: quote!, date: date!, type: type! })}>
                Where the document has {base} in {quote}
              </a>{' '}
              ·{' '}
            </>
          ))}
        <DocumentDownload id={id} />
      </p>
    </Section>
  )
}

function Choices({
  title,
  id,
  choices,
  question,
  answer,
  rulebook,
  newest,
  isPaid
}: AnswerProps & {
  title: string
  id: string
  choices: Choice[]
}) {
  if (choices.length === 0) return null
  return (
    <Section id={id} title={title}>
      <ScrollingTable label={title} isStacked>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col" class="number">
              Rate
            </th>
            <th scope="col">Date</th>
            <th scope="col" class="number">
              Converted
            </th>
            <th scope="col">Conditions</th>
          </tr>
        </thead>
        <tbody>
          {choices.map((choice) => (
            <tr>
              <th scope="row">
                <a
                  href={applicableAddress({
                    ...question,
                    jurisdiction: answer.jurisdiction,
                    purpose: answer.purpose,
                    rule: choice.rule.id
                  })}
                >
                  {nameOf(choice.rule, rulebook)}
                </a>{' '}
                <span class="name">{choice.rule.mode !== 'default' && <ModeBadge mode={choice.rule.mode} />}</span>
              </th>
              <ChoiceFigure choice={choice} isHidden={!isPaid && isPaidOnly(choice, newest)} />
              <td class="reason" data-name="Conditions">
                <Citation citation={choice.citation} />. {choice.rule.limit} {choice.rule.conditions} {choice.rule.lock}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </Section>
  )
}

function ChoiceFigure({
  choice: { rate, rate_date: date, converted, target, explanation, status, publisher },
  isHidden
}: {
  choice: Choice
  isHidden: boolean
}) {
  if (isHidden) {
    return (
      <>
        <td class="number quiet" data-name="Rate">
          for accounts
        </td>
        <td data-name="Date">
          <DateText day={date} />
        </td>
        <td />
      </>
    )
  }
  if (rate === null)
    return (
      <td colSpan={3} class="reason">
        {STATUS[status]} {withCode(explanation)}
      </td>
    )
  return (
    <>
      <td class="number" data-name="Rate">
        <Figure value={rate.text} /> {status !== 'final' && STATUS[status]}
        <span class="unit">{publisher}</span>
      </td>
      <td data-name="Date">
        <DateText day={date} />
      </td>
      <td class="number" data-name="Converted">
        {converted && <Money value={converted.text} currency={target} />}
      </td>
    </>
  )
}

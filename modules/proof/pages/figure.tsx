import type { ComponentChildren } from 'preact'
import { z } from 'zod'
import type { CertifiedRate, PairStatement } from '../kit/statement.ts'
import { readEntry } from '../kit/verify.ts'
import { isOpenDate } from '../../../api/contract/open-data.ts'
import { badRequest, asOfClause } from '../../../api/contract/errors.ts'
import * as parameters from '../../../api/contract/parameters.ts'
import type { Context } from '../../../api/server/route.ts'
import { COMPOSITE, doubtNotes, type Bank } from '../../../api/rates/bank-query.ts'
import { certifyPair, listChanges, listRulesWith, type Certified, type Change } from '../certificates-query.ts'
import type { CurrencyNote } from '../../../api/sources/currencies-query.ts'
import { comparePairOn, printedRate, type PrintedFields, type RateOnDay } from '../../../api/rates/figure-query.ts'
import { pairNotCovered } from '../../../api/rates/missing.ts'
import {
  bankAddress,
  documentAddress,
  figureAddress,
  ruleAddress,
  tableAddress,
  type FigureOf
} from '../../pages/kit/addresses.ts'
import { AsOf, asOfQuery } from '../../pages/kit/as-of.tsx'
import {
  Badge,
  Breadcrumbs,
  DateText,
  Facts,
  Figure,
  Fold,
  InstantText,
  Notice,
  Section
} from '../../pages/kit/components.tsx'
import { CopyAs, copyTexts, type CopiedFigures } from '../../pages/kit/copy-as.tsx'
import { evidenceOf, InDocument, type Evidence } from './figure-document.tsx'
import { countOf, DATED, labelOf, METHODS } from '../../pages/kit/labels.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { hasHistory, PlanNotice } from '../../pages/kit/plan-needed.tsx'
import { privatePage, seeOther, privateAnswer } from '../../pages/kit/private.ts'
import { DataTable } from '../../pages/kit/tables.tsx'
import { RateLink } from '../../pages/kit/rate-link.tsx'
import { CertificateLinks } from '../../pages/kit/certificate-links.tsx'
import { LogEntry } from './log-entry.tsx'

/**
 * The maximum number of rows in an entry that a page reads to prove one of them, which takes about a third of a second.
 * A certificate has no such limit.
 */
const MAX_ROWS = 10_000

interface FigureDetails {
  bank: Bank
  statement: PairStatement
  certified: Certified
  evidence: Evidence[]
  changes: Change[]
  /** The ids of the rules of law that name its source on its date, if the figure was corrected. */
  rules: string[]
  others: RateOnDay[]
  /** The reason why its published rates are unusual. */
  doubts?: CurrencyNote[]
  /** The printed figure, if the publisher printed this pair for another number of units. */
  printed?: PrintedFields
  origin: string
  /** The requested instant. */
  asOf?: string
}

const PAIR = 'expected two currency codes, such as EUR-USD'
const pair = z
  .string()
  .regex(/^[A-Za-z]{3}-[A-Za-z]{3}$/, PAIR)
  .toUpperCase()
  .meta({ description: 'The base and the quote.', examples: ['EUR-USD'] })

export const figureForm = privatePage({
  path: '/figure',
  summary: 'Redirects from a form to the page of a figure',
  query: {
    bank: parameters.bank,
    source: parameters.source,
    target: parameters.target,
    date: parameters.date,
    type: parameters.type.optional()
  },
  run: async ({ bank, source, target, date, type }) =>
    seeOther(figureAddress({ bank, base: source, quote: target, date, type }))
})

export const figurePage = privatePage({
  path: '/figure/:bank/:pair/:date',
  summary: 'A figure: its document, derivation and revisions, other sources on that day, and its proof',
  params: { bank: parameters.bank, pair, date: parameters.date },
  query: { type: parameters.type.optional(), ...asOfQuery },
  run: async ({ bank: code, pair, date, type, as_of: asOf }, context) => {
    const [source, target] = pair.split('-') as [string, string]
    if (source === target) throw badRequest('pair', 'expected two different currencies')
    const lookup = { bank: code, source, target, on: date, type, asOf }
    const { bank, certified, last } = await certifyPair(context.database, lookup)
    if (!certified) throw pairNotCovered(bank, lookup, { when: `for ${date}${asOfClause(asOf)}`, last })
    const statement = certified.statement as PairStatement
    const of = { bank: bank.code, base: source, quote: target, date: statement.rate_date, type: statement.rate_type }
    if (of.date !== date) {
      return seeOther(
        `${figureAddress({ ...of, type })}${asOf === undefined ? '' : `${type === undefined ? '?' : '&'}${new URLSearchParams({ as_of: asOf })}`}`
      )
    }
    const isOpen = isOpenDate(date, bank.latest_date!)
    if (!isOpen && !hasHistory(context)) {
      return privateAnswer(<OlderFigure bank={bank} of={of} context={context} />)
    }
    const proven =
      countEntryRows(certified) > MAX_ROWS
        ? certified
        : (await certifyPair(context.database, { ...lookup, asOf: certified.asOf, withRows: true })).certified!
    return {
      ...privateAnswer(<DetailsPage details={await readDetails(bank, proven, context, asOf)} context={context} />),
      units: isOpen ? 0 : 1
    }
  }
})

/** The number of rows in the entries behind a figure. */
function countEntryRows({ entries }: Certified): number {
  return entries.map(readEntry).reduce((sum, entry) => sum + entry.new.rows + entry.changed.rows, 0)
}

async function readDetails(bank: Bank, certified: Certified, context: Context, asOf?: string): Promise<FigureDetails> {
  const { database, origin } = context
  const statement = certified.statement as PairStatement
  const [evidence, changes, others, doubts, printed] = await Promise.all([
    Promise.all(certified.rates.map((rate) => evidenceOf(rate, certified, context))),
    listChanges(database, { bank: bank.code, rates: certified.rates, after: '-infinity' }),
    comparePairOn(database, statement, statement.rate_date, asOf),
    asOf === undefined
      ? doubtNotes(database, {
          bank: bank.code,
          codes: [statement.source, statement.target],
          from: statement.rate_date
        })
      : undefined,
    statement.method === 'published' ? printedRate(database, certified.rates[0]!) : undefined
  ])
  return {
    bank,
    statement,
    certified,
    evidence,
    changes,
    rules: isRevised(changes) ? await listRulesWith(database, bank.code, statement.rate_date) : [],
    others: others.filter(({ code }) => code !== bank.code),
    doubts,
    printed,
    origin,
    asOf
  }
}

function Frame({
  bank,
  of: { base, quote, date },
  children
}: {
  bank: Bank
  of: FigureOf
  children: ComponentChildren
}) {
  const title = `${base} to ${quote}, ${date}`
  return (
    <Layout
      title={`${title}, ${bank.name}`}
      current="/banks"
      scripts={['copy.js']}
      description={`The rate from ${base} to ${quote} of ${bank.name} on ${date}, with its document, its revisions and its proof.`}
    >
      <Breadcrumbs
        trail={[
          ['Sources', '/banks'],
          [bank.name, bankAddress(bank.code)],
          [date, tableAddress(bank.code, date)]
        ]}
      />
      <h1>{title}</h1>
      {children}
    </Layout>
  )
}

function OlderFigure({ bank, of, context }: { bank: Bank; of: FigureOf; context: Context }) {
  return (
    <Frame bank={bank} of={of}>
      <PlanNotice what="This figure needs" page={figureAddress(of)} context={context}>
        {bank.name} has this rate. Everybody can see the figures of the year up to its newest table, which is of{' '}
        <DateText day={bank.latest_date} />. Older ones cost a unit.
      </PlanNotice>
      <p>
        <a href={`/figure/${bank.code}/${of.base}-${of.quote}/${bank.latest_date}`}>The newest figure of this pair</a>
      </p>
    </Frame>
  )
}

function DetailsPage({ details, context }: { details: FigureDetails; context: Context }) {
  const { bank, statement, certified, evidence, changes, rules, others, doubts, asOf } = details
  const { source, target, rate_date: date, rate_type: type } = statement
  const of = { bank: bank.code, base: source, quote: target, date, type }
  return (
    <Frame bank={bank} of={of}>
      <Summary details={details} />
      <AsOf page={`/figure/${bank.code}/${source}-${target}/${date}`} asOf={asOf} keep={{ type }} />
      {doubts && (
        <Notice kind="warning" title="This figure is unusual">
          <ul>
            {doubts.map(({ note }) => (
              <li>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      {statement.method !== 'published' && <Derivation details={details} />}
      <Section id="document" title={evidence.length === 1 ? 'In the document' : 'In the documents'}>
        {evidence.map((it) => (
          <InDocument evidence={it} isOnly={evidence.length === 1} />
        ))}
      </Section>
      <Section id="revisions" title="Revisions">
        <Revisions changes={changes} />
        {isRevised(changes) && <Resting bank={bank} of={of} changes={changes} rules={rules} />}
      </Section>
      <Section id="others" title="Other sources on that day">
        <Fold summary={`Show ${countOf(others.length, 'source')}`}>
          <OtherSources rates={others} pair={statement} date={date} />
        </Fold>
      </Section>
      <Section id="proof" title="Proof">
        <CertificateLinks context={context} query={{ bank: bank.code, source, target, date, type, as_of: asOf }} />
        {certified.entries.map((entry) => (
          <LogEntry
            entry={entry}
            size={certified.size}
            rates={certified.rates.filter(({ leaf }) => leaf === entry.leaf)}
          />
        ))}
      </Section>
      <Section id="copy" title="Copy as">
        <Fold summary="Show the texts to copy">
          <CopyAs texts={copyTexts(copiedFigure(details, of))} />
        </Fold>
      </Section>
    </Frame>
  )
}

function copiedFigure(
  { bank, statement: { source, target, rate, rate_date: date, rate_type: type, method }, origin }: FigureDetails,
  of: FigureOf
): CopiedFigures {
  const api = `/api/v1/central-bank/${bank.code}`
  return {
    origin,
    page: figureAddress(of),
    endpoint: `${api}/${date}?source=${source}&target=${target}&type=${type}`,
    file: `${api}/history?source=${source}&target=${target}&type=${type}&from=${date}&to=${date}`,
    rows: [
      ['bank', 'source', 'target', 'date', 'type', 'rate'],
      [bank.code, source, target, date, type, rate]
    ],
    citation: `${bank.name}: 1 ${source} = ${rate} ${target} (${labelOf(type)}, ${date}${method === 'published' ? '' : `, calculated: ${method}`})`
  }
}

function Summary({
  details: {
    bank,
    statement,
    printed,
    certified: { asOf }
  }
}: {
  details: FigureDetails
}) {
  const {
    source,
    target,
    rate,
    rate_date: date,
    rate_type: type,
    method,
    dated,
    valid_from: from,
    valid_to: to
  } = statement
  const calculation = bank.code === COMPOSITE && method === 'published' ? 'composite' : method
  return (
    <>
      <p class="sum">
        <span>1 {source} =</span>{' '}
        <strong>
          <Figure value={rate} unit={target} derived={calculation !== 'published'} />
        </strong>
      </p>
      <Facts
        facts={[
          printed?.printed_value !== undefined &&
            printed.printed_value !== null && [
              'As printed',
              <>
                <Figure value={printed.printed_value} unit={target} /> for{' '}
                {printed.printed_unit === 'gram' ? 'a gram of' : printed.printed_unit} {source}
                {printed.note !== null && <>. {printed.note}</>}
              </>
            ],
          ['Source', <a href={bankAddress(bank.code)}>{bank.name}</a>],
          [
            'Date',
            <a href={tableAddress(bank.code, date)}>
              <DateText day={date} />
            </a>
          ],
          ['Meaning of the date', DATED[dated]],
          ['Rate type', labelOf(type)],
          ['Method', METHODS[calculation] ?? calculation],
          (from ?? to) !== null && [
            'Valid',
            <>
              {from !== null && (
                <>
                  from <DateText day={from} />
                </>
              )}{' '}
              {to !== null && (
                <>
                  to <DateText day={to} />
                </>
              )}
            </>
          ],
          ['As known at', <InstantText instant={asOf} hasSeconds hasZone />]
        ]}
      />
    </>
  )
}

function Derivation({
  details: {
    bank,
    statement: { source, target, rate, method, rate_date: date, rate_type: type },
    evidence
  }
}: {
  details: FigureDetails
}) {
  return (
    <Section id="derivation" title="Derivation">
      <p>
        {bank.name} does not print this figure. It is calculated from {evidence.length === 1 ? 'a rate' : 'two rates'}{' '}
        of one table:
      </p>
      <ul class="legs">
        {evidence.map(({ rate: { base, quote, value } }) => (
          <li>
            1 {base} ={' '}
            <a class="figure" href={figureAddress({ bank: bank.code, base, quote, date, type })}>
              {value}
            </a>{' '}
            {quote}
          </li>
        ))}
      </ul>
      <p class="figure">
        1 {source} ={' '}
        {formulaOf(
          source,
          evidence.map(({ rate }) => rate)
        )}{' '}
        = {rate} {target} <span class="quiet">({METHODS[method]})</span>
      </p>
    </Section>
  )
}

/**
 * The calculation in figures: each leg is a factor if it leads from the source towards the target, and a divisor if it
 * is printed in the other direction.
 */
function formulaOf(source: string, rates: CertifiedRate[]): string {
  const [divided, multiplied] = [[] as string[], [] as string[]]
  let at = source
  const legs = [...rates].sort((one) => (one.base === source || one.quote === source ? -1 : 1))
  for (const { base, quote, value } of legs) {
    if (base === at) multiplied.push(value)
    else divided.push(value)
    at = base === at ? quote : base
  }
  return [multiplied.join(' × ') || '1', ...divided].join(' ÷ ')
}

/** True if one of the rates was corrected or withdrawn. */
function isRevised(changes: Change[]): boolean {
  return changes.length > new Set(changes.map(({ base, quote }) => base + quote)).size
}

function Revisions({ changes }: { changes: Change[] }) {
  return (
    <>
      <p>
        {isRevised(changes)
          ? 'The value was changed after it was first stored. Each state stays on record:'
          : 'The value has not been changed since it was first stored.'}
      </p>
      <DataTable
        label="States of the value"
        isStacked
        rows={changes}
        columns={[
          { head: 'Known since', cell: ({ known_at: known }) => <InstantText instant={known} hasSeconds hasZone /> },
          { head: 'Pair', isRowHeading: true, cell: ({ base, quote }) => `${base} → ${quote}` },
          { head: 'Value', class: 'number', cell: ({ value }) => value ?? <Badge kind="warning">withdrawn</Badge> },
          { head: 'Difference', class: 'number', cell: ({ difference }) => difference && signed(difference) },
          {
            head: 'Document',
            cell: ({ publication_id: publication }) => <a href={documentAddress(publication)}>{publication}</a>
          }
        ]}
      />
    </>
  )
}

const signed = (difference: string) =>
  /[1-9]/.test(difference) && !difference.startsWith('-') ? `+${difference}` : difference

/** The answers that may have used a former value, and how to find them. */
function Resting({ bank, of, changes, rules }: { bank: Bank; of: FigureOf; changes: Change[]; rules: string[] }) {
  const last = changes.at(-1)!.known_at
  const before = new Date(Date.parse(last) - 1).toISOString()
  const former = `${figureAddress(of)}${of.type === undefined ? '?' : '&'}${new URLSearchParams({ as_of: before })}`
  return (
    <>
      <p>
        Answers that were given before <InstantText instant={last} hasSeconds hasZone /> may have used the former value:
      </p>
      <ul>
        <li>
          Inverses and crosses of {bank.name} of <DateText day={of.date} /> over {of.base} or {of.quote}.{' '}
          <a href={former}>This figure as it was known before</a>
        </li>
        <li>
          Certificates of such a figure. Ratebook keeps no list of those that it issued:{' '}
          <a href="/verify">check a certificate</a> to see the changes since.
        </li>
        {rules.length > 0 && (
          <li>
            Applicable rates by the rules that name {bank.name}:
            <Fold summary={countOf(rules.length, 'rule')}>
              {rules.map((id, at) => (
                <>
                  {at > 0 && ', '}
                  <a href={ruleAddress(id)}>{id}</a>
                </>
              ))}
            </Fold>
          </li>
        )}
      </ul>
    </>
  )
}

function OtherSources({ rates, pair, date }: { rates: RateOnDay[]; pair: parameters.Pair; date: string }) {
  if (rates.length === 0) return <p>No other source had the pair on that day.</p>
  const caption = `${pair.source} to ${pair.target} at other sources, the newest on or before ${date}`
  return (
    <DataTable
      label={caption}
      caption={caption}
      isStacked
      rows={rates}
      columns={[
        { head: 'Source', cell: ({ code, name }) => <a href={bankAddress(code)}>{name}</a> },
        { head: pair.target, name: 'Rate', class: 'number', cell: (it) => <RateLink rate={it} pair={pair} /> },
        { head: 'Date', cell: ({ rate_date: day }) => <DateText day={day} /> },
        { head: 'Type', cell: ({ rate_type: type }) => labelOf(type) },
        { head: 'Method', cell: ({ method, derived }) => <Badge kind={derived ? 'derived' : 'good'}>{method}</Badge> }
      ]}
    />
  )
}

import { z } from 'zod'
import {
  CONFIDENCES,
  DAY_MEANINGS,
  jurisdiction,
  MODES,
  NAMED_BY,
  NO_ADVICE,
  purpose,
  PURPOSES,
  REPORT,
  ruleId
} from '../fields.ts'
import { notFound } from '../../../api/contract/errors.ts'
import { ALL } from '../../../api/server/cache.ts'
import type { Context } from '../../../api/server/route.ts'
import { CONTINENTS, continentOf } from '../../../api/regions/continents.ts'
import { loadAwaited } from '../rules/registry.ts'
import { listRuleRevisions, readRulebook, type KnownRule, type Rulebook, type RuleRevision } from '../rulebook.ts'
import { listSources } from '../../../api/sources/sources-query.ts'
import { jurisdictionAddress, ruleAddress } from '../../pages/kit/addresses.ts'
import { QuestionForm, type TypedQuestion } from './applicable-form.tsx'
import {
  Breadcrumbs,
  DateText,
  Facts,
  Fold,
  Notice,
  Section,
  SelectField,
  TextField
} from '../../pages/kit/components.tsx'
import { utcText } from '../../../api/contract/instants.ts'
import { countOf, PURPOSE_NAMES } from '../../pages/kit/labels.ts'
import { normalized, wordsOf } from '../../pages/kit/search-text.ts'
import { YearTable, yearQuery, yearRates } from './year-rates.tsx'
import { Layout } from '../../pages/kit/layout.tsx'
import { page } from '../../pages/kit/page.tsx'
import { DataTable } from '../../pages/kit/tables.tsx'
import { currenciesText, eventText, roundingText, seriesText } from '../texts.ts'
import { ruleName } from './rule-name.ts'
import {
  Citation,
  ConfidenceBadge,
  InForce,
  ModeBadge,
  Reading,
  RulesTable,
  SeriesList,
  type Publishers
} from './rule-parts.tsx'

const cached = { cacheControl: 'public, max-age=60', cache: { of: () => ALL, seconds: 60 } } as const
const PURPOSE_KEYS = Object.keys(PURPOSES) as Array<keyof typeof PURPOSES>

interface JurisdictionRules {
  code: string
  name: string
  own: KnownRule[]
  /** The rules of its union that also apply here. */
  common: number
}

/** The sources by name, for the rates that rules name. */
async function publishersOf({ database, today }: Context): Promise<Publishers> {
  const sources = await listSources(database, today)
  return { names: new Map(sources.map(({ code, name }) => [code, name])), awaited: loadAwaited() }
}

export const rulesPage = page({
  path: '/applicable/rules',
  summary: 'The jurisdictions whose rules for exchange rates are recorded',
  query: {
    q: z
      .string()
      .max(80)
      .default('')
      .meta({
        description: 'Words to search for in names, currencies, acts and rules.',
        examples: ['poland']
      }),
    purpose: purpose.or(z.literal('')).default('')
  },
  ...cached,
  run: async ({ q, purpose }, { database, today }) => {
    const rulebook = await readRulebook(database)
    const words = wordsOf(q)
    const places = rulebook.jurisdictions
      .map((it) => rulesOf(rulebook, it, { purpose, today }))
      .filter(({ own, common }) => purpose === '' || own.length + common > 0)
    const found = places
      .filter((place) => words.every((word) => textOf(rulebook, place).includes(word)))
      .sort((one, other) => one.name.localeCompare(other.name))
    return (
      <Layout
        title="Rules for exchange rates"
        current="/applicable"
        description="Which official exchange rate the law of each country requires, rule by rule with its citation."
      >
        <Breadcrumbs trail={[['Applicable rate', '/applicable']]} />
        <h1>Rules by jurisdiction</h1>
        <p class="lead">
          Which publisher, which rate and which day the law requires, with the citation.{' '}
          {countOf(rulebook.rules.length, 'rule')} in {rulebook.jurisdictions.length} jurisdictions.
        </p>
        <form class="row search" method="get" role="search" aria-label="Rules">
          <TextField
            label="Search by country, currency or act"
            name="q"
            type="search"
            value={q}
            autocomplete="off"
            maxLength={80}
          />
          <SelectField
            label="Purpose"
            name="purpose"
            value={purpose}
            options={[['', 'Every purpose'], ...Object.entries(PURPOSE_NAMES)]}
          />
          <button class="plain">Search</button>
        </form>
        <p role="status">
          {found.length} of {rulebook.jurisdictions.length} jurisdictions
        </p>
        {CONTINENTS.map((continent) => (
          <Region
            name={continent}
            places={found.filter(({ code }) => continentOf(code) === continent)}
            purpose={purpose}
            isOpen={q !== '' || purpose !== ''}
          />
        ))}
        <p class="small quiet">{NO_ADVICE}</p>
      </Layout>
    )
  }
})

function rulesOf(
  rulebook: Rulebook,
  { code, name }: { code: string; name: string },
  { purpose, today }: { purpose: string; today: string }
): JurisdictionRules {
  const isWanted = (rule: KnownRule) => purpose === '' || rule.purpose === purpose
  return {
    code,
    name,
    own: rulebook.ownRules(code).filter(isWanted),
    common: rulebook.commonRules(code, today).filter(isWanted).length
  }
}

function textOf(rulebook: Rulebook, { code, name, own }: JurisdictionRules): string {
  const currencies = rulebook.jurisdiction(code)!.currencies.map((it) => it.code)
  return normalized([code, name, ...currencies, ...own.flatMap(({ id, citation }) => [id, citation.act])].join(' '))
}

function Region({
  name,
  places,
  purpose,
  isOpen
}: {
  name: string
  places: JurisdictionRules[]
  purpose: string
  isOpen: boolean
}) {
  if (places.length === 0) return null
  return (
    <section>
      <h2>
        {name} <span class="name">{places.length}</span>
      </h2>
      <Fold summary={`Show the jurisdictions of ${name}`} isOpen={isOpen}>
        <ul class="pairs">
          {places.map(({ code, name, own, common }) => (
            <li>
              <a class="card" href={`${jurisdictionAddress(code)}${purpose === '' ? '' : `#${purpose}`}`}>
                <strong>{name}</strong>{' '}
                <span class="small quiet">
                  {[
                    own.length > 0 && countOf(own.length, 'rule'),
                    common > 0 && `${countOf(common, 'rule')} of its union`
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </Fold>
    </section>
  )
}

export const jurisdictionPage = page({
  path: '/applicable/:jurisdiction',
  summary: 'The rules of a jurisdiction by purpose',
  params: { jurisdiction },
  query: yearQuery,
  ...cached,
  run: async ({ jurisdiction: code, year, purpose, currencies }, context) => {
    const [rulebook, publishers] = await Promise.all([readRulebook(context.database), publishersOf(context)])
    const place = rulebook.jurisdiction(code)
    if (!place) throw notFound(`no rules are recorded for ${code}; the page /applicable/rules lists the jurisdictions`)
    const own = rulebook.ownRules(code)
    const common = rulebook.commonRules(code, context.today)
    const rates = await yearRates(rulebook, { jurisdiction: code, year, purpose, currencies }, context)
    const union = common[0] && rulebook.jurisdiction(common[0].jurisdiction)
    return (
      <Layout
        title={`Exchange rates in the law of ${place.name}`}
        current="/applicable"
        scripts={['applicable.js']}
        description={`Which official exchange rate the law of ${place.name} requires for each purpose.`}
      >
        <Breadcrumbs
          trail={[
            ['Applicable rate', '/applicable'],
            ['Rules', '/applicable/rules']
          ]}
        />
        <h1>{place.name}</h1>
        <p class="lead">
          Which official exchange rate the law requires for each purpose. The currency is{' '}
          {rulebook.currencyOf(code, context.today) ?? 'not recorded'}.
        </p>
        <section class="card">
          <h2>Find the rate of a day</h2>
          <QuestionForm question={{ jurisdiction: code, date: context.today }} rulebook={rulebook} isShort />
        </section>
        {rates && <YearTable place={place} rates={rates} />}
        {PURPOSE_KEYS.map((purpose) => (
          <Purpose
            purpose={purpose}
            place={place.name}
            rules={own.filter(isFor(purpose))}
            common={common.filter(isFor(purpose))}
            union={union?.name}
            publishers={publishers}
          />
        ))}
        <MissingPurposes
          purposes={PURPOSE_KEYS.filter((it) => ![...own, ...common].some(isFor(it)))}
          place={place.name}
        />
        <p class="small quiet">
          {REPORT} {NO_ADVICE}
        </p>
      </Layout>
    )
  }
})

/** The purposes without a recorded rule. */
function MissingPurposes({ purposes, place }: { purposes: Array<keyof typeof PURPOSES>; place: string }) {
  if (purposes.length === 0) return null
  return (
    <p>
      No rule of {place} is recorded for{' '}
      {purposes.map((it) => PURPOSE_NAMES[it]!.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())).join('; ')}
      .
    </p>
  )
}

const isFor = (purpose: string) => (rule: KnownRule) => rule.purpose === purpose

interface PurposeProps {
  purpose: keyof typeof PURPOSES
  place: string
  rules: KnownRule[]
  common: KnownRule[]
  union?: string
  publishers: Publishers
}

const DAY_NOTE =
  'The dates are those of the publisher’s own tables with the currency, so weekends and holidays need no calendar.'
const ORDER = ['default', 'elect', 'permit', 'old']

function Purpose({ purpose, place, rules, common, union, publishers }: PurposeProps) {
  if (rules.length + common.length === 0) return null
  const inOrder = rules.toSorted((one, other) => ORDER.indexOf(one.mode) - ORDER.indexOf(other.mode))
  return (
    <Section id={purpose} title={PURPOSE_NAMES[purpose]}>
      <p>
        {PURPOSES[purpose]} {inOrder[0]?.named_by && <strong>{NAMED_BY[inOrder[0].named_by]}</strong>}
      </p>
      <Fold summary={countOf(rules.length + common.length, 'rule')}>
        {rules.length > 0 && (
          <RulesTable
            rules={inOrder}
            place={place}
            publishers={publishers}
            label={`Rules for ${PURPOSE_NAMES[purpose]}`}
          />
        )}
        {common.length > 0 && (
          <>
            <h3>Rules of the {union}</h3>
            <RulesTable
              rules={common}
              place={`the ${union}`}
              publishers={publishers}
              label={`Rules of the ${union} for ${PURPOSE_NAMES[purpose]}`}
            />
          </>
        )}
      </Fold>
    </Section>
  )
}

export const rulePage = page({
  path: '/applicable/rules/:id',
  summary: 'A rule in words, with its citation and its revisions',
  params: { id: ruleId.meta({ description: 'The id of a rule.', examples: ['pl-vat'] }) },
  ...cached,
  run: async ({ id }, context) => {
    const [rulebook, publishers, revisions] = await Promise.all([
      readRulebook(context.database),
      publishersOf(context),
      listRuleRevisions(context.database, id)
    ])
    const rule = rulebook.rule(id)
    if (!rule) throw notFound(`there is no rule ${id}; the page /applicable/rules lists the jurisdictions`)
    const place = rulebook.jurisdiction(rule.jurisdiction)!
    const name = ruleName(rule, place.name, seriesText(rule))
    return (
      <Layout
        title={name}
        current="/applicable"
        scripts={['applicable.js']}
        description={`The exchange rate for ${PURPOSE_NAMES[rule.purpose]} in ${place.name}: ${rule.citation.act}.`}
      >
        <Breadcrumbs
          trail={[
            ['Applicable rate', '/applicable'],
            ['Rules', '/applicable/rules'],
            [place.name, jurisdictionAddress(place.code)]
          ]}
        />
        <h1>{name}</h1>
        <p class="lead">
          <code>{id}</code> <ModeBadge mode={rule.mode} /> <ConfidenceBadge confidence={rule.confidence} />
        </p>
        {rule.missing !== undefined && (
          <Notice kind="warning" title="This rule is unsure">
            <p>{rule.missing} It is used only when a question asks for unsure rules.</p>
          </Notice>
        )}
        <RuleDetails rule={rule} publishers={publishers} />
        <section class="card">
          <h2>Find the rate of a day</h2>
          <QuestionForm question={questionOf(rule, context.today)} rulebook={rulebook} isShort />
        </section>
        <Related rule={rule} place={place.name} rulebook={rulebook} publishers={publishers} />
        <Revisions revisions={revisions} />
        <p class="small quiet">
          {REPORT} {NO_ADVICE}
        </p>
      </Layout>
    )
  }
})

/** A question that the rule answers, for today unless it has ended. */
function questionOf(
  { id, jurisdiction, purpose, confidence, in_force: { to } }: KnownRule,
  today: string
): TypedQuestion {
  return {
    jurisdiction,
    purpose,
    rule: id,
    date: to !== undefined && to < today ? to : today,
    unsure: confidence === 'unsure' ? 'true' : undefined
  }
}

function RuleDetails({ rule, publishers }: { rule: KnownRule; publishers: Publishers }) {
  return (
    <Facts
      class="rule"
      facts={[
        [
          'Citation',
          <>
            <Citation citation={rule.citation} />
            <Reading citation={rule.citation} checked={rule.checked} />
          </>
        ],
        ['The date D', eventText(rule)],
        [
          'The rate',
          <>
            <SeriesList rule={rule} publishers={publishers} />
            {rule.named_by && <p class="small quiet">{NAMED_BY[rule.named_by]}</p>}
          </>
        ],
        [
          'The day',
          <>
            {DAY_MEANINGS[rule.day]}
            <p class="small quiet">{DAY_NOTE}</p>
          </>
        ],
        ['Rounding', roundingText(rule) ?? 'The rule prescribes none.'],
        rule.override !== undefined && ['Correction', rule.override.text],
        rule.when !== undefined && ['Applies if', rule.when],
        rule.from !== undefined && ['Converts from', currenciesText(rule)],
        rule.conditions !== undefined && ['Conditions', rule.conditions],
        rule.limit !== undefined && ['Limit', rule.limit],
        rule.lock !== undefined && ['Binding for', rule.lock],
        ['In force', <InForce rule={rule} />],
        ['How it binds', MODES[rule.mode]],
        ['Confidence', CONFIDENCES[rule.confidence]],
        ['Last checked', <DateText day={rule.checked} />]
      ]}
    />
  )
}

function Related({
  rule,
  place,
  rulebook,
  publishers
}: {
  rule: KnownRule
  place: string
  rulebook: Rulebook
  publishers: Publishers
}) {
  const parent = rule.parent === undefined ? undefined : rulebook.rule(rule.parent)
  const beside = rulebook.rules.filter((it) => it.parent === rule.id)
  const branches = beside.filter(({ when }) => when !== undefined)
  const elections = beside.filter(({ when }) => when === undefined)
  const implemented = rule.implements === undefined ? undefined : rulebook.rule(rule.implements)
  return (
    <>
      {parent && (
        <p>
          {rule.when === undefined ? 'It may be chosen' : `If ${rule.when}, it applies`} in place of{' '}
          <a href={ruleAddress(parent.id)}>{ruleName(parent, place, seriesText(parent))}</a>.
        </p>
      )}
      {implemented && (
        <p>
          It puts <a href={ruleAddress(implemented.id)}>{implemented.id}</a> into national law.
        </p>
      )}
      {branches.length > 0 && (
        <Section id="branches" title="Rules that apply in its place">
          <RulesTable rules={branches} place={place} publishers={publishers} label="Rules that apply in its place" />
        </Section>
      )}
      {elections.length > 0 && (
        <Section id="elections" title="Rules that may be chosen in its place">
          <RulesTable rules={elections} place={place} publishers={publishers} label="Rules that may be chosen" />
        </Section>
      )}
    </>
  )
}

function Revisions({ revisions }: { revisions: RuleRevision[] }) {
  return (
    <Section id="revisions" title="Revisions">
      <DataTable
        label="Revisions of the rule"
        isStacked
        rows={revisions}
        columns={[
          { head: 'Revision', cell: ({ revision }) => revision },
          { head: 'Known since', cell: ({ known_at: from }) => utcText(from, true) },
          { head: 'Until', cell: ({ known_until: until }) => (until === null ? 'now' : utcText(until, true)) },
          { head: 'SHA-256', cell: ({ sha256 }) => <code>{sha256}</code> }
        ]}
      />
    </Section>
  )
}

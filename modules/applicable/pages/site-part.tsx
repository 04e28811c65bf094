import type { FoundPages, PageContext, SitePart } from '../../site-part.ts'
import { applicableAddress, jurisdictionAddress, ruleAddress } from '../../pages/kit/addresses.ts'
import { DateText, Section } from '../../pages/kit/components.tsx'
import { money } from '../../pages/kit/figures.ts'
import { listRulebook, readRulebook } from '../rulebook.ts'
import { seriesText } from '../texts.ts'
import { answeredExample, type Example } from './examples.ts'
import { ruleName } from './rule-name.ts'

const ALL = { address: '/applicable/rules', text: 'All rules' }

/** The law on the home page, in the search and for crawlers. */
export const sitePart: SitePart = {
  point: {
    address: '/applicable',
    title: 'Applicable rates',
    text: 'The rate that a law names, with the article and a certificate.'
  },
  hidden: ['/applicable?'],
  async card(newest, context) {
    const rulebook = await readRulebook(context.database)
    const example = await answeredExample(rulebook, newest, context)
    return <LawCard example={example} count={rulebook.rules.length} places={rulebook.jurisdictions.length} />
  },
  async addresses({ database }) {
    const { jurisdictions, rules } = await listRulebook(database)
    return [
      '/applicable',
      ALL.address,
      '/applicable/batch',
      ...jurisdictions.map(jurisdictionAddress),
      ...rules.map(ruleAddress)
    ]
  },
  search: findRules
}

async function findRules(
  { q, has }: Parameters<SitePart['search']>[0],
  { database }: PageContext
): Promise<FoundPages[]> {
  const { jurisdictions, rules } = await readRulebook(database)
  const names = new Map(jurisdictions.map(({ code, name }) => [code, name]))
  const places = jurisdictions.filter(({ code, name }) => has(name) || q.trim().toUpperCase() === code)
  const named = rules.map((rule) => ({
    id: rule.id,
    name: ruleName(rule, names.get(rule.jurisdiction)!, seriesText(rule))
  }))
  return [
    {
      id: 'places',
      title: 'The law of a country',
      all: ALL,
      pages: places.map(({ code, name }) => ({ address: jurisdictionAddress(code), name, suggestion: [name, 'rules'] }))
    },
    {
      id: 'rules',
      title: 'Rules',
      all: ALL,
      pages: named
        .filter(({ id, name }) => has(`${id} ${name}`))
        .map(({ id, name }) => ({ address: ruleAddress(id), name, suggestion: [id, name] }))
    }
  ]
}

function LawCard({ example, count, places }: { example?: Example; count: number; places: number }) {
  const { answer, text, query } = example ?? {}
  return (
    <Section id="law" class="card" title="The rate that your law requires">
      <p>
        {count} rules in {places} jurisdictions, each with its article: for an invoice, a customs declaration, a tax
        return or a balance sheet.
      </p>
      {answer && (
        <p class="live">
          <span class="quiet small">
            {text}, <DateText day={query!.date!} />: {query!.amount} {answer.source}
          </span>
          <strong>
            <a class="figure-link" href={applicableAddress(query!)}>
              {money(answer.converted!.text, answer.target)}
            </a>{' '}
            {answer.target}
          </strong>
          <span class="small">
            at {answer.rate!.text}, the rate of {answer.publisher} of <DateText day={answer.rate_date} />;{' '}
            {[answer.citation.act, answer.citation.article].filter(Boolean).join(', ')}
          </span>
        </p>
      )}
      <ul class="links">
        <li>
          <a href="/applicable">Find a rate</a>
        </li>
        <li>
          <a href="/applicable/batch">A whole file</a>
        </li>
        <li>
          <a href={ALL.address}>{ALL.text}</a>
        </li>
      </ul>
    </Section>
  )
}

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadSources } from '../../../adapters/registry.ts'
import { loadAwaited, loadRules, readJurisdiction, ruleBookOf } from '../rules/registry.ts'
import { convertsFrom, readSeries, seriesOf, UNPUBLISHED } from '../rules/rule.ts'

const { jurisdictions, rules } = loadRules()
const byId = new Map(rules.map((rule) => [rule.id, rule]))
const published = new Set(
  (await loadSources()).flatMap(({ code, rateTypes }) => rateTypes.map((type) => `${code}:${type}`))
)
const awaited = loadAwaited()
const named = new Set(rules.flatMap(seriesOf).filter((series) => !(readSeries(series).publisher in UNPUBLISHED)))

const CODES = [
  'USD',
  'EUR',
  'GBP',
  'XDR',
  ...new Set(rules.flatMap(({ from }) => (from === undefined ? [] : Object.values(from).flat())))
]

/** Words by which a sentence changes the answer of its rule. */
const MOVES =
  /\b(unless|instead|in place of|comes? first|otherwise|else|may (take|choose|be|use|also|set|differ)|advances?|except|if|where|without a|keeps? the)\b/i

/** Sentences that name the rule of the other case, define D, or state that a day without a rate has the nearest one. */
const CARRIED = [
  /\b[a-z]{2}(-[a-z0-9]+)+\b/,
  /\bD (of .+ )?is\b/,
  /\b(or else|else) (the (last|latest|ones|nearest|most recent)|of the (last|next)|that of the day before)|, else the latest|nearest earlier day/,
  /\b(if|where|on|after) (that|the|a|none|nothing|no)\b.*\b(day|Wednesday|Monday|date)\b.*\b(counts?|last|next|before|closest|Monday)/i
]

/** Sentences with these words that do not change an answer, with the reason. */
// prettier-ignore
const HARMLESS = new Map(Object.entries({
  'its fallback has the rate': [
    'ca-customs', 'cz-vat', 'de-social', 'lu-income-minimum', 'tr-income-closing', 'tw-vat', 'us-reporting-fbar', 'us-reporting-8938'
  ],
  'says who may choose this election, or when': [
    'at-vat-ecb', 'ca-income-accepted', 'ch-vat-group', 'eu-grant-month', 'eu-vat-ecb', 'is-income-interest', 'li-statutory-due', 'ro-vat-bank', 'sk-vat-customs', 'tr-vat-newest', 'us-income-average', 'za-income-average'
  ],
  'says when the rule applies': [
    'de-statutory', 'eu-budget', 'gh-income', 'mx-customs', 'pe-statutory'
  ],
  'leaves the rate to the taxpayer, so that there is no figure': [
    'eu-accounting', 'gr-accounting-closing', 'nz-income', 'us-income-spot'
  ],
  'another rate would be a notice of the customs, which becomes a rule': [
    'cn-customs'
  ],
  'does not convert an amount': [
    'pe-vat-digital', 'ru-income'
  ],
  'concerns currencies for which the rule has no rate': [
    'pe-income-foreign-tax'
  ]
}).flatMap(([reason, ids]) => ids.map((id) => [id, reason] as const)))

const QUALITY = ['law', 'authority', 'known', 'unsure']

const COLUMNS: Array<{ purpose: string; taxpayer?: string }> = [
  { purpose: 'vat' },
  { purpose: 'customs' },
  { purpose: 'income', taxpayer: 'person' },
  { purpose: 'income', taxpayer: 'company' },
  { purpose: 'accounting' }
]

/** The best text behind the rules in force of a jurisdiction for a column; undefined without a rule. */
function bestText(code: string, { purpose, taxpayer }: (typeof COLUMNS)[number]): string | undefined {
  const texts = rules
    .filter((rule) => rule.jurisdiction === code && rule.purpose === purpose && rule.mode !== 'old')
    .filter((rule) => rule.taxpayer === undefined || rule.taxpayer === taxpayer)
    .filter(({ withdrawn, in_force: { to } }) => withdrawn === undefined && to === undefined)
    .map(({ confidence, citation }) => (confidence === 'verified' ? citation.seen! : confidence))
  return QUALITY.find((it) => texts.includes(it as (typeof texts)[number]))
}

describe('the table of ordinary questions in applicable.md', () => {
  const lines = readFileSync(new URL('../applicable.md', import.meta.url), 'utf8').match(/^\| [A-Z]{2} \|.*$/gm)!

  it('has all members of the union', () => {
    const members = jurisdictions.filter(({ part_of }) => part_of?.code === 'EU' && part_of.to === undefined)
    expect(members.filter(({ code }) => !lines.some((line) => line.startsWith(`| ${code} |`)))).toEqual([])
  })

  it.each(lines)('describes %s', (line) => {
    const code = line.slice(2, 4)
    const union = jurisdictions.find((it) => it.code === code)?.part_of
    const cells = COLUMNS.map((column) => {
      const own = bestText(code, column)
      const common = union && union.to === undefined ? bestText(union.code, column) : undefined
      if (own !== undefined && own !== 'unsure') return own
      return common === undefined ? (own ?? 'missing') : `union: ${common}`
    })
    expect(line).toBe(`| ${code} | ${cells.join(' | ')} |`)
  })
})

describe('the rules', () => {
  it('name only series that a source publishes or that are awaited', () => {
    expect([...named].filter((series) => !published.has(series) && !Object.hasOwn(awaited, series))).toEqual([])
  })

  it('await only unpublished series that a rule names', () => {
    expect(Object.keys(awaited).filter((series) => published.has(series) || !named.has(series))).toEqual([])
  })

  it('replace a default rule of the same purpose, in their own jurisdiction or its union', () => {
    const unions = new Map(jurisdictions.map(({ code, part_of }) => [code, part_of?.code]))
    for (const { id, parent, purpose, jurisdiction } of rules) {
      if (parent === undefined) continue
      const replaced = byId.get(parent)!
      expect([id, ['default', 'old'].includes(replaced.mode), replaced.parent, replaced.purpose]).toEqual([
        id,
        true,
        undefined,
        purpose
      ])
      expect([jurisdiction, unions.get(jurisdiction)], id).toContain(replaced.jurisdiction)
    }
  })

  it('are verified only by a text of the law or of an authority, with the place', () => {
    const faults = rules.filter(
      ({ confidence, citation: { seen, place } }) =>
        confidence === 'verified' && !(['law', 'authority'].includes(seen ?? '') && place)
    )
    expect(faults.map(({ id }) => id)).toEqual([])
    expect(rules.filter(({ confidence }) => confidence === 'verified').length).toBeGreaterThan(100)
    // prettier-ignore
    const told = [
      'am-income', 'cn-customs', 'hu-vat', 'hu-vat-mnb', 'hu-vat-ecb', 'hu-accounting', 'in-income', 'pl-customs',
      'ru-accounting-closing', 'eu-social', 'fr-vat', 'fr-vat-customs', 'in-customs', 'no-vat', 'no-vat-ecb'
    ]
    expect(told.filter((id) => byId.get(id)!.confidence !== 'known')).toEqual([])
  })

  it('state no condition that changes the day, the side or the publisher, unless a rule implements it', () => {
    const faults = rules
      .filter(({ mode, withdrawn }) => mode !== 'old' && withdrawn === undefined)
      .flatMap(({ id, conditions = '' }) => conditions.split(/(?<=\.) /).map((sentence) => ({ id, sentence })))
      .filter(({ sentence }) => MOVES.test(sentence) && !CARRIED.some((it) => it.test(sentence)))
      .filter(({ id }) => !HARMLESS.has(id))
    expect(faults).toEqual([])
    expect([...HARMLESS.keys()].filter((id) => !byId.has(id))).toEqual([])
  })

  it('offer rates used in practice as elections if the law names no publisher', () => {
    for (const id of ['it-vat', 'nl-vat-sell', 'de-vat-daily', 'dk-vat'])
      expect([id, byId.get(id)!.named_by]).toEqual([id, 'practice'])
    expect(byId.get('se-vat')!.named_by).toBe('authority')
    expect(
      rules
        .filter(
          ({ named_by, rate }) =>
            named_by !== undefined && typeof rate === 'string' && readSeries(rate).publisher !== 'bank'
        )
        .map(({ id }) => id)
    ).toEqual([])
  })

  it('implement only rules of their own union', () => {
    for (const { id, implements: union, jurisdiction } of rules) {
      if (union !== undefined) {
        expect([id, jurisdictions.find(({ code }) => code === jurisdiction)!.part_of?.code]).toEqual([
          id,
          byId.get(union)!.jurisdiction
        ])
      }
    }
  })

  it('have one default rule without a case for a purpose on each day', () => {
    const general = rules.filter(
      (rule) =>
        rule.mode !== 'elect' &&
        rule.mode !== 'permit' &&
        rule.case === undefined &&
        rule.parent === undefined &&
        rule.withdrawn === undefined
    )
    const doubts = general.filter((rule) =>
      general.some(
        (other) =>
          other.id !== rule.id &&
          other.jurisdiction === rule.jurisdiction &&
          other.purpose === rule.purpose &&
          CODES.some((code) => convertsFrom(rule, code) && convertsFrom(other, code)) &&
          (other.members === undefined || rule.members === undefined || other.members === rule.members) &&
          rule.confidence !== 'unsure' &&
          other.confidence !== 'unsure' &&
          (rule.in_force.from ?? '') <= (other.in_force.to ?? '9999') &&
          (other.in_force.from ?? '') <= (rule.in_force.to ?? '9999')
      )
    )
    expect(doubts.map(({ id }) => id)).toEqual([])
  })
})

const RULE = {
  id: 'xy-vat',
  purpose: 'vat',
  mode: 'default',
  event: 'tax_point',
  rate: 'nbp:mid',
  day: 'same_day',
  citation: { act: 'An act', seen: 'law', place: 'the text' },
  confidence: 'verified',
  checked: '2026-11-21'
}
// YAML includes JSON
const fileOf = (...given: object[]) =>
  JSON.stringify({
    jurisdiction: 'XY',
    name: 'Anywhere',
    currency: 'PLN',
    rules: given.map((it) => ({ ...RULE, ...it }))
  })
const read = (...given: object[]) => readJurisdiction('xy.yaml', fileOf(...given))
const book = (...given: object[]) => ruleBookOf([read(...given)])

describe('a file of rules', () => {
  it.each([
    [{ day: 'the_day_before' }, 'rules.0.day'],
    [{ event: 'birthday' }, 'rules.0.event'],
    [{ purpose: 'fun' }, 'rules.0.purpose'],
    [{ rate: 'nbp' }, 'only bank, none, authority and own have no type'],
    [{ fallback: ['cross(euro)'] }, 'rules.0.fallback'],
    [{ id: 'XY-vat' }, 'rules.0.id'],
    [{ colour: 'red' }, 'colour'],
    [{ mode: 'old' }, 'an old rule has a last day'],
    [{ parent: 'xy-vat' }, 'a default rule without when replaces none'],
    [{ when: 'the goods are new' }, 'when: only for a default or old rule with a parent'],
    [{ from: { only: [] } }, 'rules.0.from'],
    [{ same_as: 'xy-vat' }, 'same_as brings rate and day'],
    [{ rate: undefined }, 'expected rate and day, or same_as'],
    [{ confidence: 'unsure' }, 'missing: for an unsure rule'],
    [{ missing: 'the text' }, 'missing: for an unsure rule'],
    [{ taxpayer: 'person' }, 'taxpayer: only for income'],
    [{ citation: { act: 'An act' } }, 'expected law or authority for a verified rule'],
    [
      { citation: { act: 'An act', seen: 'quoted', place: 'a guide' } },
      'expected law or authority for a verified rule'
    ],
    [
      { citation: { act: 'An act', seen: 'secondary', place: 'the press' } },
      'expected law or authority for a verified rule'
    ],
    [{ citation: { act: 'An act', seen: 'the text' } }, 'rules.0.citation.seen'],
    [{ citation: { act: 'An act', seen: 'law' } }, 'citation.place: expected with seen'],
    [{ limit: 'Not for imports.' }, 'limit: only for an election'],
    [{ carry_back: 'ten days' }, 'rules.0.carry_back'],
    [{ named_by: 'nobody' }, 'rules.0.named_by'],
    [{ then: { via: 'USD', rate: 'dof:reference', day: 'same_day' }, fallback: ['bank'] }, 'then: only with one rate'],
    [{ in_force: { from: '2020-01-01', to: '2019-12-31' } }, 'ends before it begins'],
    [{ checked: '2026-02-30' }, 'rules.0.checked']
  ])('is refused with %o', (given, message) => {
    expect(() => read(given)).toThrow(message)
  })

  it('is refused under the name of another jurisdiction', () => {
    expect(() => readJurisdiction('pl.yaml', fileOf())).toThrow('the file of XY is xy.yaml')
  })

  it('is refused with a duplicate id or the prefix of another jurisdiction', () => {
    expect(() => book({}, { purpose: 'customs' })).toThrow('the id xy-vat is given twice')
    expect(() => book({ id: 'pl-vat' })).toThrow('pl-vat must begin with xy-')
  })

  it('is refused with a reference to an unknown rule or to itself', () => {
    expect(() => book({ id: 'xy-vat-a', mode: 'elect', parent: 'xy-vat' })).toThrow(
      'xy-vat-a refers to xy-vat, which is not there'
    )
    expect(() => book({ same_as: 'xy-vat', rate: undefined, day: undefined })).toThrow('xy-vat refers to itself')
  })

  it('copies the rate and the day of a referenced rule, and keeps its own citation', () => {
    const { rules } = book(
      {},
      {
        id: 'xy-customs',
        purpose: 'customs',
        same_as: 'xy-vat',
        rate: undefined,
        day: undefined,
        citation: { act: 'Another act', seen: 'law', place: 'the text' }
      }
    )
    expect(rules[1]).toMatchObject({ rate: 'nbp:mid', day: 'same_day', citation: { act: 'Another act' } })
  })
})

import { expect, it } from 'vitest'
import { ruleName } from '../pages/rule-name.ts'
import { loadRules } from '../rules/registry.ts'
import { seriesText } from '../texts.ts'

const { rules } = loadRules()
const names = new Map(rules.map((rule) => [rule.id, ruleName(rule, rule.jurisdiction, seriesText(rule))]))

it('gives each rule a name of its own', () => {
  expect(new Set(names.values()).size).toBe(rules.length)
})

it('omits the id from a name that only one rule has', () => {
  expect(names.get('pl-vat')).toBe('VAT in PL: the day before')
  expect(names.get('pl-vat-ksef')).toBe('VAT in PL: the day before, NBP (pl-vat-ksef)')
})

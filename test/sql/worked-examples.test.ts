import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSources } from '../../adapters/registry.ts'
import type { Row } from '../../adapters/source.ts'
import { chooseRule } from '../../api/queries/applicable-answer.ts'
import { findFigures } from '../../api/queries/applicable.ts'
import { readRulebook, type Rulebook } from '../../api/queries/rulebook.ts'
import { findRecordings } from '../../pipelines/replay.ts'
import { registerRules } from '../../pipelines/rules.ts'
import { loadRules } from '../../rules/registry.ts'
import { replay } from '../adapters/fixture.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../database.ts'

// Real answers of publishers, which are not part of the project: the suite runs where they lie beside the checkout.
const RECORDINGS = new URL('../../../shared/recordings/', import.meta.url).pathname
const WINDOWS: Record<string, Array<{ from: string, to: string }>> = {
  ecb: [{ from: '2020-09-14', to: '2025-05-09' }],
  hmrc: [{ from: '2026-08-01', to: '2026-08-01' }, { from: '2021-06-01', to: '2021-06-30' }]
}

interface Example {
  rule: string
  date: string
  pair: string
  rateDate: string
  value: string
  more?: { side?: string, from?: string, to?: string, invoice_date?: string }
}

/** A rule, the date of its event, the pair, the date of the rate and the figure as its publisher printed it. */
const example = (rule: string, date: string, pair: string, rateDate: string, value: string, more?: Example['more']): Example => ({ rule, date, pair, rateDate, value, more })

const EXAMPLES: Example[] = [
  example('pl-vat', '2026-03-03', 'USD/PLN', '2026-03-02', '3.6056'),
  example('pl-accounting-closing', '2026-03-03', 'USD/PLN', '2026-03-03', '3.6820'),
  example('pl-vat', '2026-03-10', 'USD/PLN', '2026-03-04', '3.6770', { invoice_date: '2026-03-05' }),
  example('pl-vat', '2026-03-05', 'AED/PLN', '2026-03-04', '1.0018'),
  example('eu-customs', '2022-11-30', 'USD/EUR', '2022-10-19', '0.9778'),
  example('eu-customs', '2022-12-01', 'USD/EUR', '2022-11-23', '1.0325'),
  example('cz-customs', '2026-03-31', 'USD/CZK', '2026-02-18', '20.474'),
  example('cz-customs', '2026-04-02', 'USD/CZK', '2026-03-18', '21.278'),
  example('cz-vat', '2026-03-28', 'EUR/CZK', '2026-03-27', '24.545'),
  example('sk-vat', '2023-01-02', 'USD/EUR', '2022-12-30', '1.0666'),
  example('sk-vat', '2022-04-19', 'USD/EUR', '2022-04-14', '1.0878'),
  example('it-vat-ecb', '2022-04-19', 'USD/EUR', '2022-04-19', '1.0803'),
  example('it-vat-ecb', '2022-04-16', 'USD/EUR', '2022-04-14', '1.0878'),
  example('ro-vat', '2026-01-08', 'EUR/RON', '2026-01-05', '5.0905'),
  example('ro-vat', '2026-04-02', 'EUR/RON', '2026-04-01', '5.0985'),
  example('hu-vat-mnb', '2025-03-26', 'EUR/HUF', '2025-03-26', '400.28'),
  example('eu-vat-oss', '2022-12-31', 'GBP/EUR', '2023-01-02', '0.8863'),
  example('eu-vat-oss', '2022-09-30', 'GBP/EUR', '2022-09-30', '0.883'),
  example('eu-tariff-annual', '2023-06-15', 'EUR/HUF', '2022-10-03', '424.86'),
  example('eu-tariff-monthly', '2023-01-10', 'EUR/SEK', '2022-12-29', '11.158'),
  example('eu-grant', '2022-12-31', 'EUR/SEK', '2022-12-30', '10.62958', { from: '2022-01-01', to: '2022-12-31' }),
  example('eu-budget', '2026-09-15', 'EUR/USD', '2026-09-01', '1.1643'),
  example('gb-vat-hmrc', '2021-06-30', 'USD/GBP', '2021-06-01', '1.4146'),
  example('gb-customs', '2026-08-31', 'USD/GBP', '2026-08-01', '1.3367'),
  example('ch-vat-day', '2022-06-29', 'USD/CHF', '2022-06-29', '0.96566'),
  example('no-vat', '2026-03-21', 'USD/NOK', '2026-03-20', '9.5448'),
  example('se-vat', '2026-03-28', 'USD/SEK', '2026-03-27', '9.44517'),
  example('ca-income', '2026-03-14', 'USD/CAD', '2026-03-13', '1.3716'),
  example('br-customs', '2026-03-05', 'USD/BRL', '2026-03-04', '5.20910'),
  example('cl-income', '2026-03-08', 'USD/CLP', '2026-03-06', '907.66'),
  example('co-income', '2026-03-23', 'USD/COP', '2026-03-21', '3704.87'),
  example('uy-income', '2026-03-30', 'USD/UYU', '2026-03-27', '40.56'),
  example('ru-vat', '2026-04-27', 'USD/RUB', '2026-04-25', '75.5273'),
  example('ua-customs', '2026-03-08', 'USD/UAH', '2026-03-08', '43.8069'),
  example('ge-income', '2026-03-02', 'USD/GEL', '2026-02-28', '2.6759'),
  example('am-income', '2026-03-02', 'USD/AMD', '2026-03-02', '376.88'),
  example('fr-vat', '2022-12-31', 'USD/EUR', '2022-12-30', '1.0666')
]

const book = loadRules()
const asked = EXAMPLES.filter(({ rule }) => book.rules.some(({ id }) => id === rule))
const currencies = new Set(asked.flatMap(({ pair }) => pair.split('/')))
let test: TestDatabase
let rulebook: Rulebook

describe.runIf(existsSync(RECORDINGS))('the worked examples, over the recordings', () => {
  beforeAll(async () => {
    test = await testDatabase()
    const codes = new Set(book.rules.filter(({ id }) => asked.some(({ rule }) => rule === id)).flatMap(({ rate }) => JSON.stringify(rate).match(/[a-z0-9_]+(?=:)/g) ?? []))
    const sources = (await loadSources()).filter(({ code }) => codes.has(code))
    await seedSources(test.database, sources)
    await registerRules(test.database, book)
    rulebook = await readRulebook(test.database)
    for (const source of sources) {
      for (const recording of await findRecordings(RECORDINGS, source.code)) {
        const publications = await replay(source, { ...recording, windows: WINDOWS[basename(recording.folder)] ?? recording.windows })
        for (const publication of publications) {
          const rows = (await source.parse(publication)).filter(({ date, base, quote }: Row) => date >= '2020' && currencies.has(base) && currencies.has(quote))
          if (rows.length > 0) await seedRows(test.database, source.code, rows)
        }
      }
    }
  }, 300_000)
  afterAll(() => test?.drop())

  it.each(asked)('$rule of $date: $pair is that of $rateDate, $value', async ({ rule, date, pair, rateDate, value, more }) => {
    const [source, target] = pair.split('/') as [string, string]
    const { question } = chooseRule(rulebook, { rule, date, source, target, withUnsure: true, ...more })
    const [found] = await findFigures(test.database, [question], { at: Date.parse('2026-11-21T12:00:00Z') })
    expect({ reason: found!.reason, date: found!.date, value: Number(Number(found!.value).toFixed(5)) }).toEqual({ reason: null, date: rateDate, value: Number(value) })
  })
})

import { readFile, writeFile } from 'node:fs/promises'
import { currencyFacts, type CldrNames } from './currency-facts.ts'

// npm run currencies -- list-one.xml list-three.xml currencies.json: writes adapters/kit/currency-facts.json. The lists
// are published at
// https://www.six-group.com/en/products-services/financial-information/market-reference-data/data-standards.html, the
// names in the package cldr-numbers-full, main/en/currencies.json. The tables in currency-facts/ were collected on
// 2026-11-24, the acts and the days of legal tender on 2026-11-29; they are edited by hand.
const FACTS = new URL('../../adapters/kit/currency-facts.json', import.meta.url)

const [one, three, names] = await Promise.all(process.argv.slice(2).map((path) => readFile(path, 'utf8')))
if (one === undefined || three === undefined || names === undefined) {
  throw new Error('expected list-one.xml, list-three.xml and currencies.json')
}
const [dates, redenominations, pegs, regimes] = await Promise.all(
  ['dates', 'redenominations', 'pegs', 'regimes'].map((name) =>
    readFile(new URL(`currency-facts/${name}.csv`, import.meta.url), 'utf8')
  )
)
const cldr = JSON.parse(names) as { main: { en: { numbers: { currencies: CldrNames } } } }
await writeFile(
  FACTS,
  currencyFacts(one, three, cldr.main.en.numbers.currencies, {
    dates: dates!,
    redenominations: redenominations!,
    pegs: pegs!,
    regimes: regimes!
  })
)

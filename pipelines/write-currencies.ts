import { readFile, writeFile } from 'node:fs/promises'
import { iso4217Module, type CldrNames } from './iso4217.ts'

// npm run currencies -- list-one.xml list-three.xml currencies.json: writes adapters/kit/iso4217.ts. The lists are at
// https://www.six-group.com/en/products-services/financial-information/market-reference-data/data-standards.html, the names in the package
// cldr-numbers-full as main/en/currencies.json.
const MODULE = new URL('../adapters/kit/iso4217.ts', import.meta.url)

const [one, three, names] = await Promise.all(process.argv.slice(2).map((path) => readFile(path, 'utf8')))
if (one === undefined || three === undefined || names === undefined) throw new Error('expected list-one.xml, list-three.xml and currencies.json')
const cldr = JSON.parse(names) as { main: { en: { numbers: { currencies: CldrNames } } } }
await writeFile(MODULE, iso4217Module(one, three, cldr.main.en.numbers.currencies))

import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'

const PROJECT = new URL('../', import.meta.url)

const adapter = (code: string) => `import { readCsv } from './kit/csv.ts'
import { readDecimal } from './kit/numbers.ts'
import { defineSource } from './source.ts'

export default defineSource({
  code: '${code}',
  name: 'Central Bank of Somewhere',
  country: 'XX',
  homeCurrency: 'XXX',
  kind: 'central_bank',
  rateTypes: ['reference'],
  sourceUrl: 'https://${code}.example/rates',
  timezone: 'UTC',
  schedule: '0 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-01',

  async * fetch (window, http) {
    yield await http.get(\`https://${code}.example/rates.csv?from=\${window.from}&to=\${window.to}\`)
  },

  parse (publication) {
    return readCsv(publication).records.map((record) => {
      return { date: record('Date'), base: record('Currency'), quote: 'XXX', type: 'reference', value: readDecimal(record('Rate')) }
    })
  }
})
`

const interactions = (code: string) => `{
  "source": "${code}",
  "windows": [{ "from": "2026-01-05", "to": "2026-01-06" }],
  "interactions": [
    {
      "request": { "method": "GET", "url": "https://${code}.example/rates.csv?from=2026-01-05&to=2026-01-06" },
      "response": { "status": 200, "headers": { "content-type": "text/csv" }, "bodyFile": "rates.csv" }
    }
  ]
}
`

const test = (code: string) => `import { describe, expect, it } from 'vitest'
import source from '../../adapters/${code}.ts'

// What the common loop over fixtures/${code} can't show. Delete this file where there is nothing of the kind.
describe('${code}', () => {
  it('is named in the words of the publisher', () => {
    expect(source.name).not.toBe('Central Bank of Somewhere')
  })
})
`

const FIGURES = '2026-01-05,USD,1.2500\n2026-01-06,USD,1.2512\n'

/** Writes the files of a new source, all green but for its name: adapter, fixture folder and test. Returns their paths; throws where one is there already. */
export async function scaffoldSource (code: string, project = PROJECT): Promise<string[]> {
  if (!/^[a-z0-9_-]{2,20}$/.test(code)) throw new Error(`a code is 2 to 20 of a-z, 0-9, _ and -, not ${JSON.stringify(code)}`)
  const files: Record<string, string> = {
    [`adapters/${code}.ts`]: adapter(code),
    [`fixtures/${code}/main/interactions.json`]: interactions(code),
    [`fixtures/${code}/main/rates.csv`]: `Date,Currency,Rate\n${FIGURES}`,
    [`fixtures/${code}/main/changed.csv`]: `Date,Currency,Price\n${FIGURES}`,
    [`fixtures/${code}/main/expected.csv`]: `date,base,quote,type,value,unit\n${FIGURES.replace(/USD,(.+)/g, 'USD,XXX,reference,$1,1')}`,
    [`test/adapters/${code}.test.ts`]: test(code)
  }
  const present = Object.keys(files).filter((file) => existsSync(new URL(file, project)))
  if (present.length > 0) throw new Error(`${present.join(', ')}: already there`)
  for (const [file, text] of Object.entries(files)) {
    await mkdir(new URL('.', new URL(file, project)), { recursive: true })
    await writeFile(new URL(file, project), text)
  }
  return Object.keys(files)
}

import { existsSync, realpathSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { faultOfCode } from '../../adapters/source.ts'

// a compiled checkout has a link to its fixtures
const PROJECT = new URL('./', pathToFileURL(realpathSync(fileURLToPath(new URL('../../fixtures', import.meta.url)))))

const HOST = 'publisher.example' // reserved by RFC 2606
const NAME = 'Central Bank of Somewhere'
const TERMS = 'What the terms allow, in one sentence.'
const NOTES = 'What is left out and why, in whole sentences.'

/** The placeholders in the identity of a new source. */
export const PLACEHOLDERS = [HOST, NAME, TERMS, NOTES]

const adapter = (code: string) => `import { documentsAt, readDecimal } from './kit/index.ts'
import { readCsv } from './kit/csv.ts'
import { defineSource } from './source.ts'

export default defineSource({
  code: '${code}',
  name: '${NAME}',
  country: 'XX',
  homeCurrency: 'XDR',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[1, 1]],
  sourceUrl: 'https://${HOST}/rates',
  termsUrl: 'https://${HOST}/terms',
  timezone: 'UTC',
  schedule: '0 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-01',
  dated: 'made',
  publishes: '15:30',
  terms: '${TERMS}',
  notes: '${NOTES}',
  verified: 'description',

  fetch: documentsAt(({ from, to }) => [\`https://${HOST}/rates.csv?from=\${from}&to=\${to}\`]),

  parse (publication) {
    return readCsv(publication).records.map((record) => {
      return { date: record('Date'), base: record('Currency'), quote: 'XDR', type: 'reference', value: readDecimal(record('Rate')) }
    })
  }
})
`

const interactions = (code: string) => `{
  "source": "${code}",
  "windows": [{ "from": "2026-01-05", "to": "2026-01-06" }],
  "interactions": [
    {
      "request": { "method": "GET", "url": "https://${HOST}/rates.csv?from=2026-01-05&to=2026-01-06" },
      "response": { "status": 200, "headers": { "content-type": "text/csv" }, "bodyFile": "rates.csv" }
    }
  ]
}
`

const FIGURES = '2026-01-05,USD,1.2500\n2026-01-06,USD,1.2512\n'

/**
 * Writes the adapter and the fixture of a new source. All tests pass except the one that rejects the placeholders.
 * Returns the paths of the files. Throws if the code is not allowed or a file exists.
 */
export async function scaffoldSource(code: string, project = PROJECT): Promise<string[]> {
  if (!existsSync(new URL('adapters/registry.ts', PROJECT))) {
    throw new Error('a new source needs a checkout of the repository; this is the package')
  }
  const fault = faultOfCode(code)
  if (fault) throw new Error(fault)
  const files: Record<string, string> = {
    [`adapters/${code}.ts`]: adapter(code),
    [`fixtures/${code}/main/interactions.json`]: interactions(code),
    [`fixtures/${code}/main/rates.csv`]: `Date,Currency,Rate\n${FIGURES}`,
    [`fixtures/${code}/main/changed.csv`]: `Date,Currency,Price\n${FIGURES}`,
    [`fixtures/${code}/main/expected.csv`]: `date,base,quote,type,value,unit\n${FIGURES.replace(/USD,(.+)/g, 'USD,XDR,reference,$1,1')}`
  }
  const present = Object.keys(files).filter((file) => existsSync(new URL(file, project)))
  if (present.length > 0) throw new Error(`${present.join(', ')} already exists`)
  for (const [file, text] of Object.entries(files)) {
    await mkdir(new URL('.', new URL(file, project)), { recursive: true })
    await writeFile(new URL(file, project), text)
  }
  return Object.keys(files)
}

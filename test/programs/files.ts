import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identity, startService, type Service } from '../support/service.ts'

/** A figure with its day and its direction: one unit of `base` is worth `value` of `quote`. */
export interface Figure {
  date: string
  base: string
  quote: string
  value: string
}

// Days that are also valid when month and day are exchanged; figures with three decimals, without decimals, below a
// thousandth and above a million; both directions; a day on which one pair has no rate.
export const FIGURES: readonly Figure[] = [
  ['2026-03-04', 'EUR', 'IRR', '1725600'],
  ['2026-03-05', 'EUR', 'IRR', '1725812'],
  ['2026-03-04', 'EUR', 'JPY', '183.184'],
  ['2026-03-04', 'EUR', 'RON', '5.0940'],
  ['2026-03-05', 'EUR', 'RON', '5.0947'],
  ['2026-03-04', 'EUR', 'USD', '1.1531'],
  ['2026-03-05', 'EUR', 'USD', '1.15'],
  ['2026-03-04', 'IDR', 'EUR', '0.0000592'],
  ['2026-03-05', 'IDR', 'EUR', '0.00005915']
].map(([date, base, quote, value]) => ({ date, base, quote, value }) as Figure)

const PAIRS = [...new Set(FIGURES.map(({ base, quote }) => `${base}/${quote}`))]
/** The pairs that each have a file for ledgers, because such a file has one pair. */
export const LEDGER_PAIRS = ['EUR/JPY', 'EUR/USD', 'IDR/EUR']
const DAYS = 'from=2026-03-04&to=2026-03-05'
const SERIES = `/api/v1/official/series?banks=alpha&pairs=${PAIRS.join(',')}&${DAYS}`
const DATA = '/sdmx/2.1/data/EXR_ALPHA/D....?startPeriod=2026-03-04&endPeriod=2026-03-05'
const sdmx = (type: string) => ({ path: DATA, accept: `application/vnd.sdmx.${type}` })

/** The files of these figures, each with the request behind it. */
export const FILES: Record<string, { path: string; accept?: string }> = {
  'rates.csv': { path: `${SERIES}&format=csv` },
  'wide.csv': { path: `${SERIES}&shape=wide&format=csv` },
  'comma.csv': { path: `${SERIES}&format=csv&decimal=comma` },
  'rates.xlsx': { path: `${SERIES}&format=xlsx` },
  'rates.xml': { path: `${SERIES}&format=xml` },
  'rates.json': { path: `${SERIES}&format=json` },
  'rates.ndjson': { path: `${SERIES}&format=ndjson` },
  'rates.parquet': { path: `${SERIES}&format=parquet` },
  ...Object.fromEntries(
    (['hledger', 'ledger', 'beancount'] as const).flatMap((format) =>
      LEDGER_PAIRS.map((pair) => {
        const [source, target] = pair.split('/') as [string, string]
        const path = `/api/v1/central-bank/alpha/history?source=${source}&target=${target}&${DAYS}&format=${format}`
        return [`${source}-${target}.${format}`.toLowerCase(), { path }]
      })
    )
  ),
  'generic.xml': sdmx('genericdata+xml;version=2.1'),
  'specific.xml': sdmx('structurespecificdata+xml;version=2.1'),
  'sdmx.json': sdmx('data+json;version=2.0.0'),
  'sdmx-1.json': sdmx('data+json;version=1.0.0'),
  'sdmx-months.json': {
    path: '/sdmx/2.1/data/EXR_ALPHA/D+M.USD...?startPeriod=2026-03&endPeriod=2026-03',
    accept: 'application/vnd.sdmx.data+json;version=2.0.0'
  },
  'sdmx.csv': sdmx('data+csv;version=1.0.0'),
  'withdrawn.xml': { path: '/sdmx/2.1/data/EXR_BETA/D....?updatedAfter=2020-01-01' }
}

const WITHDRAWAL = `
  with taken as (delete from rates where source = 'beta' and date = '2026-03-05' returning *)
  insert into rate_revisions (source, base, quote, type, date, value, unit, publication_id, known_at, known_until)
  select source, base, quote, type, date, value, unit, publication_id, known_at, now() from taken`

/** Starts a service with these figures, and writes its files to a folder. */
export async function writeFiles(folder: string): Promise<Service> {
  const rows = FIGURES.map((it) => ({ ...it, type: 'reference' }))
  const beta = rows.filter(({ quote }) => quote === 'USD')
  const service = await startService([identity('alpha', 'EUR'), identity('beta', 'EUR')], { alpha: rows, beta })
  await service.database.write(WITHDRAWAL)
  await mkdir(folder, { recursive: true })
  for (const [name, { path, accept }] of Object.entries(FILES)) {
    const { status, bytes, text } = await service.ask(path, { plan: 'developer', headers: accept ? { accept } : {} })
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
    await writeFile(join(folder, name), bytes)
  }
  return service
}

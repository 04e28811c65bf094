import { z } from 'zod'
import { ALL } from '../../server/cache.ts'
import { CONTINENTS, continentOf } from '../../sources/continents-query.ts'
import { listSources, type SourceEntry } from '../../sources/sources-query.ts'
import { DateText, Fold, Freshness, ScrollingTable, SelectField, TextField } from '../kit/components.tsx'
import { countryName } from '../kit/labels.ts'
import { textOf, wordsOf } from '../kit/source-text.ts'
import { Layout } from '../kit/layout.tsx'
import { page } from '../kit/page.tsx'

const SORTS = ['name', 'country', 'newest', 'tables'] as const

type Sort = typeof SORTS[number]

const ORDERS: Record<Sort, (one: SourceEntry, other: SourceEntry) => number> = {
  name: (one, other) => one.name.localeCompare(other.name),
  country: (one, other) => countryName(one.country).localeCompare(countryName(other.country)),
  newest: (one, other) => (other.latest_date ?? '').localeCompare(one.latest_date ?? ''),
  tables: (one, other) => other.days_of_history - one.days_of_history
}

const SORT_NAMES: Record<Sort, string> = { name: 'Name', country: 'Country', newest: 'Newest table', tables: 'Most tables' }

export const banks = page({
  path: '/banks',
  summary: 'All sources by region, and how current they are',
  query: {
    q: z.string().max(80).default('').meta({ description: 'Words to search for in the list of sources.', examples: ['canada'] }),
    region: z.enum(['', ...CONTINENTS]).default('').meta({ description: 'Only the sources of a region.' }),
    sort: z.enum(SORTS).default('name').meta({ description: 'The order within a region.' })
  },
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL, seconds: 60 },
  run: async ({ q, region, sort }, { database, today, settings: { demo } }) => {
    const sources = await listSources(database, today, 'name')
    const wanted = wordsOf(q)
    const found = sources.filter((source) => wanted.every((word) => textOf(source).includes(word)) && (region === '' || continentOf(source.country) === region)).sort(ORDERS[sort])
    const groups = CONTINENTS.map((name) => ({ name, members: found.filter(({ country }) => continentOf(country) === name) })).filter(({ members }) => members.length > 0)
    return (
      <Layout title="Sources" current="/banks" scripts={['filter.js']} description="The central banks, monetary, tax and customs authorities that Ratebook collects exchange rates from.">
        <h1>Sources</h1>
        <p class="lead">Each source keeps the pairs, the direction and the rate types that it publishes.</p>
        <form class="row search" method="get">
          <TextField label="Name, country or currency" name="q" type="search" value={q} autocomplete="off" maxLength={80} />
          <SelectField label="Region" name="region" value={region} options={[{ value: '', text: 'All regions' }, ...CONTINENTS.map((name) => ({ value: name, text: name }))]} />
          <SelectField label="Order" name="sort" value={sort} options={SORTS.map((name) => ({ value: name, text: SORT_NAMES[name] }))} />
          <button class="plain">Show</button>
        </form>
        <p role="status" id="count">{found.length} of {sources.length} sources</p>
        <div id="sources">{groups.map((it) => <Region {...it} isOpen={region !== '' || q !== ''} demoDay={demo && today} />)}</div>
      </Layout>
    )
  }
})

function Region ({ name, members, isOpen, demoDay }: { name: string, members: SourceEntry[], isOpen: boolean, demoDay?: string }) {
  return (
    <section>
      <h2>{name} <span class="name">{members.length}</span></h2>
      <Fold summary={`Show the sources of ${name}`} isOpen={isOpen}>
        <ScrollingTable label={`Sources of ${name}`} isDense isCarded>
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col" class="wider">Country</th>
              <th scope="col" class="wider">Currency</th>
              <th scope="col" class="wider">Cadence</th>
              <th scope="col" class="number wider">Tables</th>
              <th scope="col">Newest table</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>{members.map((source) => <Line source={source} demoDay={demoDay} />)}</tbody>
        </ScrollingTable>
      </Fold>
    </section>
  )
}

function Line ({ source, demoDay }: { source: SourceEntry, demoDay?: string }) {
  const { code, name, country, home_ccy: home, cadence, latest_date: latest, days_of_history: tables } = source
  return (
    <tr data-text={textOf(source)}>
      <th scope="row"><a href={`/banks/${code}`}>{name}</a></th>
      <td class="wider">{countryName(country)}</td>
      <td class="wider">{home}</td>
      <td class="wider">{cadence}</td>
      <td class="number wider">{tables.toLocaleString('en')}</td>
      <td><DateText day={latest} /></td>
      <td><Freshness source={source} demoDay={demoDay} /></td>
    </tr>
  )
}

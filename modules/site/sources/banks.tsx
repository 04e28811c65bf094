import { z } from 'zod'
import { ALL } from '../../../api/server/cache.ts'
import { CONTINENTS, continentOf } from '../../../api/regions/continents.ts'
import { listSources, type SourceEntry } from '../../../api/sources/sources-query.ts'
import { COMPOSITE } from '../../../api/rates/bank-query.ts'
import { bankAddress } from '../../pages/kit/addresses.ts'
import { DateText, Fold, Freshness, SelectField, TextField, type Option } from '../../pages/kit/components.tsx'
import { countryName, formatCount } from '../../pages/kit/labels.ts'
import { searchTextOf, wordsOf } from '../../pages/kit/search-text.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { page } from '../../pages/kit/page.tsx'
import { DataTable } from '../../pages/kit/tables.tsx'

const SORTS = ['name', 'country', 'newest', 'tables'] as const

type Sort = (typeof SORTS)[number]

const ORDERS: Record<Sort, (one: SourceEntry, other: SourceEntry) => number> = {
  name: (one, other) => one.name.localeCompare(other.name),
  country: (one, other) => countryName(one.country).localeCompare(countryName(other.country)),
  newest: (one, other) => (other.latest_date ?? '').localeCompare(one.latest_date ?? ''),
  tables: (one, other) => other.days_of_history - one.days_of_history
}

const SORT_NAMES: Record<Sort, string> = {
  name: 'Name',
  country: 'Country',
  newest: 'Newest table',
  tables: 'Most tables'
}

export const banks = page({
  path: '/banks',
  summary: 'All sources by region, and how current they are',
  query: {
    q: z
      .string()
      .max(80)
      .default('')
      .meta({ description: 'Words to search for in the list of sources.', examples: ['canada'] }),
    region: z
      .enum(['', ...CONTINENTS])
      .default('')
      .meta({ description: 'Limits the list to the sources of a region.' }),
    sort: z.enum(SORTS).default('name').meta({ description: 'The order within a region.' })
  },
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL, seconds: 60 },
  run: async ({ q, region, sort }, { database, today, settings: { demo } }) => {
    const sources = await listSources(database, today, 'name')
    const wanted = wordsOf(q)
    const found = sources
      .filter(
        (source) =>
          wanted.every((word) => searchTextOf(source).includes(word)) &&
          (region === '' || continentOf(source.country) === region)
      )
      .sort(ORDERS[sort])
    const groups = CONTINENTS.map((name) => ({
      name,
      members: found.filter(({ country }) => continentOf(country) === name)
    })).filter(({ members }) => members.length > 0)
    return (
      <Layout
        title="Sources"
        current="/banks"
        scripts={['filter.js']}
        description="The central banks and the monetary, tax and customs authorities whose exchange rates Ratebook collects."
      >
        <h1>Sources</h1>
        <p class="lead">Each source keeps the pairs, the direction and the rate types that it publishes.</p>
        <form class="row search" method="get">
          <TextField
            label="Name, country or currency"
            name="q"
            type="search"
            value={q}
            autocomplete="off"
            maxLength={80}
          />
          <SelectField
            label="Region"
            name="region"
            value={region}
            options={[['', 'All regions'], ...CONTINENTS.map((name): Option => [name, name])]}
          />
          <SelectField label="Order" name="sort" value={sort} options={Object.entries(SORT_NAMES)} />
          <button class="plain">Show</button>
        </form>
        <p role="status" id="count">
          {countPublishers(found)} of {countPublishers(sources)} sources
        </p>
        <div id="sources">
          {groups.map((it) => (
            <Region {...it} isOpen={region !== '' || q !== ''} demoDay={demo && today} />
          ))}
        </div>
      </Layout>
    )
  }
})

/** The number of sources that publish; the composite is calculated from them. */
function countPublishers(sources: SourceEntry[]): number {
  return sources.filter(({ code }) => code !== COMPOSITE).length
}

function Region({
  name,
  members,
  isOpen,
  demoDay
}: {
  name: string
  members: SourceEntry[]
  isOpen: boolean
  demoDay?: string
}) {
  return (
    <section>
      <h2>
        {name} <span class="name">{countPublishers(members)}</span>
      </h2>
      <Fold summary={`Show the sources of ${name}`} isOpen={isOpen}>
        <DataTable
          label={`Sources of ${name}`}
          isDense
          isCarded
          rows={members}
          rowProps={(source) => ({
            'data-text': searchTextOf(source),
            ...(source.code === COMPOSITE && { 'data-calculated': '' })
          })}
          columns={[
            { head: 'Source', cell: (it) => <a href={bankAddress(it.code)}>{it.name}</a> },
            { head: 'Country', class: 'wider', cell: ({ country }) => countryName(country) },
            { head: 'Currency', class: 'wider', cell: ({ home_ccy: home }) => home },
            { head: 'Cadence', class: 'wider', cell: ({ cadence }) => cadence },
            { head: 'Tables', class: 'number wider', cell: ({ days_of_history: tables }) => formatCount(tables) },
            { head: 'Newest table', cell: ({ latest_date: latest }) => <DateText day={latest} /> },
            { head: 'State', cell: (source) => <Freshness source={source} demoDay={demoDay} /> }
          ]}
        />
      </Fold>
    </section>
  )
}

import { z } from 'zod'
import { ALL } from '../http/cache.ts'
import { listSources, type SourceEntry } from '../queries/sources.ts'
import { DateText, Freshness, ScrollingTable, TextField } from './components.tsx'
import { countryName, labelOf } from './labels.ts'
import { Layout } from './layout.tsx'
import { page } from './page.tsx'

export const banks = page({
  path: '/banks',
  summary: 'All sources and how current they are',
  query: { q: z.string().max(80).default('').meta({ description: 'Words to search for in the list of sources.', examples: ['canada'] }) },
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL, seconds: 60 },
  run: async ({ q }, { database, today }) => {
    const sources = await listSources(database, today, 'name')
    const wanted = wordsOf(q)
    const found = sources.filter((source) => wanted.every((word) => textOf(source).includes(word)))
    return (
      <Layout title="Sources" current="/banks" scripts={['filter.js']} description="The central banks, monetary, tax and customs authorities that Ratebook collects exchange rates from.">
        <h1>Sources</h1>
        <p class="lead">Each source keeps the pairs, the direction and the rate types that it publishes.</p>
        <form class="row search" method="get" role="search">
          <TextField label="Search by name, country or currency" name="q" type="search" value={q} autocomplete="off" maxLength={80} />
          <button class="plain">Search</button>
        </form>
        <p role="status" id="count">{found.length} of {sources.length} sources</p>
        <ScrollingTable label="Sources" id="sources">
          <caption class="hidden">Sources with their country, kind, cadence and newest table</caption>
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col" class="wider">Country</th>
              <th scope="col" class="wider">Kind</th>
              <th scope="col" class="wider">Currency</th>
              <th scope="col" class="wider">Cadence</th>
              <th scope="col">Newest table</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>{found.map((source) => <Line source={source} />)}</tbody>
        </ScrollingTable>
      </Layout>
    )
  }
})

function Line ({ source }: { source: SourceEntry }) {
  const { code, name, country, home_ccy: home, kind, cadence, latest_date: latest } = source
  return (
    <tr data-text={textOf(source)}>
      <th scope="row"><a href={`/banks/${code}`}>{name}</a></th>
      <td class="wider">{countryName(country)}</td>
      <td class="wider">{labelOf(kind)}</td>
      <td class="wider">{home}</td>
      <td class="wider">{cadence}</td>
      <td><DateText day={latest} /></td>
      <td><Freshness source={source} /></td>
    </tr>
  )
}

function textOf ({ code, name, country, home_ccy: home, kind, cadence }: SourceEntry): string {
  return plain([code, name, country, countryName(country), home, labelOf(kind), cadence].join(' '))
}

function wordsOf (text: string): string[] {
  return plain(text).split(/\s+/).filter((word) => word !== '')
}

function plain (text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

import type { SourceEntry } from '../../../../api/sources/sources-query.ts'
import { DateText, Freshness, Section, TextField } from '../../../pages/kit/components.tsx'
import { countryName, currencyName } from '../../../pages/kit/labels.ts'
import { normalized, searchTextOf } from '../../../pages/kit/search-text.ts'
import { DataTable } from '../../../pages/kit/tables.tsx'
import { pageOf } from './frame.tsx'
import { sourcePath } from './source-pages.tsx'

export interface ShownSource extends SourceEntry {
  /** The codes of its currencies. */
  currencies: string[]
}

/** The start page: the sources with their newest tables, and a search by currency and publisher. */
export function startPage(sources: ShownSource[], omitted: string[]): string {
  const newest = sources.toSorted((one, other) => (other.latest_date! < one.latest_date! ? -1 : 1))
  return pageOf({
    title: 'Official exchange rates',
    description: 'The newest exchange rates of central banks and other authorities, as published.',
    path: 'index.html',
    script: 'filter.js',
    children: (
      <>
        <h1>Official exchange rates</h1>
        <p class="lead">
          The rates of central banks and other authorities, as published, with their history, documents and terms.
        </p>
        <div class="row search">
          <TextField label="Currency, publisher or country" name="q" type="search" autocomplete="off" maxLength={80} />
        </div>
        <p role="status" id="count">
          {sources.length} of {sources.length} sources
        </p>
        <div id="sources">
          <Section id="newest" title="Newest tables">
            <DataTable
              label="Newest tables"
              isDense
              isCarded
              rows={newest}
              rowProps={(source) => ({ 'data-text': textOf(source) })}
              columns={[
                { head: 'Source', cell: ({ code, name }) => <a href={sourcePath(code)}>{name}</a> },
                { head: 'Country', class: 'wider', cell: ({ country }) => countryName(country) },
                { head: 'Currency', class: 'wider', cell: ({ home_ccy: home }) => home },
                { head: 'Currencies', class: 'number wider', cell: ({ currencies }) => currencies.length },
                { head: 'Newest table', cell: ({ latest_date: date }) => <DateText day={date} /> },
                { head: 'State', cell: (source) => <Freshness source={source} /> }
              ]}
            />
          </Section>
        </div>
        <Section id="files" title="For programs">
          <p>
            Every figure is also in a file: <a href="llms.txt">what each file has</a>,{' '}
            <a href="openapi.json">the same as OpenAPI</a>, <a href="index.json">the list of sources</a>,{' '}
            <a href="parquet/newest.parquet">all newest tables as Parquet</a>.
          </p>
        </Section>
        {omitted.length > 0 && (
          <p class="small">
            Left out by the owner of this edition, for example because their terms restrict redistribution:{' '}
            {omitted.join(', ')}.
          </p>
        )}
      </>
    )
  })
}

function textOf(source: ShownSource): string {
  const names = source.currencies.map((code) => `${code} ${currencyName(code) ?? ''}`)
  return normalized([searchTextOf(source), ...names].join(' '))
}

import { daysBefore } from '../../../api/contract/dates.ts'
import { badRequest, notFound } from '../../../api/contract/errors.ts'
import { OPEN_DAYS } from '../../../api/contract/open-data.ts'
import { assertAnyIngested } from '../../../api/rates/bank-query.ts'
import { ALL } from '../../../api/server/cache.ts'
import { currencyNotes } from '../../../api/sources/currencies-query.ts'
import { listSources } from '../../../api/sources/sources-query.ts'
import { bankAddress } from '../../pages/kit/addresses.ts'
import { Badge, DateText } from '../../pages/kit/components.tsx'
import { countOf, currencyName } from '../../pages/kit/labels.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { page } from '../../pages/kit/page.tsx'
import { RateLink } from '../../pages/kit/rate-link.tsx'
import { chartBanks, chartParams, readSeries } from '../series/chart-data.ts'
import { preferredSources } from '../series/chart-sources.tsx'
import { chartAddress, Charts, Ranges } from '../series/chart.tsx'
import { CurrencyNotes } from '../sources/currency.tsx'
import { GroupSection, type Compared } from './compare-group.tsx'
import { findRates, groupsOf } from './compare.tsx'
import { PairLinks } from './pair-links.tsx'

export const pairPage = page({
  path: '/:pair',
  pattern: /^\/[A-Za-z]{3}-[A-Za-z]{3}\/?$/,
  summary: 'A pair: its newest rate, its chart, and the sources with daily rates',
  params: { pair: chartParams.pair },
  cacheControl: 'public, max-age=60',
  cache: { of: () => ALL, seconds: 3600 },
  run: async ({ pair }, context) => {
    const { database, today } = context
    const { source, target } = pair
    if (source === target) throw badRequest('pair', 'expected two different currencies')
    const [banks, sources, notes] = await Promise.all([
      findRates(pair, {}, context),
      listSources(database, today),
      currencyNotes(database, [source, target], daysBefore(today, 30), today)
    ])
    if (banks.length === 0) {
      await assertAnyIngested(database)
      throw notFound(`no source has the pair ${source} to ${target}`)
    }
    const [group] = await groupsOf(banks, notes, context)
    const codes = preferredSources(group!.members, sources)
    const { banks: charted, latest } = await chartBanks(context, codes)
    const window = { from: daysBefore(latest, OPEN_DAYS), to: latest }
    const series = await readSeries(context, charted, pair, window)
    const title = `${source} to ${target}`
    return (
      <Layout
        title={title}
        current="/compare"
        scripts={['chart.js']}
        description={`The official rates from ${currencyName(source) ?? source} to ${currencyName(target) ?? target}: the newest ones, and over a year.`}
      >
        <h1>{title}</h1>
        <Newest rate={banks.find(({ code }) => code === codes[0])!} pair={pair} />
        <Charts series={series} pair={pair} latest={latest} mode="rates" />
        <Ranges address={chartAddress(codes, pair)} chosen="1y" />
        <p>
          <a href={`/${target}-${source}`}>
            {target} to {source}
          </a>
        </p>
        <GroupSection group={group!} pair={pair} hasAllDigits={false} />
        {banks.length > group!.members.length && (
          <p>
            <a href={`/compare/${source}/${target}`}>All {countOf(banks.length, 'source')} with this pair</a>
          </p>
        )}
        <PairLinks pair={pair} banks={codes} />
        <CurrencyNotes notes={notes} />
      </Layout>
    )
  }
})

/** The newest rate at the first source of the chart. */
function Newest({ rate, pair: { source, target } }: { rate: Compared; pair: { source: string; target: string } }) {
  return (
    <p class="sum">
      1 {source} ={' '}
      <strong>
        <RateLink rate={rate} pair={{ source, target }} /> {target}
      </strong>{' '}
      {rate.derived && <Badge kind="derived">calculated</Badge>}{' '}
      <span class="small quiet">
        <a href={bankAddress(rate.code)}>{rate.name}</a>, <DateText day={rate.rate_date} />
      </span>
    </p>
  )
}

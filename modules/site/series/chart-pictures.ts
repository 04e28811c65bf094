import { render } from 'preact-render-to-string'
import { z } from 'zod'
import { OPEN_DAYS } from '../../../api/contract/open-data.ts'
import { daysBefore } from '../../../api/contract/dates.ts'
import { badRequest, HttpError } from '../../../api/contract/errors.ts'
import * as parameters from '../../../api/contract/parameters.ts'
import { taggedBytes } from '../../../api/formats/index.ts'
import { ALL } from '../../../api/server/cache.ts'
import { variant, type Context, type Route } from '../../../api/server/route.ts'
import { siteRoute } from '../../pages/kit/page.tsx'
import {
  beginOf,
  chartBanks,
  chartParams,
  differencesOf,
  isOpenRange,
  mode,
  range,
  readSeries,
  type Range
} from './chart-data.ts'
import { chartImage, type Theme } from './chart-image.tsx'

interface PictureRequest {
  banks: string[]
  pair: parameters.Pair
  theme: Theme
  mode: 'rates' | 'difference'
  as_of?: string
  range?: Range
  from?: string
  to?: string
}

const PICTURE = {
  access: 'keyless',
  params: chartParams,
  cors: true,
  cacheControl: 'public, max-age=300'
} as const

const picturesQuery = <Name extends Theme>(themes: [Name, ...Name[]]) => ({
  from: parameters.from.optional(),
  to: parameters.to.optional(),
  range: range.optional(),
  as_of: parameters.asOf.optional(),
  mode,
  theme: z
    .enum(themes, `expected ${themes.join(', ')}`)
    .default('light' as Name)
    .meta({ description: 'The colours.' })
})

const svg = siteRoute({
  ...PICTURE,
  path: '/chart/:banks/:pair.svg',
  summary:
    'The chart of a pair at one or several sources as SVG, to embed: within the year up to the newest table, ' +
    'or on a paid plan of its whole history',
  query: picturesQuery(['light', 'dark', 'auto']),
  cache: { of: () => ALL },
  run: async (request, context) =>
    taggedBytes(await drawChart(request, context), {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'"
    })
})

/** A picture, with ranges of more than a year on a paid plan. */
function withLongRanges(picture: Route): Route {
  const isLong = (query: URLSearchParams) => {
    const { data } = range.safeParse(query.get('range'))
    return data !== undefined && !isOpenRange(data)
  }
  return { ...picture, variants: [variant(picture, { what: 'longer ranges', when: isLong, access: 'paid' })] }
}

export const chartSvg = withLongRanges(svg)

/**
 * The chart as the text of an SVG. Throws 403 for a window that begins before the open year, and 404 if no source has
 * the pair.
 */
async function drawChart(
  { banks: codes, pair, theme, mode, range, as_of: asOf, ...window }: PictureRequest,
  context: Context
): Promise<string> {
  const { banks, latest } = await chartBanks(context, codes)
  const to = window.to ?? latest
  const earliest = daysBefore(latest, OPEN_DAYS)
  if (range !== undefined && window.from !== undefined) throw badRequest('range', 'expected either range or from')
  const from = range === undefined ? (window.from ?? earliest) : beginOf(range, latest)
  if (range === undefined && from < earliest) {
    throw new HttpError(
      'plan_required',
      `from: a picture shows at most ${OPEN_DAYS} days up to the newest table, here from ${earliest}; range=max has the whole history on a paid plan`
    )
  }
  if (from > to) throw badRequest('from', 'expected a date before `to`')
  const rates = await readSeries(context, banks, pair, { from, to, asOf })
  const isDifference = mode === 'difference' && rates[0]!.points.length > 0
  const found = isDifference ? differencesOf(rates) : rates
  const first = found.flatMap(({ points }) => points.slice(0, 1).map(({ date }) => date)).sort()[0] ?? from
  return render(
    chartImage({
      title: `${pair.source} to ${pair.target}${isDifference ? `: difference to ${banks[0]!.name}` : ''}`,
      series: found.map(({ bank, points, derivation }) => ({ name: bank.name, points, derivation })),
      credit: `${banks
        .map(({ source_url: url }) => hostOf(url))
        .filter(Boolean)
        .join(', ')} · Ratebook`,
      theme,
      from: first,
      to,
      unit: isDifference ? 'bp' : pair.target
    })
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : ''
}

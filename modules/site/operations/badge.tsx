import { render } from 'preact-render-to-string'
import * as parameters from '../../../api/contract/parameters.ts'
import { taggedBytes } from '../../../api/formats/index.ts'
import { siteRoute } from '../../pages/kit/page.tsx'
import { findSource, type SourceEntry } from '../../../api/sources/sources-query.ts'

const CHARACTER = 6.6 // the usual width at this size; textLength makes up for other fonts

export const badge = siteRoute({
  path: '/status/:bank.svg',
  summary: 'A badge with the newest table of a source and whether it is overdue, to embed',
  access: 'keyless',
  cors: true,
  params: { bank: parameters.bank },
  cacheControl: 'public, max-age=300',
  cache: { of: ({ bank }) => bank, seconds: 300 },
  run: async ({ bank }, { database, today }) => {
    const headers = {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'"
    }
    return taggedBytes(render(<Badge source={await findSource(database, bank, today)} />), headers)
  }
})

function Badge({ source: { code, latest_date: latest, overdue, stale, missed } }: { source: SourceEntry }) {
  const [colour, state] =
    latest === null
      ? ['#545c57', 'no table']
      : overdue
        ? ['#7a4a00', `overdue, ${missed} missed`]
        : stale
          ? ['#545c57', `stale ${latest}`]
          : ['#17603a', latest]
  const [first, second] = [code, state].map((text) => text!.length * CHARACTER)
  const [left, width] = [first! + 14, first! + second! + 28]
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height="20" role="img" aria-label={`${code}: ${state}`}>
      <title>{`${code}: ${state}`}</title>
      <rect width={width} height="20" rx="4" fill="#1d211f" />
      <path d={`M${left} 0h${width - left - 4}a4 4 0 0 1 4 4v12a4 4 0 0 1 -4 4h-${width - left - 4}z`} fill={colour} />
      <g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">
        <text x="7" y="14" textLength={first}>
          {code}
        </text>
        <text x={left + 7} y="14" textLength={second}>
          {state}
        </text>
      </g>
    </svg>
  )
}

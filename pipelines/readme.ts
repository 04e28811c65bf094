import type { Credential, Identity } from '../adapters/source.ts'
import { COMPOSITE, type Listed } from './sources.ts'

const BEGIN = '<!-- sources: written by npm run readme -->'
const END = '<!-- /sources -->'

const HEADINGS = ['Code', 'Name', 'Country', 'Home currency', 'Rate types', 'Cadence', 'From', 'Credentials']

// What is made by Ratebook is explained by the README itself.
const OWN: Listed = { ...COMPOSITE, sourceUrl: '#the-composite' }

/** Every source as a table in markdown, and the composite among them, its rate types in the order in which a pair prefers them. */
export function sourcesTable (sources: Identity[]): string {
  const listed: Listed[] = [...sources, OWN].sort((one, other) => one.code < other.code ? -1 : 1)
  const rows = listed.map((source) => [
    `\`${source.code}\``,
    `[${source.name}](${source.sourceUrl})`,
    source.country,
    source.homeCurrency,
    source.rateTypes.join(', '),
    source.cadence,
    source.historyFrom,
    (source.credentials ?? []).map(asNeeded).join(', ')
  ])
  return [HEADINGS, HEADINGS.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escape).join(' | ')} |`).join('\n')
}

function asNeeded ({ name, optional }: Credential): string {
  return optional ? `\`${name}\` (optional)` : `\`${name}\``
}

function escape (cell: string): string {
  return cell.replaceAll('|', '\\|')
}

/** The README with the table of these sources between its two markers. Throws where it has not got both. */
export function withSourcesTable (readme: string, sources: Identity[]): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`the README must have ${BEGIN} and below it ${END}`)
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${sourcesTable(sources)}\n\n${readme.slice(end)}`
}

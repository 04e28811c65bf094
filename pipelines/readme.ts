import type { Credential, Source } from '../adapters/source.ts'

const BEGIN = '<!-- sources: written by npm run readme -->'
const END = '<!-- /sources -->'

const HEADINGS = ['Code', 'Name', 'Country', 'Home currency', 'Rate types', 'Cadence', 'From', 'Credentials']

/** Every source as a table in markdown, its rate types in the order in which a pair prefers them. */
export function sourcesTable (sources: Source[]): string {
  const rows = sources.map((source) => [
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
export function withSourcesTable (readme: string, sources: Source[]): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`the README must have ${BEGIN} and below it ${END}`)
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${sourcesTable(sources)}\n\n${readme.slice(end)}`
}

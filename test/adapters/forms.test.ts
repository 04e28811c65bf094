import { expect, it } from 'vitest'
import type { Publication, Row, Source } from '../../adapters/source.ts'
import { checkRows } from '../../pipelines/load/check.ts'
import { openDocument } from '../../tools/campaigns/editable.ts'
import { replaced, valuesIn, type Token } from '../../tools/campaigns/tokens.ts'
import { TODAY, referencePublications } from '../../tools/campaigns/truth.ts'

// Variations in form between documents that do not change the meaning. An adapter that was never checked against its
// publisher's own answers must read all of them.

const isText = (text: string) => !text.includes('\f') && !text.includes('\t')
const isXml = (text: string) =>
  /^\s*(?:<\?xml|<[\w:]+(?:\s[\w:]+="[^"]*")*>\s*<)/.test(text) && !/<(?:html|table|div|dl|body)\b/i.test(text)
const isHtml = (text: string) => /<(?:html|table|div|dl)\b/i.test(text)
const isJson = (text: string) => /^\ufeff?[ \r\n]*[{[]/.test(text)

const DELIMITERS = [';', '|', ','] as const
const delimiterOf = (line: string) => DELIMITERS.find((it) => line.split(it).length > 2)
const isCsv = (text: string) =>
  isText(text) &&
  !/^\s*[<{[]/.test(text) &&
  text
    .trim()
    .split('\n')
    .filter((line) => delimiterOf(line)).length > 1

function withColumn(text: string): string {
  const lines = text.split(/\r?\n/)
  const first = lines.findIndex((line) => delimiterOf(line))
  const delimiter = delimiterOf(lines[first]!)!
  return lines
    .map((line, index) =>
      index < first || line === '' ? line : `${line}${delimiter}${index === first ? 'Remarks' : 'new'}`
    )
    .join('\n')
}

/** The text in another form; undefined if the form does not apply. */
const FORMS: Record<string, (text: string) => string | undefined> = {
  'blank lines before the document': (text) =>
    isXml(text) || isHtml(text) || (isJson(text) && !text.startsWith('\ufeff')) ? `\r\n\n ${text}` : undefined,
  'other line ends': (text) => (isText(text) ? text.replace(/\r?\n/g, '\r\n') : undefined),
  'blank lines after the document': (text) => (isText(text) ? `${text}\r\n\r\n` : undefined),
  'blanks around the text of cells': (text) =>
    isHtml(text)
      ? text.replace(/(<(?:td|th|dt|dd|h\d)(?:\s[^>]*)?>)([^<]+)</g, '$1\r\n\t  &nbsp;$2&nbsp; \n<')
      : undefined,
  'attributes of cells': (text) =>
    isHtml(text)
      ? text.replace(/<(td|tr)(?=[\s>])(?![^>]*\sstyle=)/g, '<$1 style="text-align:right" data-n="1"')
      : undefined,
  'spans in cells': (text) =>
    isHtml(text) ? text.replace(/(<td(?:\s[^>]*)?>)([^<]+)</g, '$1<span class="value">$2</span><') : undefined,
  comments: (text) =>
    isHtml(text) || isXml(text) ? text.replace(/(<\/(?:td|tr|rate|set|item|Resmi_Kur)>)/gi, '$1<!-- 2 -->') : undefined,
  'an empty row of a table': (text) =>
    isHtml(text) ? text.replace(/<\/tr>(?!.*<\/tr>)/s, '</tr><tr></tr><tr><td></td><td>&nbsp;</td></tr>') : undefined,
  'an empty column of a table': (text) => (isHtml(text) ? text.replace(/<\/tr>/gi, '<td></td></tr>') : undefined),
  'a column of remarks': (text) =>
    isHtml(text)
      ? text
          .replace(/(<th[\s>](?:(?!<\/tr>).)*)<\/tr>/gis, '$1<th>Remarks</th></tr>')
          .replace(/(<td[\s>](?:(?!<\/tr>).)*)<\/tr>/gis, '$1<td>new</td></tr>')
      : undefined,
  'a row of notes': (text) =>
    isHtml(text)
      ? text.replace(/<\/tr>(?!.*<\/tr>)/s, '</tr><tr><td colspan="9">Source: the bank</td></tr>')
      : undefined,
  'a column of remarks in CSV': (text) => (isCsv(text) ? withColumn(text) : undefined),
  'another element': (text) =>
    isXml(text) ? text.replace(/(<\/\w+>\s*)(<\/\w+>)/g, '$1<added>new</added>$2') : undefined,
  'blanks around the text of elements': (text) =>
    isXml(text) ? text.replace(/>([^<>\s][^<>]*)</g, '>\n   $1  <') : undefined,
  'blanks between elements': (text) => (isXml(text) ? text.replace(/></g, '>\n\t<') : undefined),
  'another attribute': (text) =>
    isXml(text) ? text.replace(/<((?:\w+:)?\w+)(?=[\s>])(?!\?)/g, '<$1 added="1"') : undefined,
  'indented JSON': (text) => (isJson(text) ? text.replace(/,(?=["{[])/g, ',\n    ').replace(/":/g, '" : ') : undefined),
  'another field': (text) =>
    isJson(text) ? text.replace(/(?<=[[,]\s*)\{(?=\s*"[^{}]*\})/g, '{"added":null,') : undefined
}

// The Central Bank of Lesotho prints its rates in running text.
const NO_CELLS = new Set(['cbls'])

/**
 * The ways in which publishers print that there is no figure. A line of text or a PDF has no empty cells, and a number
 * in JSON has no other form.
 */
function nothingsOf({ code }: Source, text: string, { start, end }: Token): string[] {
  if (isJson(text) && text[start - 1] !== '"') return ['null']
  if (NO_CELLS.has(code)) return ['-', '--']
  return isHtml(text) || isXml(text) || isJson(text) || /^[,;"]/.test(text.slice(end)) ? ['-', '--', ''] : ['-', '--']
}

const keyOf = ({ date, base, quote, type, value, unit = 1, validFrom, validTo }: Row) =>
  [date, base, quote, type, Number(value), unit, validFrom, validTo].join(' ')

async function variantsOf(publication: Publication): Promise<Array<[string, Publication]>> {
  const { text, save } = await openDocument(publication)
  return Object.entries(FORMS).flatMap(([name, form]) => {
    const other = form(text)
    const isStrict = name.startsWith('a column of remarks') && STRICT_COLUMNS.has(publication.source)
    return other === undefined || other === text || isStrict ? [] : [[name, { ...publication, body: save(other) }]]
  })
}

/** The keys of the good rows, or the message if the adapter refuses the document. */
async function read(source: Source, publication: Publication): Promise<string[] | string> {
  try {
    return checkRows(await source.parse(publication), source, TODAY).good.map(keyOf)
  } catch (error) {
    return (error as Error).message
  }
}

// The Federal Reserve's files end in a figure of four decimals or ND; its adapter detects a cut file by this.
const STRICT_ENDS = new Set(['fed'])

// Tables whose columns are days, years or figures without headings: an added column has no clear meaning, and is
// refused.
// prettier-ignore
const STRICT_COLUMNS = new Set([
  'ar_bna', 'ato', 'au_abf', 'bb', 'bcvcv', 'brh', 'fed', 'ie_revenue', 'irs', 'jp_mufg', 'sii'
])

const isUnverified = ({ source }: { source: Source }) => source.verified !== 'recording'
const documents = (await referencePublications({ recordings: false })).filter(isUnverified)

it('reads the same rows from every form of a document', async () => {
  const faults: string[] = []
  for (const { source, publication } of documents) {
    const rows = await read(source, publication)
    for (const [form, other] of await variantsOf(publication)) {
      const found = await read(source, other)
      if (String(found) !== String(rows)) {
        faults.push(
          `${source.code}: ${form}: ${typeof found === 'string' ? found : `${found.length} of ${rows.length} rows`}`
        )
      }
    }
  }
  expect(faults).toEqual([])
}, 600_000)

/** The figures of the last currency in a document. */
function lastFigure(text: string, rows: Row[]): Token | undefined {
  return valuesIn(text, rows).findLast(
    ({ text: figure }) => rows.filter(({ value }) => Number(value) === Number(figure.replace(',', '.'))).length === 1
  )
}

it('keeps the other rows if a figure is a dash or an empty cell', async () => {
  const faults: string[] = []
  for (const { source, publication, rows } of documents) {
    const { text, save } = await openDocument(publication)
    const figure = lastFigure(text, rows)
    if (!figure || rows.length < 2 || STRICT_ENDS.has(source.code)) continue
    for (const nothing of nothingsOf(source, text, figure)) {
      const found = await read(source, { ...publication, body: save(replaced(text, [[figure, nothing]])) })
      if (typeof found === 'string' || found.length < rows.length - 1) {
        faults.push(
          `${source.code}: ${JSON.stringify(nothing)} for ${figure.text}: ${typeof found === 'string' ? found : `${found.length} of ${rows.length} rows`}`
        )
      }
    }
  }
  expect(faults).toEqual([])
}, 600_000)

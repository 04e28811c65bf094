/**
 * The small parts of a workbook's package (ECMA-376, part 1) that change when a sheet is added, and the cells of a row.
 */

const RELATIONSHIPS =
  /xmlns:([\w.-]+)="http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/officeDocument\/(?:2006\/)?relationships"/
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'
const SHEET_RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATION = 'ratebookSummary'

/** Text within an element or an attribute. Characters that XML 1.0 does not allow are left out. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The letters of a column: A for 1, AA for 27. */
export function lettersOf(column: number): string {
  const rest = Math.floor((column - 1) / 26)
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26))
}

/** The number of a column by its letters: 27 for AA. */
export function columnOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

/** A cell with a number, or with a text, which no spreadsheet runs as a formula. */
export function cellXml(prefix: string, place: string, value: string, isNumber: boolean, style = ''): string {
  if (isNumber) return `<${prefix}c r="${place}"${style}><${prefix}v>${escapeXml(value)}</${prefix}v></${prefix}c>`
  const text = `<${prefix}t xml:space="preserve">${escapeXml(value)}</${prefix}t>`
  return `<${prefix}c r="${place}"${style} t="inlineStr"><${prefix}is>${text}</${prefix}is></${prefix}c>`
}

/** A sheet of labels and numbers. */
export function sheetXml(rows: ReadonlyArray<readonly [string, string | number]>): string {
  const lines = rows.map((cells, at) => {
    const written = cells.map((cell, column) =>
      cellXml('', `${lettersOf(column + 1)}${at + 1}`, String(cell), typeof cell === 'number')
    )
    return `<row r="${at + 1}">${written.join('')}</row>`
  })
  const columns = '<cols><col min="1" max="1" width="20" customWidth="1"/></cols>'
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${MAIN}">${columns}<sheetData>${lines.join('')}</sheetData></worksheet>`
}

/**
 * The list of sheets with another sheet first. The sheet that the caller last viewed stays selected, because two
 * selected sheets would be edited together. Undefined for a list in an unexpected form.
 */
export function withSheet(workbook: string, names: readonly string[]): string | undefined {
  const list = /<((?:[\w.-]+:)?)sheets(?:\s[^>]*)?>/.exec(workbook)
  const relation = RELATIONSHIPS.exec(workbook)?.[1]
  if (!list || relation === undefined) return undefined
  const [opening, prefix] = list as unknown as [string, string]
  const ids = [...workbook.matchAll(/\ssheetId="(\d+)"/g)].map(([, id]) => Number(id))
  const taken = new Set(
    [...workbook.matchAll(/<(?:[\w.-]+:)?sheet\s[^>]*?\bname="([^"]*)"/g)].map(([, name]) => name!.toLowerCase())
  )
  const name = names.find((it) => !taken.has(it.toLowerCase())) ?? `${names[0]} ${Date.now()}`
  const sheet = `<${prefix}sheet name="${name}" sheetId="${Math.max(0, ...ids) + 1}" ${relation}:id="${RELATION}"/>`
  const view = `<${prefix}bookViews><${prefix}workbookView activeTab="1"/></${prefix}bookViews>`
  const hasView = /<(?:[\w.-]+:)?workbookView\b/.test(workbook)
  return workbook
    .replace(
      /\s(localSheetId|activeTab|firstSheet)="(\d+)"/g,
      (_whole, attribute: string, at: string) => ` ${attribute}="${Number(at) + 1}"`
    )
    .replace(/<((?:[\w.-]+:)?workbookView)\b(?![^>]*\sactiveTab=)/, '<$1 activeTab="1"')
    .replace(opening, () => `${hasView ? '' : view}${opening}${sheet}`)
}

/** The relationships of the workbook with one to the part of the added sheet. */
export function withRelation(relations: string, part: string): string {
  return relations.replace(
    /<\/((?:[\w.-]+:)?)Relationships>/,
    (end, prefix: string) =>
      `<${prefix}Relationship Id="${RELATION}" Type="${SHEET_RELATION}" Target="${part.replace(/^xl\//, '')}"/>${end}`
  )
}

/** The content types with that of the added sheet. */
export function withContentType(types: string, part: string): string {
  return types.replace(
    /<\/((?:[\w.-]+:)?)Types>/,
    (end, prefix: string) => `<${prefix}Override PartName="/${part}" ContentType="${SHEET_TYPE}"/>${end}`
  )
}

/**
 * The formats of cells with one for dates at the end, in the form of the reader's country, and its number. Undefined
 * for formats in an unexpected form.
 */
export function withDateStyle(styles: string): { styles: string; date: number } | undefined {
  const [whole, prefix = '', formats] = /<((?:[\w.-]+:)?)cellXfs\b[^>]*>(.*?)<\/\1cellXfs>/s.exec(styles) ?? []
  if (whole === undefined) return undefined
  const date = formats!.match(/<(?:[\w.-]+:)?xf[\s/>]/g)?.length ?? 0
  const all = `${formats}<${prefix}xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
  return {
    styles: styles.replace(whole, () => `<${prefix}cellXfs count="${date + 1}">${all}</${prefix}cellXfs>`),
    date
  }
}

import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import type { Certificate } from './certificate.ts'
import { asPrinted } from './decimal.ts'
import type { PrivateKey } from './jws.ts'
import { transliterated } from './transliterate.ts'
import { seal } from './seal.ts'
import type { Place } from '../../../adapters/kit/reading.ts'
import { kindOf, type CertifiedRate, type Statement } from './statement.ts'
import { readEntry } from './verify.ts'

const [MARGIN, WIDTH, NAMES, QR] = [56, 483, 110, 96] // points; the page is A4
const [TOP, BESIDE] = [MARGIN + 20, WIDTH - QR - 12]
const [EXCERPT, LABEL] = [7, 32]
const MAX_RATES = 8
const MAX_DOCUMENTS = 3
const MAX_LENGTH = 240
const [GREY, GREEN, MARK] = ['#555555', '#0d5c4d', '#ffe58a']

type Page = InstanceType<typeof PDFDocument>

interface Attached {
  /** The signed certificate. */
  file: Buffer
  /** The address in the code. */
  link: string
  /** The place of the first rate in its document. */
  place?: Place
}

/** A certificate as a sealed PDF of one page, with its file attached, and a code with the address that checks it. */
export async function writePdf(
  certificate: Certificate,
  { file, link, place }: Attached,
  key: PrivateKey
): Promise<Buffer> {
  const created = new Date(certificate.issued_at)
  const page = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    compress: false,
    info: {
      Title: kindOf(certificate.statement).title(certificate.statement),
      Creator: 'Ratebook',
      CreationDate: created
    }
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = new Promise((resolve) => page.on('end', resolve))
  page.file(file, {
    name: 'certificate.json',
    type: 'application/json',
    description: 'The signed certificate',
    creationDate: created,
    modifiedDate: created
  } as object)
  draw(page, certificate, { link, place })
  page.end()
  await end
  const bytes = Buffer.concat([...chunks, Buffer.from('%')]) // a comment, for readers of PDF
  return Buffer.concat([bytes, seal(bytes, key)])
}

function draw(page: Page, certificate: Certificate, { link, place }: Omit<Attached, 'file'>): void {
  const { statement, rates, entries, issuer, issued_at: issued, as_of: asOf, checkpoint, notice } = certificate
  const { title, facts } = kindOf(statement)
  if (certificate.demo) drawWatermark(page)
  drawHead(page, issuer)
  drawCode(page, link)
  page
    .font('Helvetica')
    .fontSize(10)
    .fillColor(GREY)
    .text('Certificate of an official exchange rate', MARGIN, TOP, { width: BESIDE })
  const figure = figureOf(statement)
  if (figure !== undefined) {
    page
      .moveDown(0.4)
      .font('Helvetica-Bold')
      .fontSize(sizeOf(page, figure))
      .fillColor('black')
      .text(figure, { width: BESIDE })
  }
  page
    .moveDown(0.3)
    .font('Helvetica')
    .fontSize(figure === undefined ? 15 : 11)
    .fillColor('black')
    .text(transliterated(title(statement)), { width: BESIDE })
  page.y = Math.max(page.y + 10, TOP + QR + 10)
  rows(page, [
    ['Publisher', `${statement.bank.name} (${statement.bank.code})`],
    ...facts(statement),
    [
      'Table of',
      `${statement.rate_date}, requested for ${statement.requested_date}; ${DATED[statement.dated] ?? statement.dated}`
    ],
    ['Known at', asOf],
    ['Issued', `${issued} by ${issuer}`]
  ])
  heading(page, 'As published')
  rows(
    page,
    rates.slice(0, MAX_RATES).map((rate) => [rate.date, printed(rate)])
  )
  if (rates.length > MAX_RATES) rows(page, [['', `and ${rates.length - MAX_RATES} more, in the attached file`]])
  if (place) drawPlace(page, place)
  heading(page, 'Documents')
  for (const entry of entries.slice(0, MAX_DOCUMENTS)) {
    const { document_sha256: hash, fetched_at: fetched, peer } = readEntry(entry)
    rows(page, [
      ['URL', entry.url],
      ['SHA-256', hash],
      [
        'Fetched',
        `${fetched}${peer === undefined ? '' : ` by ${transliterated(peer)}, through which it came`}; entry ${entry.leaf} of the log`
      ]
    ])
  }
  if (entries.length > MAX_DOCUMENTS) {
    rows(page, [['', `and ${entries.length - MAX_DOCUMENTS} more, in the attached file`]])
  }
  heading(page, 'Proof')
  const [origin, size, root] = checkpoint.split('\n')
  rows(page, [
    ['Log', `${origin}, ${size} entries`],
    ['Root', root!],
    ['Check', `${issuer}/verify, or ratebook verify with this file`]
  ])
  page
    .moveDown(1)
    .font('Helvetica')
    .fontSize(8)
    .fillColor(GREY)
    .text(
      transliterated(
        `${notice} The signed original is attached as certificate.json; the end of this file seals every byte before it.`
      ),
      MARGIN,
      page.y,
      { width: WIDTH }
    )
}

const DATED: Record<string, string> = {
  made: 'the date on which the rate was made',
  effective: 'the first date on which the rate is valid',
  period: 'the period that the rate covers'
}

/** A figure as its document prints it. */
function printed({ base, quote, value, unit, type, valid_from: from, valid_to: to }: CertifiedRate): string {
  const validity = from === null && to === null ? '' : `; valid ${from ?? '...'} to ${to ?? '...'}`
  return `${asPrinted(value, unit)} ${quote} for ${unit === 'gram' ? `a gram of ${base}` : `${unit} ${base}`} (${type}${validity})`
}

/** The certified figure; undefined for a whole table. */
function figureOf({ source, target, rate }: Statement): string | undefined {
  return rate === undefined ? undefined : `1 ${String(source)} = ${String(rate)} ${String(target)}`
}

/** The size at which a figure fits next to the code. */
function sizeOf(page: Page, figure: string): number {
  return Math.min(24, Math.floor((10 * BESIDE) / page.font('Helvetica-Bold').fontSize(10).widthOfString(figure)))
}

/** The word across the page of a demo's certificate. */
function drawWatermark(page: Page): void {
  const [x, y] = [page.page.width / 2, page.page.height / 2]
  page
    .save()
    .rotate(-55, { origin: [x, y] })
    .font('Helvetica-Bold')
    .fontSize(72)
    .fillColor('#f0d9b0')
    .text('DEMONSTRATION', 0, y - 36, { width: 2 * x, align: 'center', lineBreak: false })
    .restore()
}

/** The name and the address of the service, above a line. */
function drawHead(page: Page, issuer: string): void {
  page.roundedRect(MARGIN, MARGIN - 20, 18, 18, 4).fill(GREEN)
  page
    .font('Helvetica-Bold')
    .fontSize(12)
    .fillColor('white')
    .text('R', MARGIN + 4.7, MARGIN - 15.5, { lineBreak: false })
  page
    .fontSize(13)
    .fillColor('black')
    .text('Ratebook', MARGIN + 26, MARGIN - 16, { lineBreak: false })
  page
    .font('Helvetica')
    .fontSize(9)
    .fillColor(GREY)
    .text(transliterated(issuer), MARGIN, MARGIN - 13, { width: WIDTH, align: 'right' })
  page
    .moveTo(MARGIN, MARGIN + 6)
    .lineTo(MARGIN + WIDTH, MARGIN + 6)
    .lineWidth(0.8)
    .stroke(GREEN)
}

/** The lines of the document around the figure, with its digits marked. */
function drawPlace(page: Page, { where, isProven, isCells, lines }: Place): void {
  heading(
    page,
    `In the document: ${transliterated(where)}${isProven ? ', from where the figure is read' : ', found by its digits'}`
  )
  for (const { label, pieces } of lines) {
    const { y } = page
    page.font('Courier').fontSize(EXCERPT).fillColor(GREY).text(transliterated(label), MARGIN, y, { lineBreak: false })
    let x = MARGIN + LABEL
    for (const { text, isFigure } of pieces) {
      // all letters of Courier have the same width
      const shown = transliterated(isCells ? `${text}  ` : text).slice(
        0,
        Math.max(0, Math.floor((MARGIN + WIDTH - x) / (0.6 * EXCERPT)))
      )
      const width = shown.length * 0.6 * EXCERPT
      if (isFigure) page.rect(x - 1, y - 1.5, width + 2, EXCERPT + 2.5).fill(MARK)
      page
        .font(isFigure ? 'Courier-Bold' : 'Courier')
        .fontSize(EXCERPT)
        .fillColor('black')
        .text(shown, x, y, { lineBreak: false })
      x += width
    }
    page.y = y + EXCERPT + 3
  }
}

function heading(page: Page, text: string): void {
  page.moveDown(0.8).font('Helvetica-Bold').fontSize(10).fillColor('black').text(text, MARGIN, page.y)
  page.moveDown(0.2)
}

function rows(page: Page, lines: Array<[name: string, value: string]>): void {
  for (const [name, value] of lines) {
    const { y } = page
    page.font('Helvetica').fontSize(9).fillColor(GREY).text(name, MARGIN, y, { width: NAMES })
    page.fillColor('black').text(shortened(transliterated(value)), MARGIN + NAMES, y, { width: WIDTH - NAMES })
    page.y += 3
  }
}

function drawCode(page: Page, link: string): void {
  const { data, size } = encode(link, { border: 0 })
  const [dot, left] = [QR / size, MARGIN + WIDTH - QR]
  for (const [row, dots] of data.entries()) {
    const line = dots.map((isDark) => (isDark ? '1' : '0')).join('')
    for (const { 0: run, index } of line.matchAll(/1+/g))
      page.rect(left + index * dot, TOP + row * dot, run.length * dot, dot)
  }
  page.fill('black').link(left, TOP, QR, QR, link)
}

/** A text shortened to fit on the page; the attached file has the whole text. */
function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}...` : text
}

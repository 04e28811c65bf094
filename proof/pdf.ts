import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import type { Certificate } from './certificate.ts'
import { asPrinted } from './decimal.ts'
import type { PrivateKey } from './jws.ts'
import { showable } from './letters.ts'
import { seal } from './seal.ts'
import { kindOf, type CertifiedRate } from './statement.ts'
import { readEntry } from './verify.ts'

const [MARGIN, WIDTH, NAMES, QR] = [56, 483, 110, 96] // points; the page is A4
const MAX_RATES = 8
const MAX_DOCUMENTS = 3
const MAX_LENGTH = 240
const GREY = '#555555'

type Page = InstanceType<typeof PDFDocument>

/** A certificate as a sealed PDF of one page, with its file attached and a code that leads to where it is checked. */
export async function writePdf (certificate: Certificate, file: Buffer, link: string, key: PrivateKey): Promise<Buffer> {
  const created = new Date(certificate.issued_at)
  const page = new PDFDocument({ size: 'A4', margin: MARGIN, compress: false, info: { Title: kindOf(certificate.statement).title(certificate.statement), Creator: 'Ratebook', CreationDate: created } })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = new Promise((resolve) => page.on('end', resolve))
  page.file(file, { name: 'certificate.json', type: 'application/json', description: 'The signed certificate', creationDate: created, modifiedDate: created } as object)
  draw(page, certificate, link)
  page.end()
  await end
  const bytes = Buffer.concat([...chunks, Buffer.from('%')]) // a comment, for readers of PDF
  return Buffer.concat([bytes, seal(bytes, key)])
}

function draw (page: Page, certificate: Certificate, link: string): void {
  const { statement, rates, entries, issuer, issued_at: issued, as_of: asOf, checkpoint, notice } = certificate
  const { title, facts } = kindOf(statement)
  drawCode(page, link)
  page.font('Helvetica').fontSize(10).fillColor(GREY).text('Certificate of an official exchange rate', MARGIN, MARGIN, { width: WIDTH - QR - 12 })
  page.moveDown(0.6).font('Helvetica-Bold').fontSize(15).fillColor('black').text(showable(title(statement)), { width: WIDTH - QR - 12 })
  page.y = Math.max(page.y + 10, MARGIN + QR + 14)
  rows(page, [
    ['Publisher', `${statement.bank.name} (${statement.bank.code})`], ...facts(statement),
    ['Table of', `${statement.rate_date}, requested for ${statement.requested_date}; ${DATED[statement.dated] ?? statement.dated}`],
    ['Known at', asOf], ['Issued', `${issued} by ${issuer}`]
  ])
  heading(page, 'As published')
  rows(page, rates.slice(0, MAX_RATES).map((rate) => [rate.date, printed(rate)]))
  if (rates.length > MAX_RATES) rows(page, [['', `and ${rates.length - MAX_RATES} more, in the attached file`]])
  heading(page, 'Documents')
  for (const entry of entries.slice(0, MAX_DOCUMENTS)) {
    const { document_sha256: hash, fetched_at: fetched, peer } = readEntry(entry)
    rows(page, [['URL', entry.url], ['SHA-256', hash], ['Fetched', `${fetched}${peer === undefined ? '' : ` by ${showable(peer)}, through which it came`}; entry ${entry.leaf} of the log`]])
  }
  if (entries.length > MAX_DOCUMENTS) rows(page, [['', `and ${entries.length - MAX_DOCUMENTS} more, in the attached file`]])
  heading(page, 'Proof')
  const [origin, size, root] = checkpoint.split('\n')
  rows(page, [['Log', `${origin}, ${size} entries`], ['Root', root!], ['Check', `${issuer}/verify, or ratebook verify with this file`]])
  page.moveDown(1).font('Helvetica').fontSize(8).fillColor(GREY).text(showable(`${notice} The signed original is attached as certificate.json; the end of this file seals every byte before it.`), MARGIN, page.y, { width: WIDTH })
}

const DATED: Record<string, string> = { made: 'the date on which the rate was made', effective: 'the first date on which the rate is valid', period: 'the period that the rate covers' }

/** A figure as its document prints it. */
function printed ({ base, quote, value, unit, type, valid_from: from, valid_to: to }: CertifiedRate): string {
  const validity = from === null && to === null ? '' : `; valid ${from ?? '...'} to ${to ?? '...'}`
  return `${asPrinted(value, unit)} ${quote} for ${unit === 'gram' ? `a gram of ${base}` : `${unit} ${base}`} (${type}${validity})`
}

function heading (page: Page, text: string): void {
  page.moveDown(0.8).font('Helvetica-Bold').fontSize(10).fillColor('black').text(text, MARGIN, page.y)
  page.moveDown(0.2)
}

function rows (page: Page, lines: Array<[name: string, value: string]>): void {
  for (const [name, value] of lines) {
    const { y } = page
    page.font('Helvetica').fontSize(9).fillColor(GREY).text(name, MARGIN, y, { width: NAMES })
    page.fillColor('black').text(shortened(showable(value)), MARGIN + NAMES, y, { width: WIDTH - NAMES })
    page.y += 3
  }
}

function drawCode (page: Page, link: string): void {
  const { data, size } = encode(link, { border: 0 })
  const [dot, left] = [QR / size, MARGIN + WIDTH - QR]
  for (const [row, dots] of data.entries()) {
    const line = dots.map((isDark) => isDark ? '1' : '0').join('')
    for (const { 0: run, index } of line.matchAll(/1+/g)) page.rect(left + index * dot, MARGIN + row * dot, run.length * dot, dot)
  }
  page.fill('black').link(left, MARGIN, QR, QR, link)
}

/** A text that leaves the page its length; the attached file has all of it. */
function shortened (text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}...` : text
}

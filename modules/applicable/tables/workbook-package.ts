import { Readable, type PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { openPromise, type Entry, type ZipFile as Archive } from 'yauzl'
import { ZipFile } from 'yazl'
import { HttpError } from '../../../api/contract/errors.ts'
import { plainly } from './sheet-cells.ts'

export const WORKBOOK = 'xl/workbook.xml'
export const RELATIONS = 'xl/_rels/workbook.xml.rels'
export const CONTENT_TYPES = '[Content_Types].xml'
const SHEET = 'xl/worksheets/sheet1.xml'
export const STYLES = 'xl/styles.xml'
const SHARED = [STYLES, 'xl/sharedStrings.xml']
const MAX_SMALL = 4 * 2 ** 20 // bytes of the list of sheets and of their relationships

/** The parts of an uploaded workbook. */
export class WorkbookPackage {
  /** The parts in the order of the file. */
  readonly names: string[]
  readonly #zip: Archive
  readonly #entries: Map<string, Entry>

  private constructor(zip: Archive, entries: Map<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
    this.names = [...entries.keys()]
  }

  /** Opens a file that `assertUnpacked` has accepted. */
  static async open(path: string): Promise<WorkbookPackage> {
    const zip = await openPromise(path, { autoClose: false })
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
    return new WorkbookPackage(zip, entries)
  }

  close(): void {
    this.#zip.close()
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  stream(name: string): Promise<Readable> {
    return this.#zip.openReadStreamPromise(this.#entries.get(name)!)
  }

  /** A small part as text. Throws 400 if it is missing or too long. */
  async read(name: string): Promise<string> {
    const entry = this.#entries.get(name)
    if (!entry || entry.uncompressedSize > MAX_SMALL) {
      throw new HttpError(
        'invalid_body',
        `the file: expected a workbook (.xlsx): its ${name} is missing or larger than ${MAX_SMALL / 2 ** 20} MB`
      )
    }
    return text(await this.stream(name))
  }

  /** The visible sheets in their order, each with its part. Throws 400 if there is none. */
  async sheets(): Promise<Array<{ name: string; part: string }>> {
    const parts = partsOf(await this.read(RELATIONS))
    const sheets = [...(await this.read(WORKBOOK)).matchAll(/<(?:[\w.-]+:)?sheet\s[^>]*>/g)].flatMap(([tag]) => {
      const part = parts.get(/\s[\w.-]+:id="([^"]*)"/.exec(tag)?.[1] ?? '')
      if (part === undefined || !this.has(part) || /\sstate="(?:hidden|veryHidden)"/.test(tag)) return []
      return [{ name: /\sname="([^"]*)"/.exec(tag)?.[1] ?? '', part }]
    })
    if (sheets.length === 0) {
      throw new HttpError('invalid_body', 'the file: expected a workbook (.xlsx) with a visible sheet')
    }
    return sheets
  }

  /** True if day numbers count from 1904. */
  async isFrom1904(): Promise<boolean> {
    return /<(?:[\w.-]+:)?workbookPr\b[^>]*\sdate1904=["'](?:1|true)["']/.test(await this.read(WORKBOOK))
  }

  /** The formats of cells if they can be changed: undefined if there are none, or too many. */
  async styles(): Promise<string | undefined> {
    const entry = this.#entries.get(STYLES)
    return entry && entry.uncompressedSize <= MAX_SMALL ? this.read(STYLES) : undefined
  }

  /** The name of a part for another sheet, numbered as most readers expect. */
  get nextSheet(): string {
    const numbers = this.names.map((name) => Number(/^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name)?.[1] ?? 0))
    return `xl/worksheets/sheet${Math.max(0, ...numbers) + 1}.xml`
  }

  /**
   * A workbook with only one of the sheets, preceded by the texts and styles that it needs, so that a reader never
   * needs a later part.
   */
  only(sheet: string): Readable {
    const zip = new ZipFile()
    const copies = [
      [RELATIONS, RELATIONS],
      [WORKBOOK, WORKBOOK],
      ...SHARED.map((name) => [name, name]),
      [sheet, SHEET]
    ] as Array<[string, string]>
    for (const [from, to] of copies)
      if (this.has(from)) {
        this.#add(zip, to, async () => Readable.from(plainly(await this.stream(from))))
      }
    return outputOf(zip)
  }

  /** Adds a part to an archive when the parts before it are written. */
  copy(zip: ZipFile, name: string): void {
    this.#add(zip, name, () => this.stream(name))
  }

  #add(zip: ZipFile, name: string, open: () => Promise<Readable>): void {
    zip.addReadStreamLazy(name, { compressionLevel: 1 }, (done) => {
      open().then(
        (stream) => done(null, stream),
        (error: Error) => done(error, undefined as never)
      )
    })
  }
}

/** Ends an archive and returns its bytes, which fail if its parts fail. */
export function outputOf(zip: ZipFile): Readable {
  const output = zip.outputStream as PassThrough
  output.on('error', () => {}) // for a reader that has stopped
  zip.on('error', (error: Error) => output.destroy(error))
  zip.end()
  return output
}

/** The parts of a list of relationships by their identifiers. Their targets are relative to xl/ or absolute. */
function partsOf(relations: string): Map<string, string> {
  return new Map(
    [...relations.matchAll(/<(?:[\w.-]+:)?Relationship\s[^>]*>/g)].map(([tag]) => {
      const target = /\sTarget="([^"]*)"/.exec(tag)?.[1] ?? ''
      return [/\sId="([^"]*)"/.exec(tag)?.[1] ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`]
    })
  )
}

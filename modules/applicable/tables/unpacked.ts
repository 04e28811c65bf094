import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { shortened, HttpError } from '../../../api/contract/errors.ts'

const MAX_PARTS = 1_000
const DATA_DESCRIPTOR = 24 // the longest descriptor, in bytes (APPNOTE 4.3.9): with its signature, in ZIP64

/**
 * Throws 400 for a workbook that unpacks to more than `most` bytes, before a reader holds parts of it in memory.
 * Unpacks each part and compares its size with the one in the directory. Refuses parts that the directory does not
 * list, because the reader would read them.
 */
export async function assertUnpacked(path: string, most: number): Promise<void> {
  try {
    const zip = await openPromise(path, { autoClose: false })
    try {
      // read before the first entry; the types wrongly call it a boolean
      const directory = zip.readEntryCursor as unknown as number
      const parts = await partsOf(zip)
      const size = parts.reduce((total, { uncompressedSize }) => total + uncompressedSize, 0)
      if (size > most) {
        throw new Error(
          `one that unpacks to at most ${most / 2 ** 20} MB, and this one declares ${Math.ceil(size / 2 ** 20)} MB`
        )
      }
      await assertListed(zip, parts, directory)
      for (const part of parts)
        await pipeline(
          await zip.openReadStreamPromise(part),
          new Writable({
            write: (_chunk, _encoding, done) => {
              done()
            }
          })
        )
    } finally {
      zip.close()
    }
  } catch (error) {
    throw notWorkbook(error)
  }
}

/**
 * The error for a file that a reader of workbooks rejects. The message of an exception inside the reader, such as a
 * missing property, is not shown to the caller.
 */
export function notWorkbook(error: unknown): HttpError {
  const isInternal = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
  const reason = isInternal ? 'its parts do not fit together' : shortened((error as Error).message)
  return new HttpError('invalid_body', `the file: expected a workbook (.xlsx): ${reason}`, {}, { cause: error })
}

async function partsOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_PARTS) throw new Error(`one of at most ${MAX_PARTS} parts`)
  const parts: Entry[] = []
  for await (const part of zip.eachEntry()) parts.push(part)
  return parts.sort((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader)
}

async function assertListed(zip: ZipFile, parts: Entry[], directory: number): Promise<void> {
  let end = 0
  for (const part of parts) {
    assertNext(part.relativeOffsetOfLocalHeader, end)
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(part, { minimal: true })
    end = fileDataStart + part.compressedSize
  }
  assertNext(directory, end)
}

function assertNext(start: number, end: number): void {
  if (start < end || start > end + DATA_DESCRIPTOR) throw new Error('one whose directory lists all of its parts')
}

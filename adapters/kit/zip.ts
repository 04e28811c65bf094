import { unzipSync } from 'fflate'
import { LayoutError, type Publication } from '../source.ts'
import { excerpt } from './text.ts'

/** The text of one file in a zip publication, in UTF-8. Throws a `LayoutError` where the archive is broken or has no such file. */
export function readZip (publication: Publication, name: string): string {
  const files = unzip(publication.body)
  const file = files[name]
  if (!file) throw new LayoutError(`${name} in the archive`, excerpt(Object.keys(files).join(', ')))
  return new TextDecoder().decode(file)
}

function unzip (body: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(body)
  } catch (error) {
    throw new LayoutError('a zip archive', excerpt(Buffer.from(body.subarray(0, 200)).toString('latin1')), { cause: error })
  }
}

import { join } from 'node:path'
import { tilesOf, tileAddress } from '../../proof/kit/tiles.ts'
import { pathOf } from '../edition/files.ts'
import { CHECKPOINT, KEYS, TILE } from '../edition/log.ts'
import { replaceFile } from '../folder.ts'

type Answer = (path: string, parameters: Record<string, string>) => Promise<Buffer>

/**
 * Writes the keys, the entries and the checkpoint of the log below a folder, at the paths and with the bytes of the
 * API.
 */
export async function exportLogTo(folder: string, answer: Answer): Promise<void> {
  const write = async (path: string, parameters: Record<string, string> = {}) => {
    const content = await answer(path, parameters)
    await replaceFile(join(folder, pathOf(path, parameters)), content)
    return content
  }
  const checkpoint = (await write(CHECKPOINT)).toString()
  const size = Number(checkpoint.split('\n')[1])
  for (const { level, index, width } of tilesOf(size))
    if (level === 'entries') {
      await write(TILE, { level, index: tileAddress(index, width) })
    }
  await write(KEYS)
}

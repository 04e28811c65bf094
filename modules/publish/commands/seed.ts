import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { ZipFile } from 'yazl'
import { planMirror } from '../mirror/mirror.ts'
import { PeerArchive } from '../mirror/peer-archive.ts'
import { loggedOnly } from '../mirror/peer-log.ts'
import { examples } from '../../../cli/arguments.ts'
import { megabytes, print } from '../../../cli/output.ts'
import { startProgress } from '../../../cli/progress.ts'
import { runCommand, type Runtime } from '../../../cli/runtime.ts'
import { exportSigned } from './export.ts'
import { checkLog, mirrorDocuments } from './mirror.ts'

interface SeedOptions {
  write?: string
  key?: string
}

const IS_FILLED = `
  select exists (
    select from publications
    join sources on code = source and kind <> 'composite'
    where peer is null) as is_filled`

/** Adds the command that fills an empty instance from a seed, or writes a seed. */
export function addSeedCommand(program: Command): void {
  program
    .command('seed')
    .description(
      'fill an empty instance from a seed (documents of another instance with its signed log), or write a seed'
    )
    .argument('[place]', 'file or URL of a seed')
    .option('--write <file>', 'write a seed with the documents of the sources in SHARE_SOURCES')
    .option('--key <key>', 'log key that must have signed the seed, as "ratebook signing-key show" prints it')
    .addHelpText('after', examples('seed https://rates.example/seed.zip', 'seed --write seed.zip'))
    .action(seed)
}

async function seed(place: string | undefined, { write, key }: SeedOptions): Promise<void> {
  if ((place === undefined) === (write === undefined)) {
    throw new Error('expected either the file or URL of a seed, or --write FILE')
  }
  await withFolder(async (folder) => {
    await runCommand(async (runtime) =>
      write === undefined
        ? fillFromSeed(runtime, await localFile(place!, folder), key)
        : writeSeed(runtime, folder, write)
    )
  })
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ratebook-seed-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function writeSeed(runtime: Runtime, folder: string, file: string): Promise<void> {
  const { SHARE_SOURCES: shared } = runtime.settings
  if (shared === undefined) {
    throw new Error(
      'SHARE_SOURCES is not set: read the terms of the sources whose documents you want to share, then name them there'
    )
  }
  const { documents } = await exportSigned(runtime, folder, { sources: shared === '*' ? undefined : shared })
  const zip = new ZipFile()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) zip.addFile(path, path.slice(folder.length + 1))
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(`${file}.tmp`))
  await rename(`${file}.tmp`, file)
  print(`${file} has ${documents} documents`)
}

/** The file of a seed. A seed at a URL is downloaded to `folder` first. */
async function localFile(place: string, folder: string): Promise<string> {
  if (!/^https?:\/\//.test(place)) return place
  const answer = await fetch(place)
  if (!answer.ok || answer.body === null) throw new Error(`${place} answered ${answer.status}`)
  const total = Number(answer.headers.get('content-length') ?? 0)
  const progress = startProgress(total)
  let done = 0
  const body = Readable.fromWeb(answer.body as ReadableStream<Uint8Array>).on('data', ({ length }: Uint8Array) => {
    done += length
    progress.step(`downloaded ${megabytes(done)} of ${megabytes(total)}`, done)
  })
  await pipeline(body, createWriteStream(join(folder, 'seed.zip')))
  return join(folder, 'seed.zip')
}

async function fillFromSeed(runtime: Runtime, file: string, key: string | undefined): Promise<void> {
  const [{ is_filled: isFilled } = { is_filled: true }] = await runtime.database.write<{ is_filled: boolean }>(
    IS_FILLED
  )
  if (isFilled) {
    throw new Error('this instance has documents of publishers: use "ratebook mirror" to load the missing ones')
  }
  const archive = await PeerArchive.open(file)
  try {
    const {
      logged,
      checkpoint: { origin, size }
    } = await loggedOnly(archive, key)
    const plan = await planMirror(runtime.database, logged, runtime.sources)
    print(
      `${plan.listed} documents of ${plan.sources.length} sources, ${megabytes(plan.bytes)}, in the signed log ${origin} of ${size} entries`
    )
    await mirrorDocuments(runtime, logged, runtime.sources, plan)
    await checkLog(runtime, logged, plan, {})
  } finally {
    await archive.close()
  }
}

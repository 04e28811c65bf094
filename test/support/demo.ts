import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../bin/ratebook.js', import.meta.url))

export interface RunningDemo {
  address: string
  key: string
  /** The whole output, once every table is loaded. */
  printed: string
  /** The home page at the moment when the demo began to listen. */
  firstPage: string
  /** The environment for other commands on the same data. */
  environment: Record<string, string>
  stop: () => Promise<void>
}

/** Starts the demo as its own process in an empty folder, and waits until its tables are loaded. */
export async function startDemo(): Promise<RunningDemo> {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-demo-'))
  const environment = { PATH: process.env.PATH!, HOME: folder, DATA_DIR: folder }
  const child = spawn(process.execPath, [BIN, 'demo'], {
    env: { ...environment, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true })
  }
  let [printed, firstPage] = ['', '']
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    const [, address] = /listens on (\S+?),/.exec(printed) ?? []
    if (address !== undefined && firstPage === '') firstPage = await (await fetch(address)).text()
    const [, key] = /^Demo API key: (\S+)\n[^]*^Open /m.exec(printed) ?? []
    if (address !== undefined && key !== undefined) {
      child.stdout.resume()
      return { address, key, printed, firstPage, environment: { ...environment, DATA_DIR: join(folder, 'demo') }, stop }
    }
  }
  await stop()
  throw new Error(`the demo did not start: ${printed}`)
}

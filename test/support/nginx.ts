import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './ports.ts'
import { pathOf } from './tools.ts'

const CONFIGURATION = new URL('../../deploy/nginx/ratebook.conf', import.meta.url)
const START = 30_000

/** nginx in front of a service. */
export interface Proxy {
  port: number
  address: string
  stop: () => Promise<void>
}

/**
 * Starts nginx with the configuration of `deploy/`, without TLS, in front of a port of the service. `folder` is an
 * empty folder for its files.
 */
export async function startNginx(folder: string, service: number): Promise<Proxy> {
  const port = await freePort()
  const [cache, file] = [join(folder, 'cache'), join(folder, 'nginx.conf')]
  mkdirSync(cache, { recursive: true })
  const server = readFileSync(CONFIGURATION, 'utf8')
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace('server_name rates.example', 'server_name rates.example 127.0.0.1')
    .replace('127.0.0.1:8080', `127.0.0.1:${service}`)
    .replace('/var/cache/nginx/ratebook', cache)
    .replace(/^ +ssl_certificate.*\n/gm, '')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  const user = process.getuid?.() === 0 ? 'user root;\n' : '' // the folder is readable only by root
  writeFileSync(
    file,
    `${user}daemon off;\nworker_processes 1;\nerror_log ${join(folder, 'error.log')} warn;\npid ${join(folder, 'pid')};\nevents { worker_connections 4096; }\nhttp {\naccess_log off;\n${paths}\n${server}\n}\n`
  )
  const child = spawn(pathOf('nginx')!, ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit']
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const address = `http://127.0.0.1:${port}`
  for (
    const end = Date.now() + START;
    !(await fetch(`${address}/healthz`).then(
      () => true,
      () => false
    ));
  ) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('nginx did not start')
    await sleep(50)
  }
  return {
    port,
    address,
    async stop() {
      child.kill('SIGTERM')
      await ended
    }
  }
}

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const CONFIG = `
[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[stamps]
basicConstraints = CA:FALSE
extendedKeyUsage = critical, timeStamping
[servers]
basicConstraints = CA:FALSE
extendedKeyUsage = critical, serverAuth
[tsa]
default_tsa = own
[own]
serial = serial
signer_cert = stamps.pem
signer_key = signer.key
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
`

/** A time-stamping authority on loopback, made with openssl in a folder. `servers.pem` certifies the same key for another purpose. */
export async function startAuthority (folder: string) {
  mkdirSync(folder)
  const openssl = (...values: string[]) => execFileSync('openssl', values, { cwd: folder, stdio: 'pipe' })
  writeFileSync(join(folder, 'openssl.cnf'), CONFIG)
  writeFileSync(join(folder, 'serial'), '01')
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=Root of the tests', '-config', 'openssl.cnf', '-extensions', 'root')
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'signer.key', '-out', 'request', '-subj', '/CN=Authority of the tests', '-config', 'openssl.cnf')
  for (const use of ['stamps', 'servers']) openssl('x509', '-req', '-in', 'request', '-CA', 'root.pem', '-CAkey', 'root.key', '-set_serial', '7', '-out', `${use}.pem`, '-extfile', 'openssl.cnf', '-extensions', use)

  const reply = (query: Buffer): Buffer => {
    writeFileSync(join(folder, 'query'), query)
    openssl('ts', '-reply', '-queryfile', 'query', '-config', 'openssl.cnf', '-out', 'reply')
    return readFileSync(join(folder, 'reply'))
  }
  const state = { queries: 0, answer: (query: Buffer, response: ServerResponse): void => void response.end(reply(query)) }
  const server = createServer((request, response) => {
    state.queries += 1
    void request.toArray().then((chunks) => state.answer(Buffer.concat(chunks as Buffer[]), response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    roots: readFileSync(join(folder, 'root.pem'), 'utf8'),
    folder,
    state,
    openssl,
    stop: () => new Promise((resolve) => server.close(resolve))
  }
}

import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GrowingTree, hashLeaf, isConsistent, rootOfInclusion } from './kit/merkle.ts'
import { openCheckpoint } from './kit/note.ts'
import { readPublicSet } from './keys.ts'
import { entriesOf, parseTileAddress, tileAddress, tilesOf } from './kit/tiles.ts'
import { seedRows } from '../../test/support/database.ts'
import { identity, startService, type Service } from '../../test/support/service.ts'

interface Merkle {
  verifyMerkleInclusion: (
    entry: { canonicalizedBody: Buffer; inclusionProof: { logIndex: string; hashes: Buffer[] } },
    checkpoint: { logSize: string; logHash: Buffer }
  ) => void
}

// An independent implementation of RFC 6962.
const { verifyMerkleInclusion } = createRequire(import.meta.url)('@sigstore/verify/dist/tlog/merkle.js') as Merkle

const IMMUTABLE = 'public, max-age=31536000, immutable'
const SIZE = 300

let service: Service

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR')], {})
  for (let number = 0; number < SIZE; number++) {
    await seedRows(
      service.database,
      'alpha',
      number === 0 ? [{ date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' }] : [],
      `publication ${number}`
    )
  }
})
afterAll(() => service?.stop())

async function head() {
  const keys = readPublicSet((await service.ask('/.well-known/jwks.json')).text)
  return openCheckpoint((await service.ask('/log/checkpoint')).text, keys)
}

async function entries(): Promise<Buffer[]> {
  const bundles = [
    await service.ask('/log/tile/entries/000'),
    await service.ask(`/log/tile/entries/001.p/${SIZE - 256}`)
  ]
  for (const { status, headers } of bundles) expect([status, headers.get('cache-control')]).toEqual([200, IMMUTABLE])
  return bundles.flatMap(({ bytes }) => entriesOf(bytes))
}

describe('the public log', () => {
  it('has a signed checkpoint whose root follows from its entries and tiles', async () => {
    const { origin, size, root } = await head()
    expect([origin, size]).toEqual(['rates.test/log', SIZE])
    const [tree, above] = [new GrowingTree(), new GrowingTree()]
    for (const entry of await entries()) tree.add(hashLeaf(entry))
    expect(tree.root()).toEqual(root)
    const { bytes: parts } = await service.ask('/log/tile/1/000.p/1')
    const { bytes: leaves } = await service.ask('/log/tile/0/000')
    for (let at = 0; at < 256; at++) above.add(leaves.subarray(at * 32, at * 32 + 32))
    expect(above.root()).toEqual(parts)
  })

  it('has inclusion and consistency proofs that this verifier and an independent one accept, and no others', async () => {
    const { size, root } = await head()
    const all = await entries()
    for (const [index, entry] of all.entries()) {
      const [found] = await service.database.read<{ proof: Buffer[] }>('select log_inclusion($1, $2) as proof', [
        index,
        size
      ])
      expect(rootOfInclusion(hashLeaf(entry), index, size, found!.proof)).toEqual(root)
      const inclusionProof = { logIndex: String(index), hashes: found!.proof }
      verifyMerkleInclusion({ canonicalizedBody: entry, inclusionProof }, { logSize: String(size), logHash: root })
      expect(() =>
        verifyMerkleInclusion(
          { canonicalizedBody: all[(index + 1) % size]!, inclusionProof },
          { logSize: String(size), logHash: root }
        )
      ).toThrow('calculated root hash')
      expect(rootOfInclusion(hashLeaf(entry), (index + 1) % size, size, found!.proof)?.equals(root) ?? false).toBe(
        false
      )
    }
    const tree = new GrowingTree()
    for (const entry of all) {
      tree.add(hashLeaf(entry))
      const { json } = await service.ask(`/log/consistency?earlier=${tree.size}`)
      expect([json.size, json.root]).toEqual([size, root.toString('base64')])
      const proof = json.proof.map((node: string) => Buffer.from(node, 'base64'))
      const earlier = { size: tree.size, root: tree.root() }
      expect(isConsistent(earlier, { size, root }, proof)).toBe(true)
      expect(isConsistent({ ...earlier, root: hashLeaf(entry) }, { size, root }, proof)).toBe(
        earlier.root.equals(hashLeaf(entry))
      )
    }
  })

  it('returns 404 for a proof of more leaves than it has', async () => {
    const { status, json } = await service.ask(`/log/consistency?earlier=${SIZE + 1}`)
    expect([status, json.error]).toEqual([404, `the log has fewer than ${SIZE + 1} leaves`])
  })

  it('has no tile beyond its size, and one path for each tile', async () => {
    for (const path of [
      'entries/001',
      `entries/001.p/${SIZE - 255}`,
      '0/002',
      '2/000.p/1',
      '0/000.p/0',
      '0/0',
      '0/x000/000',
      '0/000.p/256',
      '64/000',
      '0/000/'
    ]) {
      expect([404, 400], path).toContain((await service.ask(`/log/tile/${path}`)).status)
    }
    for (const index of [0, 7, 999, 1000, 1234067])
      expect(parseTileAddress(tileAddress(index, 3))).toEqual({
        index,
        width: 3
      })
    expect(tileAddress(1234067, 256)).toBe('x001/x234/067')
  })

  it.each([0, 1, 255, 256, 257, 65_535, 65_536, 70_000])(
    'has full tiles for %i leaves, except for the last of each level',
    (size) => {
      const tiles = [...tilesOf(size)]
      for (const [level, count] of [
        ['entries', size],
        [0, size],
        [1, Math.floor(size / 256)],
        [2, Math.floor(size / 65_536)]
      ]) {
        const widths = tiles.filter((it) => it.level === level).map(({ index, width }, at) => [index - at, width])
        expect(widths).toEqual([
          ...Array<number[]>(Math.floor(Number(count) / 256)).fill([0, 256]),
          ...(Number(count) % 256 > 0 ? [[0, Number(count) % 256]] : [])
        ])
      }
      expect(tiles.filter(({ level }) => Number(level) > 2)).toEqual([])
    }
  )

  it("keeps its private key out of answers and out of the service's log", async () => {
    const { json, text } = await service.ask('/.well-known/jwks.json')
    expect(json.keys[0]).toMatchObject({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      note_key: expect.stringMatching(/^rates\.test\/log\+[0-9a-f]{8}\+A/)
    })
    expect(text).not.toContain('"d"')
    expect(service.log.join('')).not.toContain('"d":')
  })
})

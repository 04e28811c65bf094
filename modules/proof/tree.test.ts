import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../test/support/database.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database)
})

afterAll(() => test?.drop())

// The definitions of RFC 6962, section 2.1.
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const split = (count: number) => 2 ** Math.floor(Math.log2(count - 1))

function mth(leaves: string[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return sha256(Buffer.from([0]), Buffer.from(leaves[0]!))
  const middle = split(leaves.length)
  return sha256(Buffer.from([1]), mth(leaves.slice(0, middle)), mth(leaves.slice(middle)))
}

function path(leaf: number, leaves: string[]): Buffer[] {
  if (leaves.length === 1) return []
  const middle = split(leaves.length)
  return leaf < middle
    ? [...path(leaf, leaves.slice(0, middle)), mth(leaves.slice(middle))]
    : [...path(leaf - middle, leaves.slice(middle)), mth(leaves.slice(0, middle))]
}

function subproof(earlier: number, leaves: string[], isWhole: boolean): Buffer[] {
  if (earlier === leaves.length) return isWhole ? [] : [mth(leaves)]
  const middle = split(leaves.length)
  return earlier <= middle
    ? [...subproof(earlier, leaves.slice(0, middle), isWhole), mth(leaves.slice(middle))]
    : [...subproof(earlier - middle, leaves.slice(middle), false), mth(leaves.slice(0, middle))]
}

async function entries(): Promise<string[]> {
  return (
    await test.database.read<{ entry: string }>(
      'select entry from log_nodes join log_entries on id = entry_id where height = 0 order by index'
    )
  ).map(({ entry }) => entry)
}

const row = (date: string, value = '1.1', quote = 'USD') => ({ date, base: 'EUR', quote, type: 'reference', value })

describe('the log', () => {
  it('is empty before the first load', async () => {
    expect(await test.database.read("select size, encode(root, 'hex') as root from log_head()")).toEqual([
      { size: 0, root: mth([]).toString('hex') }
    ])
  })

  it('has an entry for each load that changed something, and for a new publication without changes', async () => {
    await seedRows(test.database, 'ecb', [row('2026-01-05'), row('2026-01-05', '0.9', 'GBP')], 'first')
    await seedRows(test.database, 'ecb', [row('2026-01-05'), row('2026-01-05', '0.9', 'GBP')], 'first')
    await seedRows(test.database, 'ecb', [row('2026-01-05')], 'the same again')
    await seedRows(test.database, 'ecb', [row('2026-01-05', '1.11'), row('2026-01-06')], 'corrected')
    const root = (...lines: string[]) => mth(lines).toString('hex')
    const nothing = { rows: 0, root: null }
    expect((await entries()).map((entry) => JSON.parse(entry))).toMatchObject([
      {
        version: 2,
        source: 'ecb',
        url: 'https://example.com/ecb/first.csv',
        first_date: '2026-01-05',
        last_date: '2026-01-05',
        new: {
          rows: 2,
          root: root('EUR GBP reference 2026-01-05 0.9 1 - -', 'EUR USD reference 2026-01-05 1.1 1 - -')
        },
        changed: nothing,
        withdrawn: nothing
      },
      { url: 'https://example.com/ecb/the same again.csv', new: nothing, changed: nothing, withdrawn: nothing },
      {
        new: { rows: 1, root: root('EUR USD reference 2026-01-06 1.1 1 - -') },
        changed: {
          rows: 1,
          root: root('EUR USD reference 2026-01-05 1.11 1 - - was EUR USD reference 2026-01-05 1.1 1 - -')
        }
      }
    ])
  })

  it('has the trees and proofs of RFC 6962 for every size', async () => {
    for (let day = 10; day < 27; day++)
      await seedRows(test.database, 'cbr', [{ ...row(`2026-01-${day}`), base: 'USD', quote: 'RUB', type: 'official' }])
    const leaves = await entries()
    for (let size = 1; size <= leaves.length; size++) {
      const part = leaves.slice(0, size)
      const [row] = await test.database.read<{ root: Buffer; paths: Buffer[][]; proofs: Buffer[][] }>(
        `
        select log_subtree(0, $1) as root,
          (select json_agg(log_inclusion(leaf, $1) order by leaf) from generate_series(0, $1 - 1) leaf) as paths,
          (select json_agg(log_consistency(earlier, $1) order by earlier) from generate_series(1, $1) earlier) as proofs`,
        [size]
      )
      const hex = (nodes: Buffer[]) => nodes.map((node) => `\\x${node.toString('hex')}`)
      expect(row).toEqual({
        root: mth(part),
        paths: part.map((_, leaf) => hex(path(leaf, part))),
        proofs: part.map((_, earlier) => hex(subproof(earlier + 1, part, true)))
      })
    }
  })

  it('has the trees of rows and the proofs of RFC 6962 for every number of rows', async () => {
    for (let count = 1; count <= 20; count++) {
      const lines = Array.from({ length: count }, (_, at) => `EUR C${at} reference`)
      const proofs = await test.database.read<{ place: number; inclusion: string[] }>(
        'select place, inclusion from line_proofs($1, $2) order by place',
        [lines.join('\n'), lines.map((_, at) => at)]
      )
      expect(proofs).toEqual(
        lines.map((_, place) => ({
          place,
          inclusion: path(place, lines).map((node) => node.toString('base64'))
        }))
      )
      expect(await test.database.read('select lines_root($1) as root', [lines.join('\n')])).toEqual([
        { root: mth(lines).toString('hex') }
      ])
    }
  })

  it('has no gap and no fault after concurrent loads whose connections are killed', async () => {
    const codes = ['boe', 'boc', 'nbp']
    let [kills, left] = [0, codes.length]
    const kill =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid ' +
      '<> pg_backend_pid() order by random() limit 1'
    const killer = async () => {
      for (; kills < 60 && left > 0; kills++) {
        await test.database.write(kill).catch(() => {}) // it may end its own connection
        await setTimeout(Math.random() * 60)
      }
    }
    const loader = async (code: string) => {
      for (let day = 0; kills < 60; day++) {
        const load = () =>
          seedRows(
            test.database,
            code,
            [row('2025-01-10', `1.${day}`), row('2025-02-10', `2.${day}`)],
            `${code} ${day}`
          )
        for (let isLoaded = false; !isLoaded;)
          isLoaded = await load().then(
            () => true,
            () => false
          )
      }
      left -= 1
    }
    await Promise.all([killer(), ...codes.map(loader)])
    const leaves = await entries()
    const [head] = await test.database.read<{ size: number; root: Buffer; places: number }>(
      'select size, root, (select count(*) from log_nodes where height = 0) as places from log_head()'
    )
    expect(head).toEqual({ size: leaves.length, root: mth(leaves), places: leaves.length })
    expect(new Set(leaves).size).toBe(leaves.length)
    expect(await test.database.read('select code, it.* from sources cross join lateral log_faults(code) it')).toEqual(
      []
    )
    expect(await test.database.read('select id from publications where loaded_at is null')).toEqual([])
  })

  it.each([
    "update log_entries set entry = ''",
    'delete from log_entries',
    "update log_nodes set hash = sha256('')",
    'delete from log_nodes',
    'truncate log_entries, log_nodes'
  ])('refuses: %s', async (statement) => {
    await expect(test.database.write(statement)).rejects.toThrow('the log is only added to')
  })
})

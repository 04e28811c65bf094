import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { inFolder } from '../../tools/folder.ts'
import { wideLines } from '../../tools/sql-width.ts'

it('finds no line of SQL over 140 columns in this repository', () => {
  expect(wideLines(fileURLToPath(new URL('../..', import.meta.url)))).toEqual([])
})

it('finds lines of 141 columns in functions, but not in applied migrations', () =>
  inFolder(async (root) => {
    const write = (path: string, columns: number) => {
      mkdirSync(join(root, path, '..'), { recursive: true })
      writeFileSync(join(root, path), `-- a comment\n${'x'.repeat(columns)}\n`)
    }
    write('sql/functions/pairs/one.sql', 141)
    write('modules/one/sql/two.sql', 141)
    write('sql/functions/pairs/three.sql', 140)
    write('sql/migrations/0001_four.sql', 141)
    write('sql/baseline.sql', 141)
    expect(wideLines(root)).toEqual(['modules/one/sql/two.sql:2: 141', 'sql/functions/pairs/one.sql:2: 141'])
  }))

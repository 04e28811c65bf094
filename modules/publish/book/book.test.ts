import { describe, expect, it, vi } from 'vitest'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Folder } from '../folder.ts'
import { readBook } from './book.ts'
import { applyDifference, differenceOf } from '../../proof/kit/difference.ts'
import { lastScheduled } from './due.ts'
import { changeFolder, takeOver } from './folder.ts'

// a file system of its own on Linux
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

describe('the difference of a document', () => {
  const base = Buffer.from(Array.from({ length: 300 }, (_, day) => `2025-${day};1.${day * 7919};${day % 7}\n`).join(''))

  it.each([
    ['a first line', Buffer.concat([Buffer.from('2026-03-18;1.15;3\n'), base])],
    ['a changed line', Buffer.from(base.toString().replace('2025-150;', '2025-150;9'))],
    ['nothing in common', Buffer.from('other')],
    ['no bytes', Buffer.alloc(0)]
  ])('restores a document with %s', (_, document) => {
    expect(applyDifference(base, differenceOf(base, document))).toEqual(document)
  })

  it('is short for a document that repeats its history', () => {
    expect(differenceOf(base, Buffer.concat([Buffer.from('new\n'), base])).length).toBeLessThan(40)
  })

  it('is refused when it is cut off', () => {
    expect(() => applyDifference(base, Buffer.from('=0,1'))).toThrow('the difference is cut off')
  })
})

describe('the last scheduled time of a source', () => {
  it.each([
    ['15 16 * * 1-5', '2026-03-18T15:30:00Z', '2026-03-18T15:15:00.000Z'],
    ['15 16 * * 1-5', '2026-03-18T15:00:00Z', '2026-03-17T15:15:00.000Z'],
    ['15 16 * * 1-5', '2026-03-15T12:00:00Z', '2026-03-13T15:15:00.000Z'],
    ['0 9,23 1-3 * *', '2026-03-18T12:00:00Z', '2026-03-03T22:00:00.000Z'],
    ['0 9 1 1,4 *', '2026-02-02T12:00:00Z', '2026-01-01T08:00:00.000Z'],
    ['0 9 1 1,4 *', '2026-03-18T12:00:00Z', '1970-01-01T00:00:00.000Z']
  ])('is, for %s at %s, %s in Paris', (schedule, now, expected) => {
    expect(lastScheduled({ schedule, timezone: 'Europe/Paris' }, new Date(now)).toISOString()).toBe(expected)
  })
})

describe('a folder of a book', () => {
  async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
    const parent = await mkdtemp(join(tmpdir(), 'ratebook-book-test-'))
    try {
      await work(join(parent, 'book'))
    } finally {
      await rm(parent, { recursive: true })
    }
  }

  const put = (path: string, text: string) => (folder: Folder) => folder.put(path, text).then(() => {})

  it('stays as it was when the work fails', () =>
    withFolder(async (folder) => {
      await changeFolder(folder, put('a', 'first'))
      const failing = changeFolder(folder, async (next) => {
        next.remove('a')
        throw new Error('no network')
      })
      await expect(failing).rejects.toThrow('no network')
      expect(await readFile(join(folder, 'a'), 'utf8')).toBe('first')
      expect([existsSync(`${folder}.next`), existsSync(`${folder}.lock`)]).toEqual([false, false])
    }))

  it('receives the changes of the work, and keeps .git', () =>
    withFolder(async (folder) => {
      await mkdir(join(folder, '.git'), { recursive: true })
      await changeFolder(folder, put('a/b', 'first'))
      await changeFolder(folder, async (next) => {
        next.remove('a/b')
        await next.put('b', 'second')
        expect([next.has('a/b'), next.has('b'), await readFile(next.at('b'), 'utf8')]).toEqual([false, true, 'second'])
        expect(existsSync(join(folder, 'a/b'))).toBe(true)
      })
      expect([existsSync(join(folder, 'a')), await readFile(join(folder, 'b'), 'utf8')]).toEqual([false, 'second'])
      expect(existsSync(join(folder, '.git'))).toBe(true)
    }))

  it('is changed by one process at a time; the lock of one that has ended is void', () =>
    withFolder(async (folder) => {
      await changeFolder(folder, async () => {
        await writeFile(`${folder}.lock`, `${process.ppid}\n`)
        await expect(changeFolder(folder, async () => {})).rejects.toThrow(`process ${process.ppid} is updating`)
      })
      await writeFile(`${folder}.lock`, '999999999\n')
      await expect(changeFolder(folder, async () => {})).resolves.toBeUndefined()
    }))

  it('leaves the lock to another process that takes it between the check and the removal', () =>
    withFolder(async (folder) => {
      const lock = `${folder}.lock`
      const change = () => changeFolder(folder, async () => {})
      await writeFile(lock, '999999999\n')
      await writeFile(`${lock}.lock`, `${process.ppid}\n`) // another process is about to remove the lock
      await expect(change()).rejects.toThrow(`process ${process.ppid} is updating`)
      expect(await readFile(lock, 'utf8')).toBe('999999999\n')

      await writeFile(`${lock}.lock`, '999999998\n')
      const kill = vi.spyOn(process, 'kill').mockImplementationOnce(() => {
        writeFileSync(lock, `${process.ppid}\n`)
        throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' })
      })
      await expect(change()).rejects.toThrow(`process ${process.ppid} is updating`)
      kill.mockRestore()
      expect(await readFile(lock, 'utf8')).toBe(`${process.ppid}\n`)

      await writeFile(lock, '999999999\n')
      await expect(change()).resolves.toBeUndefined()
      expect(await readdir(dirname(folder))).toEqual(['book'])
    }))

  it('names only files that are there at any moment, and the next run completes one that was killed then', async () => {
    for (let steps = 0, isWhole = false; !isWhole; steps++) {
      await withFolder(async (folder) => {
        const textOf = (path: string) =>
          existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : ''
        await changeFolder(folder, async (next) => {
          for (const path of ['a', 'b/c', 'b/d/e']) await next.put(path, 'first')
          await next.put('list', 'a b/c b/d/e')
        })
        for (const [path, text] of [
          ['list', 'a f/g'],
          ['a', 'second'],
          ['f/g', 'second'],
          ['.complete', 'b/c\nb/d/e\n']
        ]) {
          await mkdir(dirname(join(`${folder}.next`, path!)), { recursive: true })
          await writeFile(join(`${folder}.next`, path!), text!)
        }
        const moves = takeOver(folder, `${folder}.next`)
        for (let step = 0; step < steps; step++) {
          isWhole = moves.next().done === true
          for (const path of textOf('list').split(' ')) expect([step, path, textOf(path)]).not.toContain('')
        }
        await changeFolder(folder, async () => {})
        expect(['list', 'a', 'f/g', 'b'].map(textOf)).toEqual(['a f/g', 'second', 'second', ''])
        expect([existsSync(join(folder, 'b')), existsSync(`${folder}.next`)]).toEqual([false, false])
      })
    }
  })

  it('receives changes in a linked folder, and in one of another file system', () =>
    withFolder(async (folder) => {
      const elsewhere = await mkdtemp(join(MEMORY, 'ratebook-book-test-'))
      try {
        await mkdir(join(elsewhere, 'mounted'))
        await mkdir(`${folder}.real`)
        await symlink(`${folder}.real`, folder)
        await symlink(join(elsewhere, 'mounted'), join(folder, 'b'))
        for (const text of ['first', 'second']) {
          await changeFolder(folder, async (next) => {
            await next.put('a', text)
            await next.put('b/c', text)
            expect(await readdir(dirname(folder))).toContain('book.real.lock')
          })
          expect(await readFile(join(`${folder}.real`, 'a'), 'utf8')).toBe(text)
          expect(await readFile(join(elsewhere, 'mounted/c'), 'utf8')).toBe(text)
        }
        expect(await readdir(join(elsewhere, 'mounted'))).toEqual(['c'])
        expect((await readdir(dirname(folder))).toSorted()).toEqual(['book', 'book.real'])
      } finally {
        await rm(elsewhere, { recursive: true })
      }
    }))

  it('is refused if it is not a book, or the book of a newer version', () =>
    withFolder(async (folder) => {
      const read = () => readBook(new Folder(folder))
      expect(await read()).toBeUndefined()
      await mkdir(folder)
      await writeFile(join(folder, 'notes.txt'), '')
      await expect(read()).rejects.toThrow('is not a book: it has notes.txt but no book.json')
      await writeFile(join(folder, 'book.json'), '{"book": 2, "version": "99.0.0"}')
      await expect(read()).rejects.toThrow('was written by Ratebook 99.0.0')
      await writeFile(join(folder, 'book.json'), '{')
      await expect(read()).rejects.toThrow('is not a book: its book.json is invalid')
    }))
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import ecb from '../../../adapters/ecb.ts'
import { addDays } from '../../../adapters/kit/dates.ts'
import { registerSources } from '../../../pipelines/load/sources.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { identity } from '../../support/service.ts'
import { DAYS } from './ecb-days.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  const schedule = '15 16 * * 1-5'
  await registerSources(test.database, [
    { ...identity('learnt', 'EUR'), schedule },
    { ...identity('stated', 'EUR'), schedule, closingDays: ecb.closingDays }
  ])
})
afterAll(() => test.drop())

const WAIT = 8 // tables
/** The indexes of tables before a holiday between Monday and Friday, and of a few others. */
const CHECKED = DAYS.flatMap((day, at) => {
  const next = DAYS[at + 1]
  if (at < 60 || at + WAIT >= DAYS.length || next === undefined) return []
  let isBeforeHoliday = false
  for (let it = addDays(day, 1); it < next; it = addDays(it, 1)) isBeforeHoliday ||= new Date(it).getUTCDay() % 6 !== 0
  return isBeforeHoliday || at % 200 === 0 ? [at] : []
})

const loaded = { learnt: 0, stated: 0 }
/** Loads the tables of a source up to one, each on its own evening. */
async function load(source: keyof typeof loaded, upTo: number): Promise<void> {
  const rows = DAYS.slice(loaded[source], upTo + 1).map((date) => ({ source, date, added_at: `${date}T16:00Z` }))
  loaded[source] = upTo + 1
  await test.database.write(
    'insert into tables select * from jsonb_to_recordset($1) as it (source text, date date, added_at timestamptz)',
    [JSON.stringify(rows)]
  )
  await test.database.write(
    `insert into coverage select source, count(*), max(date) from tables group by source
     on conflict (source) do update set (days, latest_date) = (excluded.days, excluded.latest_date)`
  )
}

describe('a source with the publication days of the European Central Bank from 1999 to 2027', () => {
  it.each([
    ['one false alarm, at the first Easter with holidays', 'learnt', ['2000-04-25']],
    ['no false alarm, if it states its closing days', 'stated', []]
  ] as const)('raises %s', async (_, source, falseAlarms) => {
    expect(DAYS.filter((day) => day <= '2023-05-12')).toHaveLength(6239)
    expect(CHECKED.length).toBeGreaterThan(120)
    const mistakes: string[] = []
    for (const at of CHECKED) {
      await load(source, at)
      const expected = DAYS.slice(at + 1, at + 1 + WAIT)
      const found = await test.database.read<{ overdue: boolean; missed: number }>(
        'select overdue, missed from unnest($1::date[]) with ordinality it (today, place) cross join lateral freshness(today, $2) order by place',
        [expected, source]
      )
      if (found[0]!.overdue) mistakes.push(expected[0]!)
      // The first day on which the source is overdue is that of one of the next five tables.
      const place = found.findIndex(({ overdue }) => overdue)
      expect([DAYS[at], place <= 4 && place >= 0]).toEqual([DAYS[at], true])
      found.forEach(({ overdue, missed }, others) => {
        expect([DAYS[at], others, overdue === missed > 0]).toEqual([DAYS[at], others, true])
        // On the day of a table, all tables before it are missed. The holidays are known once the history has two years in
        // which Western and Orthodox Easter differ.
        const isNear = Math.abs(missed - others) <= (source === 'stated' || DAYS[at]! > '2003' ? 1 : 5)
        if (overdue) expect([DAYS[at], others, isNear]).toEqual([DAYS[at], others, true])
      })
    }
    expect(mistakes).toEqual(falseAlarms)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import { registerSources } from '../../../pipelines/load/sources.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { identity } from '../../support/service.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await registerSources(test.database, [{ ...identity('ecb', 'EUR'), schedule: '15 16 * * 1-5' }])
})
afterAll(() => test.drop())

/** Easter Sunday of a year, by the Gregorian calendar (Butcher's rule). */
function easterOf(year: number): string {
  const [century, ofCentury] = [Math.floor(year / 100), year % 100]
  const golden = year % 19
  const skipped = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - Math.floor(century / 4) - skipped + 15) % 30
  const day = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * moon + 22 * day) / 451)
  const place = moon + day - 7 * shift + 114
  return `${year}-0${Math.floor(place / 31)}-${String((place % 31) + 1).padStart(2, '0')}`
}

// The days on which the European Central Bank publishes. Its archive has 6,239 of them up to 2023-05-12. It published
// on both holidays of Easter 1999, and not on the last days of 1999 and 2001.
function isPublicationDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  if (weekday === 0 || weekday === 6 || day === '1999-12-31' || day === '2001-12-31') return false
  const easter = easterOf(Number(day.slice(0, 4)))
  if (day === addDays(easter, -2) || day === addDays(easter, 1)) return day.startsWith('1999')
  return !['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))
}

const DAYS: string[] = []
for (let day = '1999-01-04'; day <= '2027-12-31'; day = addDays(day, 1)) if (isPublicationDay(day)) DAYS.push(day)

const WAIT = 8 // tables
/** The indexes of tables before a holiday between Monday and Friday, and of a few others. */
const CHECKED = DAYS.flatMap((day, at) => {
  const next = DAYS[at + 1]
  if (at < 60 || at + WAIT >= DAYS.length || next === undefined) return []
  let isBeforeHoliday = false
  for (let it = addDays(day, 1); it < next; it = addDays(it, 1)) isBeforeHoliday ||= new Date(it).getUTCDay() % 6 !== 0
  return isBeforeHoliday || at % 200 === 0 ? [at] : []
})

let loaded = 0
/** Loads the tables up to one, each on its own evening. */
async function load(upTo: number): Promise<void> {
  const rows = DAYS.slice(loaded, upTo + 1).map((date) => ({ source: 'ecb', date, added_at: `${date}T16:00Z` }))
  loaded = upTo + 1
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
  it('is overdue by mistake once, at the first Easter that was a holiday', async () => {
    expect(DAYS.filter((day) => day <= '2023-05-12')).toHaveLength(6239)
    expect(CHECKED.length).toBeGreaterThan(120)
    const mistakes: string[] = []
    for (const at of CHECKED) {
      await load(at)
      const expected = DAYS.slice(at + 1, at + 1 + WAIT)
      const found = await test.database.read<{ overdue: boolean; missed: number }>(
        'select overdue, missed from unnest($1::date[]) with ordinality it (today, place) cross join lateral freshness(today) order by place',
        [expected]
      )
      if (found[0]!.overdue) mistakes.push(expected[0]!)
      // On the day of the table with an index, all earlier tables are missed.
      const place = found.findIndex(({ overdue }) => overdue)
      expect([DAYS[at], place <= 4 && place >= 0]).toEqual([DAYS[at], true])
      found.forEach(({ overdue, missed }, others) => {
        expect([DAYS[at], others, overdue === missed > 0]).toEqual([DAYS[at], others, true])
        if (overdue) expect([DAYS[at], others, Math.abs(missed - others) <= 3]).toEqual([DAYS[at], others, true])
      })
    }
    expect(mistakes).toEqual(['2000-04-25'])
  })
})

import { afterAll, beforeAll, expect } from 'vitest'
import { addDays, weekday } from '../../../adapters/kit/dates.ts'
import { startBrowser, type TestBrowser } from '../../../test/support/browser.ts'
import { identity, startService, type Service } from '../../../test/support/service.ts'
import { withTool } from '../../../test/support/tools.ts'

const { describe, it } = withTool('chromium')

const today = new Date().toISOString().slice(0, 10)
const days = Array.from({ length: 200 }, (_, at) => addDays(today, at - 200)).filter((day) => weekday(day) % 6 !== 0)
const wednesdays = days.filter((day) => weekday(day) === 3)
const MISSED = wednesdays.at(-3)!

let service: Service
let browser: TestBrowser

beforeAll(async () => {
  browser = await startBrowser()
  const rowsOf = (base: string, dates: string[], quote: string) =>
    dates.map((date) => ({ date, base, quote, type: 'reference', value: '4.25', unit: 1 }))
  service = await startService(
    [
      { ...identity('poland', 'PLN'), timezone: 'Europe/Warsaw', publishes: '12:15' },
      { ...identity('north', 'NOK'), publishes: '16:00' },
      { ...identity('east', 'NZD'), timezone: 'Pacific/Auckland', publishes: '05:00' },
      { ...identity('silent', 'XOF'), publishes: '16:00' },
      { ...identity('ended', 'XAF'), ended: days[60]! }
    ],
    {
      poland: [
        ...rowsOf('EUR', days, 'PLN'),
        ...rowsOf('USD', days, 'PLN'),
        ...rowsOf(
          'AFN',
          wednesdays.filter((day) => day !== MISSED),
          'PLN'
        )
      ],
      north: rowsOf('EUR', days, 'NOK'),
      east: rowsOf('USD', days, 'NZD'),
      silent: rowsOf('EUR', days.slice(0, -30), 'XOF'),
      ended: rowsOf('EUR', days.slice(0, 61), 'XAF')
    }
  )
  // each table came on its own day
  await service.database.write("update tables set added_at = date + interval '16 hours 20 minutes'")
  await service.database.write("update rates set known_at = date + interval '11 hours 45 minutes'")
})

afterAll(async () => {
  await browser.close()
  await service.stop()
})

async function factsOf(path: string): Promise<Record<string, string>> {
  const { page, close } = await browser.visit(service.address + path, { javaScriptEnabled: false })
  const texts = await page.locator('[aria-labelledby=calendar] :is(dt, dd)').allInnerTexts()
  await close()
  return Object.fromEntries(
    texts.flatMap((text, at) => (at % 2 === 0 ? [[text.trim(), texts[at + 1]!.replace(/\s+/g, ' ').trim()]] : []))
  )
}

describe('the calendar of a page of a source', () => {
  it('has the next table, the missed ones and the delay', async () => {
    expect(await factsOf('/banks/north')).toEqual({
      'Next table': expect.stringMatching(/^\d{4}-\d\d-\d\d, expected \d{4}-\d\d-\d\d 16:00 UTC$/),
      'Missed in 90 days': 'none',
      'Arrival in 90 days': '20 min after the expected time at the median, 20 min after the expected time at the latest'
    })
  })

  it('has the day in the zone of the source if it differs from that in UTC', async () => {
    const [, day, utcDay, , localDay] =
      /^(\S+), expected (\S+) (16|17):00 UTC \((\S+) 05:00 in Pacific\/Auckland\)/.exec(
        (await factsOf('/banks/east'))['Next table']!
      )!
    expect(localDay).toBe(addDays(utcDay!, 1))
    expect(day! <= localDay!).toBe(true)
  })

  it('says since when a source is late, and that a closed series expects no table', async () => {
    const silent = await factsOf('/banks/silent')
    expect(silent['Missed in 90 days']).toBe(`30 tables from ${days.at(-30)} to ${days.at(-1)}`)
    expect(silent.Late).toBe(`no table after that of ${days.at(-31)}, although 30 were expected in the last 90 days`)
    const ended = await factsOf('/banks/ended')
    expect([ended['Next table'], ended.Late]).toEqual(['none is expected', undefined])
  })

  it('has them for each list of a source', async () => {
    const facts = await factsOf('/banks/poland')
    expect(Object.keys(facts)).toEqual([
      'Next table, daily list',
      'Missed in 90 days, daily list',
      'Arrival in 90 days, daily list',
      'Next table, weekly list',
      'Missed in 90 days, weekly list',
      'Arrival in 90 days, weekly list'
    ])
    expect(facts['Missed in 90 days, daily list']).toBe('none')
    expect(facts['Missed in 90 days, weekly list']).toBe(MISSED)
  })
})

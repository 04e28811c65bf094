const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const CELL = 10
const GAP = 2

interface Day {
  date: string
  /** Monday is 0. */
  weekday: number
  week: number
}

/** The twelve months up to today. Days with a table are filled. */
export function Calendar ({ dates, today }: { dates: string[], today: string }) {
  const published = new Set(dates)
  return <div class="calendar">{lastMonths(today).map((month) => <Month month={month} published={published} today={today} />)}</div>
}

function Month ({ month, published, today }: { month: string, published: Set<string>, today: string }) {
  const days = daysOf(month).filter(({ date }) => date <= today)
  const count = days.filter(({ date }) => published.has(date)).length
  const name = MONTH.format(new Date(`${month}-01`))
  return (
    <figure>
      <figcaption>{name} <span class="quiet">{count}</span></figcaption>
      <svg viewBox={`0 0 ${7 * CELL} ${6 * CELL}`} role="img" aria-label={`${name}: ${count} ${count === 1 ? 'table' : 'tables'}`}>
        {days.map(({ date, weekday, week }) => (
          <rect class={published.has(date) ? 'published' : weekday > 4 ? 'weekend' : undefined} x={weekday * CELL} y={week * CELL} width={CELL - GAP} height={CELL - GAP} rx="1.5">
            <title>{published.has(date) ? `${date}: table` : `${date}: no table`}</title>
          </rect>
        ))}
      </svg>
    </figure>
  )
}

/** The first day of a calendar that ends on a day. */
export function firstDay (today: string): string {
  return `${lastMonths(today)[0]}-01`
}

function lastMonths (today: string): string[] {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7)) - 1
  return Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(year, month - 11 + index)).toISOString().slice(0, 7))
}

function daysOf (month: string): Day[] {
  const first = new Date(`${month}-01`)
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const offset = (first.getUTCDay() + 6) % 7
  return Array.from({ length }, (_, index) => {
    const place = offset + index
    return { date: `${month}-${String(index + 1).padStart(2, '0')}`, weekday: place % 7, week: Math.floor(place / 7) }
  })
}

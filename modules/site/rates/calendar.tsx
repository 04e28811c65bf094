import { datesOf, dayOf } from '../../../api/contract/dates.ts'
import { tableAddress } from '../../pages/kit/addresses.ts'

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** The twelve months up to today. Days with a table are filled, and link to it. */
export function Calendar({ bank, dates, today }: { bank: string; dates: string[]; today: string }) {
  const published = new Set(dates)
  return (
    <div class="calendar">
      {lastMonths(today).map((month) => (
        <Month bank={bank} month={month} published={published} today={today} />
      ))}
    </div>
  )
}

function Month({
  bank,
  month,
  published,
  today
}: {
  bank: string
  month: string
  published: Set<string>
  today: string
}) {
  const dates = datesOf(month).filter((date) => date <= today)
  const count = dates.filter((date) => published.has(date)).length
  const name = MONTH.format(new Date(`${month}-01`))
  return (
    <figure>
      <figcaption>
        {name}{' '}
        <span class="quiet">
          {count}
          <span class="hidden">{count === 1 ? ' table' : ' tables'}</span>
        </span>
      </figcaption>
      <ol class="days">
        {dates.map((date, at) => (
          <li class={at === 0 ? WEEKDAYS[new Date(date).getUTCDay()] : undefined}>
            {published.has(date) ? (
              <a href={tableAddress(bank, date)}>
                {Number(date.slice(8))}
                <span class="hidden">{` ${name}: table`}</span>
              </a>
            ) : (
              <span>{Number(date.slice(8))}</span>
            )}
          </li>
        ))}
      </ol>
    </figure>
  )
}

/** The first day of a calendar that ends on a day. */
export function firstDay(today: string): string {
  return `${lastMonths(today)[0]}-01`
}

function lastMonths(today: string): string[] {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7)) - 1
  return Array.from({ length: 12 }, (_, index) => dayOf(Date.UTC(year, month - 11 + index)).slice(0, 7))
}

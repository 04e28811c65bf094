-- One series of a source by week, month, quarter or year: for each period with a date in the window one figure (see period_statistic), the
-- number of dates, and the first and last of them. `period` is its first day. `partial`: the window or the stored rates do not cover the
-- whole period (see leaves_gap). The arrays have one element for each date, in any order, also for the dates around the window.
create or replace function period_figures(
  source_code text, dates date[], rates numeric[], are_derived boolean[], from_date date, to_date date, unit text, stat text,
  digits integer default null)
returns table (period date, value numeric, days bigint, first_date date, last_date date, partial boolean)
language sql stable parallel safe
as $$
  with read as materialized (
    select series_rate.*, lag(date) over series as earlier, lead(date) over series as later,
      date between from_date and to_date as is_wanted,
      date_trunc(unit, date::timestamp)::date as first_day, period_end(date, unit) as last_day
    from unnest(dates, rates, are_derived) series_rate (date, rate, derived)
    window series as (order by date)
  ), rhythm as materialized (
    select coalesce((select percentile_disc(0.95) within group (order by date - earlier) from read),
      case cadence when 'daily' then 3 when 'weekly' then 7 else fill_days(cadence) end) as usual, ended is not null as has_ended
    from sources
    where code = source_code
  )
  select first_day,
    period_statistic(
      array_agg(rate order by date) filter (where is_wanted), stat, bool_or(derived) filter (where is_wanted), digits),
    count(*) filter (where is_wanted), min(date) filter (where is_wanted), max(date) filter (where is_wanted),
    bool_or(not is_wanted or leaves_gap(earlier, date, usual, first_day, last_day, has_ended)
      or leaves_gap(date, later, usual, first_day, last_day, has_ended))
  from read
  cross join rhythm
  where last_day >= from_date and first_day <= to_date
  group by first_day
  having count(*) filter (where is_wanted) > 0
$$;

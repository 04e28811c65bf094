-- The doubts of the served rates of some sources, newest first and at most 100, as notes in the form of currency_notes. The arrays are
-- parallel: for each source they select the doubts between two dates, among the currencies of a pair (one of them may be null) and the home
-- currency, or all if both are null. Each note has its rate and its day, and its source if there are several sources. Figures that wait in
-- quarantine have the kind `waiting`, and the days of which no run could read a table (see unread_dates) the kind `unread`.
create or replace function doubt_notes(of_sources text[], sides text[], other_sides text[], from_dates date[], to_dates date[])
returns table (currency text, kind text, since date, until date, note text, verified boolean)
language sql stable parallel safe
as $$
  with wanted as (
    select code, side, other, from_date, to_date, home_currency,
      case when (select count(distinct code) from unnest(of_sources) code) > 1 then code || ' ' else '' end as prefix
    from unnest(of_sources, sides, other_sides, from_dates, to_dates) request (code, side, other, from_date, to_date)
    join sources using (code)
  )
  (select distinct case when base = home_currency then quote else base end, remarkable.kind, date, date,
    prefix || format(
      case remarkable.kind when 'doubt' then '%s/%s %s: %s.' else '%s/%s %s of %s: the publisher''s figure waits for its confirmation.' end,
      base, quote, type, case remarkable.kind when 'doubt' then doubt else date::text end), true
  from wanted
  cross join lateral (
    select 'doubt' as kind, date, base, quote, type, doubt
    from doubts
    where source = code and date between from_date and to_date and exists (
      select
      from rates
      where (rates.source, rates.date, rates.base, rates.quote, rates.type)
        = (doubts.source, doubts.date, doubts.base, doubts.quote, doubts.type))
    union all
    select 'waiting', date::date, base, quote, type, null
    from quarantine
    where source = code and status = 'pending' and is_doubtful(fault) and date between from_date::text and to_date::text
  ) remarkable
  where coalesce(side, other) is null or base in (side, other, home_currency) and quote in (side, other, home_currency)
  order by 3 desc, 5
  limit 100)
  union all
  select distinct coalesce(nullif(side, home_currency), other, home_currency), 'unread', first_day, last_day,
    prefix || format(case when days = 1 then 'The run for %s failed, so a table of that day may be missing.'
      else 'Runs for %3$s days from %1$s to %2$s failed, so tables of these days may be missing.' end, first_day, last_day, days), true
  from wanted
  cross join lateral (
    select min(day) as first_day, max(day) as last_day, count(*) as days from unread_dates(code, from_date, to_date, null) day
  ) failed
  where days > 0
$$;

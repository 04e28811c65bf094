-- The publication rhythm of each active source with a table, or of one, learnt from its newest sixty tables and from the same season of the
-- two years before. Gaps of more than two periods and ten days are outages and are ignored. All columns but `week` count days that fall on
-- the weekdays of `week` and are no closing days that the source states:
-- * `week`: its weekdays (see learnt_week)
-- * `period`: the time between publications by the cadence. One publication may have the tables of several days.
-- * `usual`: the median number of days without a table between two tables.
-- * `longest`: the same at holidays: the 95th percentile, or the longest gap in the three weeks before and after this time of year.
-- * `lag`: the median number of days from the date of a table to its arrival, over tables that were the newest on arrival; at most five for
--   a daily source and one period for any other.
-- * `allowed`: the days after a table in which the next one is not overdue: the longest gap, the lag and a leeway, which is larger if no
--   earlier year or no arrival is known.
create or replace function rhythms(source_code text default null)
returns table (code text, week integer[], period integer, usual integer, longest integer, lag integer, allowed integer)
language sql stable parallel safe
as $$
  with listed as (
    select code, cadence, schedule, closing_days, latest_date as latest,
      case cadence when 'daily' then 1 when 'weekly' then 7 when 'monthly' then 31 when 'quarterly' then 92 else 366 end as period_days
    from sources
    join coverage on source = code
    where active and (source_code is null or code = source_code)
  ), recent as materialized (
    select code, dated.*
    from listed
    cross join lateral (
      select date, lag(date) over later as next_date, added_at::date as arrival,
        (added_at < min(added_at) over (later rows between unbounded preceding and 1 preceding)) is not false as was_newest
      from (select date, added_at from tables where source = code order by date desc limit 60) newest
      window later as (order by date desc)
    ) dated
  ), weeks as materialized ( -- learnt once, also if the planner expects a single source
    select code, learnt_week(array_agg(date), cadence, schedule) as week
    from recent
    join listed using (code)
    group by code, cadence, schedule
  ), periods as (
    select code, latest, week, closing_days, period, 2 * period + 10 as longest_gap,
      case cadence when 'daily' then 5 else period end as longest_lag
    from listed
    join weeks using (code)
    cross join lateral (select greatest(1, round(period_days * week[7] / 7.0))::integer as period) it
  ), recently as (
    select code,
      percentile_disc(array[0.5, 0.95]) within group (order by gap) filter (where gap <= longest_gap) as gaps,
      percentile_disc(0.5) within group (order by open_days_between(date, arrival, week, closing_days))
        filter (where was_newest and arrival is not null) as lag
    from recent
    join periods using (code)
    cross join lateral (select open_days_between(date, next_date, week, closing_days) as gap) it
    group by code
  ), seasons as (
    select code, max(gap) filter (where gap <= longest_gap) as gap
    from periods
    cross join (values (365), (730)) ago (days)
    cross join lateral (
      select open_days_between(date, lead(date) over (order by date), week, closing_days) as gap
      from tables
      where source = code and date between latest - ago.days - 21 and latest - ago.days + 21
    ) it
    group by code
  )
  select code, week, period, usual, longest, delay.lag, greatest(longest, period - 1) + delay.lag + leeway
  from periods
  join recently using (code)
  left join seasons using (code)
  cross join lateral (select coalesce(gaps[1], period - 1) as usual) typical
  cross join lateral (
    select greatest(usual, gaps[2], gap) as longest, least(coalesce(recently.lag, 0), longest_lag) as lag,
      (period + 3) / 4 + case when seasons.code is null then 2 else 0 end + case when recently.lag is null then longest_lag
        else 0 end as leeway
  ) delay
$$;

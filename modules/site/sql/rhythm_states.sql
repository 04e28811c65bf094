-- The expected and the actual tables of every active source in the last ninety days, or two years for a monthly or rarer one. `weekdays`
-- (Monday is 1), `usual`, `longest` and `lag` are those of rhythms. `expected` is the number of tables by that rhythm. `gap_from` and
-- `gap_to` are the widest gap between two tables, if that is wider than `longest`. A source without a table has no rhythm.
create or replace function rhythm_states(today date)
returns table (
  code text, name text, cadence text, latest_date date, overdue boolean, missed integer, weekdays integer[], usual integer, longest integer,
  lag integer, had bigint, expected integer, gap_from date, gap_to date)
language sql stable
as $$
  select code, name, cadence, fresh.latest_date, overdue, missed, weekdays, usual, longest, rhythm.lag, had, expected,
    case when gap > longest then gap_from end, case when gap > longest then gap_to end
  from freshness(today) fresh
  join sources using (code)
  left join rhythms() rhythm using (code)
  cross join lateral (select today - case when cadence in ('daily', 'weekly') then 90 else 730 end as since) reviewed
  cross join lateral (
    select array_agg(weekday) as weekdays
    from generate_series(1, 7) weekday
    where week[weekday] > coalesce(week[weekday - 1], 0)
  ) days
  cross join lateral (
    select count(*) as had, (open_days_between(greatest(since, min(date)), today, week, closing_days) + 1) / (usual + 1) as expected
    from tables
    where source = code and date between since and today
  ) recent
  left join lateral (
    select day_before as gap_from, date as gap_to, open_days_between(day_before, date, week, closing_days) as gap
    from (select date, lag(date) over (order by date) as day_before from tables where source = code and date between since and today) near
    where day_before is not null
    order by gap desc, date desc
    limit 1
  ) widest on true
  order by overdue desc, missed desc nulls last, code
$$;

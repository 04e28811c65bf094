-- At most `at_most` rates of one currency in others, by default in all, by time and target: those of market_window, or for weeks and months
-- (UTC) the rate of the last day with one. `time` is the start of the interval, or of the period if this is later. Reads in growing windows
-- that never split a week or month, so that the first rows of a long series come early.
create or replace function market_series(
  source_currency text, targets text[], from_time timestamptz, to_time timestamptz, grouping_unit text, at_most integer)
returns table (rate numeric, source text, target text, "time" timestamptz)
language plpgsql stable parallel safe
as $$
declare
  wanted text[] := coalesce(targets, other_market_currencies(source_currency));
  start timestamptz := from_time;
  finish timestamptz;
  width interval := case grouping_unit when 'minute' then '1 day' when 'hour' then '32 days' else '1024 days' end;
  missing bigint := at_most;
  found bigint;
begin
  while start < to_time and missing > 0 loop
    if grouping_unit in ('week', 'month') then
      finish := least(to_time, date_trunc(grouping_unit, start + width, 'UTC'));
      return query
        select distinct on (period.time, days.target) days.rate, source_currency, days.target, period.time
        from market_window(source_currency, wanted, start, finish, 'day') days
        cross join lateral (select greatest(date_trunc(grouping_unit, days.time, 'UTC'), from_time) as time) period
        order by period.time, days.target, days.time desc
        limit missing;
    else
      finish := least(to_time, date_trunc('day', start + width, 'UTC'));
      return query
        select point.rate, source_currency, point.target, point.time
        from market_window(source_currency, wanted, start, finish, grouping_unit) point
        limit missing;
    end if;
    get diagnostics found = row_count;
    missing := missing - found;
    start := finish;
    width := width * 2;
  end loop;
end $$;

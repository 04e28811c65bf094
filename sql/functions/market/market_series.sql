-- The rates of market_window, or of market_periods for weeks and months, at most so many. It reads windows that grow, so that the first rates come soon
-- however long the series is. No week or month is in two windows.
create or replace function market_series(
  source_currency text, targets text[], from_time timestamptz, to_time timestamptz, grouping_unit text, at_most integer)
returns table ("time" timestamptz, target text, rate numeric, class text)
language plpgsql stable parallel safe
as $$
declare
  start timestamptz := from_time;
  finish timestamptz;
  width interval := case grouping_unit when 'minute' then '1 day' when 'hour' then '32 days' else '1024 days' end;
  missing bigint := at_most;
  found bigint;
begin
  while start < to_time and missing > 0 loop
    if grouping_unit in ('week', 'month') then
      finish := least(to_time, date_trunc(grouping_unit, start + width, 'UTC'));
      return query select * from market_periods(source_currency, targets, start, finish, grouping_unit) limit missing;
    else
      finish := least(to_time, date_trunc('day', start + width, 'UTC'));
      return query select * from market_window(source_currency, targets, start, finish, grouping_unit) limit missing;
    end if;
    get diagnostics found = row_count;
    missing := missing - found;
    start := finish;
    width := width * 2;
  end loop;
end $$;

-- Rolls up the hours whose market rates changed since the last time, and their days: the last rate, the lowest, the highest and how many.
-- Doing it again changes nothing. Returns how many hours of a currency were rolled up.
create or replace function roll_up_market()
returns bigint
language plpgsql
as $$
declare
  hours bigint;
begin
  lock table market_changes in exclusive mode; -- what changes from here on is for the next time

  insert into market_hours (feed, currency, time, rate, low, high, count)
  select feed, currency, hour, (array_agg(rate order by time desc))[1], min(rate), max(rate), count(*)
  from market_changes
  join market_rates using (feed, currency)
  where time >= hour and time < hour + interval '1 hour'
  group by feed, currency, hour
  on conflict (feed, currency, time) do update
  set rate = excluded.rate, low = excluded.low, high = excluded.high, count = excluded.count;

  insert into market_days (feed, currency, time, rate, low, high, count)
  select feed, currency, day, (array_agg(rate order by time desc))[1], min(low), max(high), sum(count)
  from (select distinct feed, currency, date_trunc('day', hour, 'UTC') as day from market_changes) changed
  join market_hours using (feed, currency)
  where time >= day and time < day + interval '1 day'
  group by feed, currency, day
  on conflict (feed, currency, time) do update
  set rate = excluded.rate, low = excluded.low, high = excluded.high, count = excluded.count;

  delete from market_changes;
  get diagnostics hours = row_count;
  return hours;
end $$;

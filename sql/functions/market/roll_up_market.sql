-- Rolls up the hours whose market rates changed since the last call, and their days: the last, lowest and highest rate and their number.
-- Returns the number of hours, counted for each currency. A repeated call changes nothing.
create or replace function roll_up_market()
returns bigint
language plpgsql
as $$
declare
  hours bigint;
begin
  lock table market_changes in exclusive mode; -- later changes wait for the next call

  insert into market_hours (feed, currency, time, rate, low, high, count)
  select changed.feed, changed.currency, hour, rolled.*
  from market_changes changed
  cross join lateral (
    select (array_agg(rate order by time desc))[1], min(rate), max(rate), count(*)
    from market_rates
    where feed = changed.feed and currency = changed.currency and time >= hour and time < hour + interval '1 hour'
    having count(*) > 0
  ) rolled
  on conflict (feed, currency, time) do update
  set rate = excluded.rate, low = excluded.low, high = excluded.high, count = excluded.count;

  insert into market_days (feed, currency, time, rate, low, high, count)
  select changed.feed, changed.currency, day, rolled.*
  from (select distinct feed, currency, date_trunc('day', hour, 'UTC') as day from market_changes) changed
  cross join lateral (
    select (array_agg(rate order by time desc))[1], min(low), max(high), sum(count)
    from market_hours
    where feed = changed.feed and currency = changed.currency and time >= day and time < day + interval '1 day'
    having count(*) > 0
  ) rolled
  on conflict (feed, currency, time) do update
  set rate = excluded.rate, low = excluded.low, high = excluded.high, count = excluded.count;

  delete from market_changes;
  get diagnostics hours = row_count;
  return hours;
end $$;

-- The rates from one currency to others from one moment up to another, in minutes, hours or days of UTC, by time and target: the last
-- rate in each, of the first feed in the order that has both currencies in it. The composite of official rates stands for the days (at
-- 00:00) on which no feed has a target, so that a window has whole days. Legs, direction and writing are those of market_rate.
create or replace function market_window(
  source_currency text, targets text[], from_time timestamptz, to_time timestamptz, grouping_unit text)
returns table ("time" timestamptz, target text, rate numeric, class text)
language sql stable parallel safe
as $$
  with buckets as materialized (
    select distinct on (feed, polls.currency, date_trunc('minute', polls.time, 'UTC'))
      feed, polls.currency, date_trunc('minute', polls.time, 'UTC') as time, polls.rate
    from market_rates polls
    where grouping_unit = 'minute' and polls.currency = any(targets || source_currency) and polls.time >= from_time and polls.time < to_time
    order by feed, polls.currency, date_trunc('minute', polls.time, 'UTC'), polls.time desc
  ), legs as materialized (
    select it.feed, it.currency, it.time, it.rate, feeds.class, feeds.position as place
    from (
      select * from buckets
      union all
      select feed, hours.currency, hours.time, hours.rate
      from market_hours hours
      where grouping_unit = 'hour' and hours.currency = any(targets || source_currency) and hours.time >= from_time and hours.time < to_time
      union all
      select feed, days.currency, days.time, days.rate
      from market_days days
      where grouping_unit = 'day' and days.currency = any(targets || source_currency) and days.time >= from_time and days.time < to_time
    ) it
    join feeds on feeds.code = it.feed
    where feeds.position is not null
    union all
    select 'official', quote, date::timestamp at time zone 'UTC', value, 'official', null
    from rates
    where source = 'composite' and base = 'USD' and quote = any(targets || source_currency) and type = 'composite'
      and date >= (from_time at time zone 'UTC')::date and date <= (to_time at time zone 'UTC')::date
      and date::timestamp at time zone 'UTC' >= from_time and date::timestamp at time zone 'UTC' < to_time
  ), answers as (
    select it.time, it.currency as target, it.rate, it.class, it.place
    from legs it
    where source_currency = 'USD'
    union all
    select own.time, 'USD', divide(1, own.rate), own.class, own.place
    from legs own
    where own.currency = source_currency and 'USD' = any(targets)
    union all
    select it.time, it.currency, divide(it.rate, own.rate), it.class, it.place
    from legs it
    join legs own using (feed, time)
    where own.currency = source_currency
  ), placed as (
    select *, min(place) over (partition by answers.target, date_trunc('day', answers.time, 'UTC')) is null as is_without_feed
    from answers
    where answers.target <> source_currency
  )
  select distinct on (placed.time, placed.target) placed.time, placed.target, as_written(placed.rate, source_currency <> 'USD'), placed.class
  from placed
  where place is not null or is_without_feed
  order by placed.time, placed.target, place
$$;

-- Units of some currencies for one US dollar in each minute, hour or day (UTC) of a period: the last rate of each active feed, and the
-- composite of each day at 00:00. `time` is the start of the minute, hour or day, or of the period if this is later; `place` is the
-- position of the feed, null for the composite. The dollar has no row. An hour or day that is only partly in the period has the last rate
-- within the period, from the finer rates that are still kept. If the period ends in it and there are none, it has no row: its stored rate
-- may be later than the period.
create or replace function market_window_values(currencies text[], from_time timestamptz, to_time timestamptz, grouping_unit text)
returns table (feed text, class text, place integer, currency text, rate numeric, "time" timestamptz)
language sql stable parallel safe
as $$
  with minutes as materialized (
    select distinct on (feed, polls.currency, date_trunc('minute', polls.time, 'UTC'))
      feed, polls.currency, date_trunc('minute', polls.time, 'UTC') as time, polls.rate
    from market_rates polls
    where grouping_unit = 'minute' and polls.currency = any(currencies) and polls.time >= from_time and polls.time < to_time
    order by feed, polls.currency, date_trunc('minute', polls.time, 'UTC'), polls.time desc
  )
  select stored.feed, feeds.class, feeds.position, stored.currency, stored.rate, greatest(stored.time, from_time)
  from (
    select feed, minutes.currency, minutes.rate, minutes.time
    from minutes
    union all
    select feed, hours.currency, hours.rate, hours.time
    from market_hours hours
    where grouping_unit = 'hour' and hours.currency = any(currencies) and hours.time >= from_time
      and hours.time <= to_time - interval '1 hour'
    union all
    select feed, days.currency, days.rate, days.time
    from market_days days
    where grouping_unit = 'day' and days.currency = any(currencies) and days.time >= from_time and days.time <= to_time - interval '1 day'
    union all
    select cut.feed, cut.currency, cut.rate, cut.time
    from market_cut_values(currencies, from_time, to_time, grouping_unit) cut
  ) stored
  join feeds on feeds.code = stored.feed
  where feeds.position is not null
  union all
  select 'official', 'official', null, quote, value, greatest(date::timestamp at time zone 'UTC', from_time)
  from rates
  where source = 'composite' and base = 'USD' and quote = any(currencies) and type = 'composite'
    and date >= (from_time at time zone 'UTC')::date and date <= (to_time at time zone 'UTC')::date
    and (date::timestamp at time zone 'UTC' >= from_time or grouping_unit = 'day') and date::timestamp at time zone 'UTC' < to_time
$$;

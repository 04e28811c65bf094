-- Units of some currencies for one US dollar at an instant: from each active feed the newest rate at or before it, if that was fresh then,
-- and last the composite. For a feed the first of these that is still kept: the newest poll, the last rate of an ended hour, the last rate
-- of an ended day. The composite counts from 00:00 UTC of its day until it is stale.
-- `place` is the position of the feed, null for the composite. The dollar has no row.
create or replace function market_values(currencies text[], moment timestamptz)
returns table (feed text, class text, place integer, currency text, rate numeric, "time" timestamptz)
language sql stable parallel safe
as $$
  select code, class, position, wanted.currency, newest.rate, newest.time
  from feeds
  cross join unnest(currencies) wanted (currency)
  cross join lateral (
    select stored.rate, stored.time, stored.slack
    from (
      (select polls.rate, polls.time, interval '0' as slack, 1 as fineness
       from market_rates polls
       where polls.feed = code and polls.currency = wanted.currency and polls.time <= moment
       order by polls.time desc
       limit 1)
      union all
      (select hours.rate, hours.time, interval '2 hours', 2
       from market_hours hours
       where hours.feed = code and hours.currency = wanted.currency and hours.time <= moment - interval '1 hour' + interval '1 microsecond'
       order by hours.time desc
       limit 1)
      union all
      (select days.rate, days.time, interval '2 days', 3
       from market_days days
       where days.feed = code and days.currency = wanted.currency and days.time <= moment - interval '1 day' + interval '1 microsecond'
       order by days.time desc
       limit 1)
    ) stored
    order by stored.fineness
    limit 1
  ) newest
  where position is not null and newest.time >= moment - fresh_for - newest.slack
  union all
  select 'official', 'official', null, wanted.currency, newest.value, newest.date::timestamp at time zone 'UTC'
  from unnest(currencies) wanted (currency)
  cross join lateral (
    select rates.value, rates.date
    from rates
    where rates.source = 'composite' and rates.base = 'USD' and rates.quote = wanted.currency and rates.type = 'composite'
      and rates.date <= (moment at time zone 'UTC')::date and rates.date >= (moment at time zone 'UTC')::date - stale_days()
      and rates.date >= unit_since(array[wanted.currency], (moment at time zone 'UTC')::date)
    order by rates.date desc
    limit 1
  ) newest
$$;

-- The last rate of each feed and currency in the incomplete hours or days (UTC) at the ends of a period, with the start of the hour or day:
-- from the polls and, for a day, from the whole hours within the part. A part that reaches the end of its hour or day has the stored rate
-- of that hour or day if no finer rates are kept.
create or replace function market_cut_values(currencies text[], from_time timestamptz, to_time timestamptz, grouping_unit text)
returns table (feed text, currency text, rate numeric, "time" timestamptz)
language sql stable parallel safe
as $$
  select feeds.code, wanted.currency, newest.rate, part.bucket
  from (
    select distinct date_trunc(grouping_unit, edge, 'UTC') as edge_bucket, ('1 ' || grouping_unit)::interval as width
    from unnest(array[from_time, to_time]) edge
    where grouping_unit in ('hour', 'day')
  ) edges
  cross join lateral (
    select edge_bucket as bucket, greatest(edge_bucket, from_time) as start, least(edge_bucket + width, to_time) as finish,
      edge_bucket + width as bucket_end
  ) part
  cross join feeds
  cross join unnest(currencies) wanted (currency)
  cross join lateral (
    select found.rate
    from (
      (select polls.rate, polls.time
       from market_rates polls
       where polls.feed = feeds.code and polls.currency = wanted.currency and polls.time >= start and polls.time < finish
       order by polls.time desc
       limit 1)
      union all
      (select hours.rate, hours.time + interval '1 hour' - interval '1 microsecond'
       from market_hours hours
       where grouping_unit = 'day' and hours.feed = feeds.code and hours.currency = wanted.currency
         and hours.time >= start and hours.time <= finish - interval '1 hour'
       order by hours.time desc
       limit 1)
      union all
      select hours.rate, start
      from market_hours hours
      where grouping_unit = 'hour' and finish = bucket_end and hours.feed = feeds.code and hours.currency = wanted.currency
        and hours.time = bucket
        and not exists (
          select from market_rates polls
          where polls.feed = feeds.code and polls.currency = wanted.currency and polls.time >= bucket and polls.time < bucket_end)
      union all
      select days.rate, start
      from market_days days
      where grouping_unit = 'day' and finish = bucket_end and days.feed = feeds.code and days.currency = wanted.currency
        and days.time = bucket
        and not exists (
          select from market_hours hours
          where hours.feed = feeds.code and hours.currency = wanted.currency and hours.time >= bucket and hours.time < bucket_end)
    ) found
    order by found.time desc
    limit 1
  ) newest
  where start < finish and (start > bucket or finish < bucket_end) and feeds.position is not null
$$;

-- The rates of one currency in others from one moment up to another, in minutes, hours or days of UTC, by time and target: the last rate in
-- each, of the first feed in the order that has both currencies in it (see market_ways). On a day on which no feed has a target, the composite
-- of official rates stands for it.
create or replace function market_window(
  source_currency text, targets text[], from_time timestamptz, to_time timestamptz, grouping_unit text)
returns table ("time" timestamptz, target text, rate numeric, class text)
language sql stable parallel safe
as $$
  select distinct on (it.time, it.target) it.time, it.target, as_written(it.rate, derived), it.class
  from (
    select ways.time, ways.target collate "C" as target, ways.rate, derived, ways.class, place, -- any other order takes twice the time
      min(place) over (partition by ways.target collate "C", date_trunc('day', ways.time, 'UTC')) is null as is_without_feed
    from market_ways(source_currency, targets, from_time, to_time, grouping_unit) ways
  ) it
  where place is not null or is_without_feed
  order by it.time, it.target, place
$$;

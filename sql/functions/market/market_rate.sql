-- The rate of one currency in others at a moment, one row a target, none for a target that nobody has: units of the target for one of the source,
-- from the first feed in the order that has both (see market_ways).
create or replace function market_rate(source_currency text, targets text[], moment timestamptz)
returns table (target text, rate numeric, "time" timestamptz, class text)
language sql stable parallel safe
as $$
  select distinct on (ways.target) ways.target, as_written(ways.rate, derived), ways.time, ways.class
  from market_ways(source_currency, targets, moment, moment, 'moment') ways
  order by ways.target, place
$$;

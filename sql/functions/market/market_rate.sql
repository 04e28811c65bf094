-- The rate of one currency in others at an instant, in units of the target for one of the source: one row for each target, from the first active
-- feed that has both currencies (see market_ways).
create or replace function market_rate(source_currency text, targets text[], moment timestamptz)
returns table (target text, rate numeric, "time" timestamptz, class text)
language sql stable parallel safe
as $$
  select distinct on (ways.target) ways.target, as_written(ways.rate, derived), ways.time, ways.class
  from market_ways(source_currency, targets, moment, moment, 'moment') ways
  order by ways.target, place
$$;

-- The last of the rates of market_series to each target.
create or replace function market_last(
  source_currency text, targets text[], from_time timestamptz, to_time timestamptz, grouping_unit text)
returns table (rate numeric, source text, target text, "time" timestamptz)
language sql stable parallel safe
as $$
  select distinct on (point.target) point.rate, point.source, point.target, point.time
  from market_series(source_currency, targets, from_time, to_time, grouping_unit, 1000000) point
  order by point.target, point.time desc
$$;

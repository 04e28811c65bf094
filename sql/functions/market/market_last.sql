-- The last of the rates of market_series to each target.
create or replace function market_last(
  source_currency text, targets text[], from_time timestamptz, to_time timestamptz, grouping_unit text)
returns table (rate numeric, source text, target text, "time" timestamptz)
language sql stable parallel safe
as $$
  select distinct on (it.target) it.rate, it.source, it.target, it.time
  from market_series(source_currency, targets, from_time, to_time, grouping_unit, 1000000) it
  order by it.target, it.time desc
$$;

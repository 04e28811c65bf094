-- The number of rates, the lowest, the highest and the median; the spread is highest less lowest in basis points of the median. Always one
-- row, with nulls and a count of 0 without rates.
create or replace function compare_stats(rates numeric[])
returns table (min numeric, max numeric, median numeric, spread_bps numeric, banks_in_stats bigint)
language sql immutable parallel safe
as $$
  with ranked as (
    select rate, row_number() over (order by rate) as place
    from unnest(rates) rate
  ), middle as (
    select avg(rate) as median
    from ranked
    where place in ((cardinality(rates) + 1) / 2, (cardinality(rates) + 2) / 2)
  )
  select min(rate), max(rate), (select median from middle),
    divide((max(rate) - min(rate)) * 10000, (select median from middle)), count(rate)
  from ranked
$$;

-- Minimum, maximum, median and spread (maximum less minimum, in basis points of the median) of a pair over the banks that are not stale.
-- Always one row; all but the count are null where there is no such bank.
create or replace function compare_stats(source_currency text, target_currency text, today date, wanted_type text default null)
returns table (min numeric, max numeric, median numeric, spread_bps numeric, banks_in_stats bigint)
language sql stable parallel safe
as $$
  with fresh as (
    select rate
    from compare_pair(source_currency, target_currency, today, wanted_type)
    where not stale
  ), ranked as (
    select rate, row_number() over (order by rate) as place, count(*) over () as banks
    from fresh
  ), middle as (
    select avg(rate) as median
    from ranked
    where place in ((banks + 1) / 2, (banks + 2) / 2)
  )
  select min(rate), max(rate), (select median from middle),
    divide((max(rate) - min(rate)) * 10000, (select median from middle)), count(*)
  from fresh
$$;

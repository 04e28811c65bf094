-- Fills the temporary table spreads with every two prices of a pair in a table that may wait. `distance` is the logarithm of their ratio.
-- `low` and `high` are the range of that distance in the past of the pair, which has `tables` tables. If there are too few, they are the
-- range over all pairs with these types; if there is none, over the other pairs of the same table, and `tables` is zero.
create or replace function measure_spreads()
returns void
language plpgsql set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  past_least constant float8 := setting('past_least');
  quorum constant float8 := setting('quorum');
begin
  if not exists (select from figures one join figures other using (base, quote, date) where one.may_wait and one.type < other.type) then
    return;
  end if;
  with priced as materialized (
    select base, quote, date, one.type, other.type as other_type, one.value, other.value as other_value,
      ln(one.value::float8 / other.value::float8) as distance, one.rounding + other.rounding as rounding
    from figures one
    join figures other using (base, quote, date)
    where one.may_wait and one.type < other.type
  ), known as materialized (
    select base, quote, one.type, other.type as other_type, count(*) as tables, min(ln(one.value / other.value)) as low,
      max(ln(one.value / other.value)) as high
    from past one
    join past other using (base, quote, date)
    where one.type < other.type
    group by base, quote, one.type, other.type
  ), of_types as materialized (
    select type, other_type, sum(tables) as tables, min(low) as low, max(high) as high
    from known
    group by type, other_type
    having sum(tables) >= 2 * past_least
  )
  insert into spreads
  select priced.base, priced.quote, priced.date, priced.type, priced.other_type, priced.value, priced.other_value, priced.distance,
    priced.rounding, coalesce(own.tables, of_types.tables, 0), coalesce(own.low, of_types.low, beside.low),
    coalesce(own.high, of_types.high, beside.high)
  from priced
  left join known own on (own.base, own.quote, own.type, own.other_type) = (priced.base, priced.quote, priced.type, priced.other_type)
    and own.tables >= past_least
  left join of_types on (of_types.type, of_types.other_type) = (priced.type, priced.other_type)
  left join lateral (
    select percentile_cont(0.25) within group (order by distance) as low, percentile_cont(0.75) within group (order by distance) as high
    from priced other
    where own.tables is null and of_types.tables is null and (other.date, other.type, other.other_type)
      = (priced.date, priced.type, priced.other_type)
    having count(*) >= quorum
  ) beside on true;
end $$;

-- Finds recent prices in an order, or at a distance, that the past of their pair, or of all pairs of the source, does not have, and sets
-- `reason` and `fault`. Without a past a buying rate above the selling rate is doubtful, unless the base is the home currency. Uses the
-- temporary tables recent and past.
create or replace function find_doubtful_prices(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  home constant text := (select home_currency from sources where code = source_code);
  past_least constant float8 := setting('past_least');
  price_factor constant float8 := setting('price_factor');
begin
  with priced as materialized (
    select one.base, one.quote, one.date, one.type, other.type as other_type, one.value, other.value as other_value,
      ln(one.value::float8 / other.value::float8) as distance,
      coalesce(one.rounding, 0) + coalesce(other.rounding, 0) as rounding
    from recent one
    join recent other using (base, quote, date)
    where one.type < other.type
  ), known as materialized (
    select one.base, one.quote, one.type, other.type as other_type, count(*) as tables, min(ln(one.value / other.value)) as low,
      max(ln(one.value / other.value)) as high
    from past one
    join past other using (base, quote, date)
    where one.type < other.type
    group by one.base, one.quote, one.type, other.type
  ), usual as materialized (
    select base, quote, type, other_type, tables, low, high from known where tables >= past_least
    union all
    select priced.base, priced.quote, type, other_type, sum(known.tables), min(known.low), max(known.high)
    from (select distinct base, quote, type, other_type from priced) priced
    join known using (type, other_type)
    where not exists (select from known own
      where (own.base, own.quote, own.type, own.other_type) = (priced.base, priced.quote, type, other_type) and own.tables >= past_least)
    group by priced.base, priced.quote, type, other_type
    having sum(known.tables) >= 2 * past_least
  ), off as (
    select priced.*, tables, low, high
    from priced
    join usual using (base, quote, type, other_type)
    where distance < least(low, -high) * price_factor - rounding or distance > greatest(high, -low) * price_factor + rounding
      or low >= 0 and distance < -rounding or high <= 0 and distance > rounding
    union all
    select priced.*, 0, null, null
    from priced
    where type like '%buy' and base <> home and other_type = regexp_replace(type, 'buy$', 'sell') and distance > rounding
      and not exists (select from usual where (usual.base, usual.quote, usual.type, usual.other_type) = (priced.base, priced.quote,
        priced.type, priced.other_type))
  )
  update recent
  set fault = 'price', reason = format('%s %s is %s %% %s %s %s; %s', off.type, off.value,
    round((100 * abs(exp(distance) - 1))::numeric, 2),
    case when distance < 0 then 'below' else 'above' end, off.other_type, off.other_value,
    case when tables = 0 then 'buying is above selling' else format('in %s tables before it was %s', tables, describe_range(low, high)) end)
  from off
  where (recent.base, recent.quote, recent.date) = (off.base, off.quote, off.date) and recent.type in (off.type, off.other_type)
    and recent.reason is null;
end $$;

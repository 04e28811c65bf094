-- The earlier tables that new tables of the staged document repeat, wholly or in part: for each the day with the most evidence, as a power of ten.
-- * The weight of an equal value is the logarithm of the number of steps of its last digit in a typical daily move, at most two. The second price of a pair
--   weighs a quarter, because it moves with the first. A value that the table just before or after has too did not move and weighs nothing.
-- * The number of ways in which as many pairs, and one of the days, could be equal by chance is subtracted.
-- * A day `is_gone` if it is stored and missing among the days of the document, or was in an earlier answer to the same request. Then every equal value
--   weighs, the choice of a day is not subtracted, and two powers of ten are added.
-- The candidates are days on which three of the ten heaviest series have values that they have on at most ten days: within ten years before the newest
-- five tables, and within 400 days of the others. Uses the temporary table staged_rates.
create or replace function repeated_tables(source_code text, loaded_publication bigint)
returns table (date date, day date, evidence float8, equal bigint, rates bigint, is_gone boolean)
language plpgsql stable set enable_nestloop = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  newest_tables constant integer := 5;
  long_reach constant integer := 3660;
  reach_days constant integer := 400;
  typical_move constant numeric := 0.003;
  max_weight constant integer := 2;
  second_price constant integer := 4; -- divides its weight
  max_repeats constant integer := 10;
  min_series constant integer := 3;
  max_candidates constant integer := 2;
  gone_evidence constant integer := 2;
  day_choice constant integer := 4;
begin
  return query
  with given as (
    select earlier.from_date, earlier.to_date
    from publications loaded
    join publications earlier using (source, request_key)
    where loaded.id = loaded_publication and earlier.id <> loaded.id and earlier.last_fetched_at <= loaded.last_fetched_at
  ), ends as (
    select min(date) as first_day, max(date) as last_day from staged_rates
  ), added as materialized (
    select *, count(*) over (partition by date) as rates, case when dense_rank() over (order by date desc) <= newest_tables then long_reach else reach_days end as reach,
      least(max_weight, greatest(0, log(typical_move * value::float8 * 10.0 ^ scale(trim_scale(value)))))
        / case when lag((base, quote)) over (partition by date order by base, quote, type) = (base, quote) then second_price else 1 end as weight
    from (
      select base, quote, type, date, value, lag(value) over series as before, lead(value) over series as after, fresh and former is null and reason is null as is_new
      from staged_rates
      window series as (partition by base, quote, type order by date)
    ) it
    where is_new
  ), sampled as materialized (
    select base, quote, type, min(date - reach) as from_date, max(date + reach_days) as to_date
    from added
    group by base, quote, type
    order by sum(weight) desc, base, quote, type
    limit 10
  ), found as materialized (
    select base, quote, type, near.date, near.value
    from sampled
    cross join lateral (
      select rates.date, rates.value
      from rates
      where source = source_code and base = sampled.base and quote = sampled.quote and type = sampled.type and rates.date between from_date and to_date
      offset 0 -- one index range per series
    ) near
    union all
    select base, quote, type, added.date, value from added join sampled using (base, quote, type)
  ), infrequent as (
    select base, quote, type, value, array_agg(date) as days
    from found
    group by base, quote, type, value
    having count(*) between 2 and max_repeats
  ), candidates as materialized (
    select date, day
    from (
      select date, day, row_number() over (partition by date order by count(*) desc, sum(weight) desc, abs(day - date)) as place
      from (select added.date, weight, rates, reach, unnest(days) as day from added join infrequent using (base, quote, type, value)) it
      where abs(day - date) between 1 and reach
      group by date, day, rates
      having count(*) >= least(min_series, (rates + 1) / 2)
    ) it
    where place <= max_candidates
  ), matched as materialized (
    select added.date, day, added.base, added.quote, weight, rates, coalesce(twin.value, at_day.value) = added.value as is_equal,
      coalesce(before, stored_before.value) is distinct from added.value and coalesce(after, stored_after.value) is distinct from added.value as is_moved
    from candidates
    join added using (date)
    left join staged_rates twin on (twin.base, twin.quote, twin.type, twin.date) = (added.base, added.quote, added.type, day)
    left join lateral (
      select value from rates where twin.date is null and source = source_code and base = added.base and quote = added.quote and type = added.type and rates.date = day
    ) at_day on true
    left join lateral (
      select value
      from rates
      where before is null and source = source_code and base = added.base and quote = added.quote and type = added.type and rates.date < added.date
      order by rates.date desc
      limit 1
    ) stored_before on true
    left join lateral (
      select value
      from rates
      where after is null and source = source_code and base = added.base and quote = added.quote and type = added.type and rates.date > added.date
      order by rates.date
      limit 1
    ) stored_after on true
  ), counted as (
    select date, day, max(rates) as rates, sum(weight) filter (where is_equal) as weight, count(*) filter (where is_equal) as equal,
      sum(weight) filter (where is_equal and is_moved) as moved_weight, count(*) filter (where is_equal and is_moved) as moved,
      count(distinct (base, quote)) as pairs, count(distinct (base, quote)) filter (where is_equal) as equal_pairs,
      count(distinct (base, quote)) filter (where is_equal and is_moved) as moved_pairs
    from matched
    group by date, day
  )
  select distinct on (date) date, day, evidence, equal, rates, is_gone
  from counted
  cross join ends
  cross join lateral (
    select day not in (select date from staged_rates) and (day between first_day and last_day or exists (select from given where day between from_date and to_date)) as is_gone
  ) document
  cross join lateral (
    select case
        when is_gone then weight - log10_combinations(pairs, equal_pairs) + gone_evidence
        else moved_weight - log10_combinations(pairs, moved_pairs) - day_choice
      end as evidence
  ) it
  where evidence > 0
  order by date, evidence desc, day;
end $$;

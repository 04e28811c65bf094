-- Every derivation of the rate of one currency in others from the tables of a source in a window: published, inverse, or a cross over the
-- home currency within one table and rate type. `targets` limits the others. A cross has no validity, and only a published rate has the
-- unit for which it was printed. For each date and target the lowest priority counts: first the source's order of rate types, then the rank
-- of rate_of_legs. Crosses of the composite are those of composite_crosses.
create or replace function rate_derivations(
  source_code text, source_currency text, targets text[], from_date date, to_date date, wanted_type text default null,
  known timestamptz default null)
returns table (date date, target text, rate numeric, rate_type text, method text, valid_from date, valid_to date, unit text,
  priority integer)
language sql stable parallel safe
as $$
  with legs as materialized (
    select *
    from pair_legs(source_code, source_currency)
    where (targets is null or target = any(targets) or target = home)
      and (wanted_type is null or type = wanted_type)
      and first_date <= to_date and last_date >= from_date
  ), found as (
    select figure.date, type, target, kind, preference, value, is_direct, null::numeric as other_value, null::boolean as is_other_direct,
      figure.valid_from, figure.valid_to, figure.unit
    from legs
    cross join lateral series_values(source_code, base, quote, type, from_date, to_date, known) figure
    where not is_over_home and (targets is null or target = any(targets)) and figure.value is not null
    union all
    select date, type, other.target, kind, other.preference, one.value, one.is_direct, other.value, other.is_direct, null, null, null
    from (
      select figure.date, type, value, is_direct
      from legs
      cross join lateral series_values(source_code, base, quote, type, from_date, to_date, known) figure
      where target = home and not is_over_home
    ) one
    full join (
      select figure.date, type, target, kind, preference, value, is_direct
      from legs
      cross join lateral series_values(source_code, base, quote, type, from_date, to_date, known) figure
      where is_over_home
    ) other using (date, type)
    where num_nonnulls(one.value, other.value) = 2 -- a full join is never planned as a nested loop
  )
  select found.date, found.target, derived.rate, found.type, derived.method, found.valid_from, found.valid_to,
    case derived.method when 'published' then found.unit end, preference * 8 + derived.rank
  from found
  cross join lateral rate_of_legs(value, is_direct, other_value, is_other_direct) derived
  where derived.method <> 'cross' or kind <> 'composite'
  union all
  select composite.date, composite.target, composite.rate, rate_types[1], 'cross', null, null, null, 12
  from sources
  cross join lateral composite_crosses(source_currency, targets, from_date, to_date, known) composite
  where code = source_code and kind = 'composite' and (wanted_type is null or wanted_type = rate_types[1])
$$;

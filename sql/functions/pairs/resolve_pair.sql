-- The newest rate of a pair on or before a date at one bank, or at every bank if `source_code` is null: one row for each bank, none if the
-- pair does not resolve.
-- * A rate comes from one table of one bank and one rate type: published (the bank prints source to target), else inverse, else a cross
--   over the home currency whose legs are published or inverse. Without `with_crosses` only the first two count.
-- * Of several rate types the first in the bank's order counts; `wanted_type` selects one. `known` restricts the answer to rates known at
--   that instant. Rates in an earlier unit of one of the codes (see unit_since) do not count.
-- * Of a daily or weekly source, a rate for a period (see is_for_period), which is dated its last day, counts only if there is none for a
--   day in the stale_days() before, or if that one is no longer in force.
-- * A currency against itself is one, as a cross without legs, in the tables that have the currency.
-- * `legs` are the published rates used, with values as text. The validity is that of a single leg; a cross has none. Only a published rate
--   has the unit for which it was printed (see printed_value).
-- * A cross of the composite is that of composite_crosses; it has no legs if it is a median of banks.
-- * `in_force` is false if the bank has, up to the date, a rate of the same type dated more than stale_days() later. Callers must not serve
--   the rate as that of the date then.
create or replace function resolve_pair(
  source_code text, source_currency text, target_currency text, wanted date, wanted_type text default null, known timestamptz default null,
  with_crosses boolean default true)
returns table (
  source text, date date, rate numeric, rate_type text, method text, derived boolean, valid_from date, valid_to date, legs json,
  unit text, in_force boolean)
language sql stable parallel safe
as $$
  with unit as materialized (select unit_since(array[source_currency, target_currency], wanted) as since)
  select code, found.date, coalesce(median.rate, found.rate), found.type, found.method, found.method <> 'published' or kind = 'composite',
    found.valid_from, found.valid_to, case when median.banks > 0 then '[]' else found.legs end, found.unit,
    in_force
  from sources
  cross join lateral (
    (with legs as materialized (
      select *
      from pair_legs(code, source_currency)
      where target in (target_currency, home)
        and (wanted_type is null or type = wanted_type)
        and first_date <= wanted
    ), derivations as (
      select type, preference, base, quote, is_direct, null as other_base, null as other_quote, null::boolean as is_other_direct
      from legs
      where target = target_currency and not is_over_home
      union all
      select type, one.preference, one.base, one.quote, one.is_direct, other.base, other.quote, other.is_direct
      from legs one
      join legs other using (type)
      where with_crosses and one.target = one.home and not one.is_over_home and other.is_over_home
    ), candidates as materialized (
      select newest.*, derivations.type, preference, base, quote, other_base, other_quote, derived.rate, derived.method, derived.rank
      from derivations
      cross join unit
      cross join lateral newest_rate(code, type, base, quote, other_base, other_quote, since, wanted, null, known) newest
      cross join lateral rate_of_legs(newest.value, is_direct, newest.other_value, is_other_direct) derived
    ), preferred as (
      select *
      from (
        select *
        from candidates
        order by date - case when cadence in ('daily', 'weekly') and is_for_period(type) then stale_days() else 0 end desc, preference, rank
        limit 1
      ) first
      cross join lateral is_in_force(code, type, date, wanted, known)
    ), chosen as (
      select * from preferred where in_force
      union all
      select *
      from (select * from candidates where not (select in_force from preferred) order by date desc, preference, rank limit 1) newest
      cross join lateral is_in_force(code, type, date, wanted, known)
    )
    select date, rate, type, method,
      case when other_base is null then valid_from end as valid_from, case when other_base is null then valid_to end as valid_to,
      (select json_agg(leg)
       from (values (base, quote, value::text), (other_base, other_quote, other_value::text)) leg (base, quote, value)
       where leg.base is not null) as legs,
      case method when 'published' then unit end as unit, in_force
    from chosen)
    union all
    select date, 1, type, 'cross', null, null, '[]'::json, null, in_force
    from (
      select newest.date, series.type
      from series
      cross join lateral (
        select max(rates.date) as date
        from rates
        where rates.source = code and rates.base = series.base and rates.quote = series.quote and rates.type = series.type
          and rates.date <= wanted
          and value_known(rates, known) is not null
      ) newest
      where source_currency = target_currency and series.source = code and source_currency in (series.base, series.quote)
        and (wanted_type is null or series.type = wanted_type) and newest.date is not null
      order by newest.date desc, array_position(rate_types, series.type)
      limit 1
    ) itself
    cross join lateral is_in_force(code, type, date, wanted, known)
  ) found
  left join lateral composite_crosses(source_currency, array[target_currency], found.date, found.date, known) median
    on kind = 'composite' and found.method = 'cross'
  where source_code is null or code = source_code
$$;

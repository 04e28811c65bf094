-- The extent of several series (see series_rates): for each series, rate type and `derived` the number of rates and the first and last
-- date. One row without a series has the total, with the number of months with a rate, counted for each pair and source, and the most
-- digits of a value before and after the decimal point.
create or replace function series_extent(
  banks text[], bases text[], quotes text[], since date, until date, wanted_type text default null, known timestamptz default null,
  unit text default null, stat text default null, digits integer default null, restated boolean default false,
  fill_until date default null)
returns table (
  bank text, base text, quote text, type text, derived boolean, count bigint, first_date date, last_date date,
  pair_months bigint, whole integer, scale integer, has_printed boolean)
language sql stable parallel safe
as $$
  with months as (
    select place, bank, base, quote, type, derived, date_trunc('month', date::timestamp) as month, count(*) as count,
      min(coalesce(first_date, date)) as first_date,
      max(coalesce(last_date, date)) as last_date,
      max(value) as most, max(scale(value)) as scale, bool_or(printed_value is not null) as has_printed
    from series_rates(banks, bases, quotes, array_fill(since, array[cardinality(banks)]), until, wanted_type, known, unit, stat, digits,
      restated, fill_until)
    group by place, bank, base, quote, type, derived, month
  )
  select bank, base, quote, type, derived, sum(count)::bigint, min(first_date), max(last_date),
    count(distinct (place, month)), length(trunc(max(most))::text), max(scale), bool_or(has_printed)
  from months
  group by grouping sets ((place, bank, base, quote, type, derived), ())
  having count(*) > 0
  order by place nulls first, type, derived
$$;

-- The published rates with a currency (see symbol_history) by week, month, quarter or year, as in pair_periods.
create or replace function symbol_periods(
  source_code text, symbol text, from_date date, to_date date, wanted_type text, known timestamptz, unit text, stat text,
  digits integer default null, at_most integer default null)
returns table (
  period date, base text, quote text, type text, value numeric, derived boolean, method text, days bigint, first_date date, last_date date,
  partial boolean)
language sql stable parallel safe
as $$
  select figure.period, base, quote, type, figure.value, true, stat, figure.days, figure.first_date, figure.last_date, figure.partial
  from (
    select base, quote, type, array_agg(rate_date) as dates, array_agg(value) as rates
    from days_around(source_code, from_date, to_date, unit) around
    cross join lateral symbol_history(source_code, symbol, around.first_date, around.last_date, wanted_type, known)
    group by base, quote, type,
      case when array[base, quote] && (select array_agg(former) from redenominations where former = successor)
        then width_bucket(rate_date, unit_changes(array[base, quote])) end
  ) series
  cross join lateral period_figures(source_code, dates, rates, array_fill(false, array[cardinality(dates)]), from_date, to_date, unit, stat,
    digits) figure
  order by figure.period, base, quote, type, figure.first_date
  limit at_most
$$;

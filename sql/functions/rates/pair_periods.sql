-- The history of a pair (see pair_history) by week, month, quarter or year: figures of each period and rate type (see period_figures). Rate
-- types are never mixed, nor the units that a code denoted at different times (see unit_changes).
create or replace function pair_periods(
  source_code text, source_currency text, target_currency text, from_date date, to_date date, wanted_type text, known timestamptz,
  unit text, stat text, digits integer default null, at_most integer default null)
returns table (
  period date, base text, quote text, type text, value numeric, derived boolean, method text, days bigint, first_date date, last_date date,
  partial boolean)
language sql stable parallel safe
as $$
  select figure.period, source_currency, target_currency, rate_type, figure.value, true, stat, figure.days, figure.first_date,
    figure.last_date, figure.partial
  from (
    select rate_type, array_agg(date order by date) as dates, array_agg(rate order by date) as rates,
      array_agg(derived order by date) as are_derived
    from days_around(source_code, from_date, to_date, unit) around
    cross join lateral pair_history(
      source_code, source_currency, target_currency, around.first_date, around.last_date, wanted_type, known)
    group by rate_type, width_bucket(date, (select unit_changes(array[source_currency, target_currency])))
  ) series
  cross join lateral period_figures(source_code, dates, rates, are_derived, from_date, to_date, unit, stat, digits) figure
  order by figure.period, rate_type, figure.first_date
  limit at_most
$$;

-- The history of a pair (see pair_history) by week, month, quarter or year: for each period and rate type one figure (see
-- period_statistic), the number of dates with a rate, and the first and last of them. `period` is its first day. Rate types are never
-- mixed, nor the units that a code denoted at different times (see unit_changes).
create or replace function pair_periods(
  source_code text, source_currency text, target_currency text, from_date date, to_date date, wanted_type text, known timestamptz,
  unit text, stat text, digits integer default null)
returns table (period date, type text, value numeric, days bigint, first_date date, last_date date)
language sql stable parallel safe
as $$
  select date_trunc(unit, date)::date, rate_type, period_statistic(array_agg(rate order by date), stat, bool_or(derived), digits),
    count(*), min(date), max(date)
  from pair_history(source_code, source_currency, target_currency, from_date, to_date, wanted_type, known)
  group by 1, 2, width_bucket(date, (select unit_changes(array[source_currency, target_currency])))
  order by 1, 2, 5
$$;

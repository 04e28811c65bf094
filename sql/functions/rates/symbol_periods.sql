-- The published rates with a currency (see symbol_history) by week, month, quarter or year, as in pair_periods.
create or replace function symbol_periods(
  source_code text, symbol text, from_date date, to_date date, wanted_type text, known timestamptz, unit text, stat text,
  digits integer default null)
returns table (period date, base text, quote text, type text, value numeric, days bigint, first_date date, last_date date)
language sql stable parallel safe
as $$
  select date_trunc(unit, rate_date)::date, base, quote, type, period_statistic(array_agg(value order by rate_date), stat, false, digits),
    count(*), min(rate_date), max(rate_date)
  from symbol_history(source_code, symbol, from_date, to_date, wanted_type, known)
  group by 1, 2, 3, 4,
    case when array[base, quote] && (select array_agg(former) from redenominations where former = successor)
      then width_bucket(rate_date, unit_changes(array[base, quote])) end
  order by 1, 2, 3, 4, 7
$$;

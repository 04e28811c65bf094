-- The days on which a rate of a table applies, from its own date to the day before the next table of the series: at most fill_days() later,
-- not into another unit of its currencies (see unit_changes) and, for days without a table, not after `today`. Within a window.
create or replace function filled_days(
  codes text[], cadence text, table_date date, next_date date, from_date date, to_date date, today date)
returns setof date
language sql stable parallel safe
as $$
  select first_day + step
  from (select greatest(table_date, from_date) as first_day) filled
  cross join lateral generate_series(0, least(
    to_date, next_date - 1, table_date + fill_days(cadence), greatest(today, table_date),
    (select min(change) - 1 from unnest(unit_changes(codes)) change where change > table_date)) - first_day) step
$$;

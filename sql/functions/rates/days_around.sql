-- A window widened to whole periods, and by the days that a table of the source may fill (see fill_days), so that it has the dates next to
-- the periods. No row if the source is unknown.
create or replace function days_around(source_code text, from_date date, to_date date, unit text)
returns table (first_date date, last_date date)
language sql stable parallel safe
as $$
  select date_trunc(unit, from_date::timestamp)::date - fill_days(cadence), period_end(to_date, unit) + fill_days(cadence)
  from sources
  where code = source_code
$$;

-- The date of a source's newest table on or before the wanted one; null if there is none. `wanted_type` and `known` restrict it to tables
-- that have a rate of a type, or one known at an instant. If a daily or weekly source has only rates for periods in it (see is_for_period),
-- and it is not dated the wanted date, an earlier table within stale_days() that has a rate for a day comes first.
create or replace function table_date(source_code text, wanted date, known timestamptz default null, wanted_type text default null)
returns date
language sql stable parallel safe
as $$
  with extent as (
    select min(first_date) as first_day, max(last_date) as last_day
    from series
    where source = source_code and (wanted_type is null or type = wanted_type)
  ), newest as (
    select date
    from (
      select source, date
      from tables
      cross join extent
      where source = source_code and date between first_day and least(last_day, wanted)
      order by date desc
      offset 0 -- newest first, until a table has a rate, also without statistics
    ) earlier
    where has_rate(source, date, wanted_type, known)
    order by date desc
    limit 1
  )
  select coalesce(
    (select tables.date
     from tables
     join sources on code = source
     where source = source_code and newest.date < wanted and cadence in ('daily', 'weekly')
       and tables.date between newest.date - stale_days() and newest.date
       and has_rate(source, tables.date, wanted_type, known, for_day => true)
     order by tables.date desc
     limit 1),
    date)
  from newest
$$;

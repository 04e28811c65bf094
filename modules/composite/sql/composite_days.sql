-- The days of a window on which an active official source has a table, newest first. With `spans` (ids of composite_due), only the days
-- that these cover.
create or replace function composite_days(from_date date, to_date date, spans bigint[] default null)
returns table (day date)
language sql stable
as $$
  with due as (
    select range_agg(span) as days
    from composite_due
    cross join unnest(composite_due.days) span
    where id = any(spans)
  )
  select distinct tables.date
  from due
  join sources on active and kind not in ('composite', 'commercial_bank')
  join tables on tables.source = code and tables.date between from_date and to_date
  where spans is null or tables.date <@ due.days
  order by tables.date desc
$$;

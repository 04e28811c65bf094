-- Queues the days whose composite depends on the changed tables of a source (see rates_changed), if there is a composite that uses it.
create or replace function queue_composite(source_code text, publication bigint, instant timestamptz, dates date[], newest_before date)
returns void
language sql
as $$
  insert into composite_due (days)
  select range_agg(daterange(date, date + value_lifetime(cadence), '[]'))
  from sources
  cross join unnest(dates) date
  where code = source_code and exists (select from sources where active and kind = 'composite' and code <> source_code)
  having count(*) > 0
$$;

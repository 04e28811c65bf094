-- Removes a calculated window from some spans of composite_due; the remainder becomes one span.
create or replace function settle_composite(spans bigint[], from_date date, to_date date)
returns void
language sql
as $$
  with removed as (
    delete from composite_due where id = any(spans)
    returning days
  ), rest as (
    select range_agg(span) - datemultirange(daterange(from_date, to_date, '[]')) as days
    from removed
    cross join unnest(removed.days) span
  )
  insert into composite_due (days)
  select days from rest where not isempty(days)
$$;

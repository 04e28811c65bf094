-- Notes that the composite of a window is made as far as some spans asked for it; what they ask beyond it becomes one span.
create or replace function settle_composite(spans bigint[], from_date date, to_date date)
returns void
language sql
as $$
  with gone as (
    delete from composite_due where id = any(spans)
    returning days
  ), rest as (
    select range_agg(span) - datemultirange(daterange(from_date, to_date, '[]')) as days
    from gone
    cross join unnest(gone.days) span
  )
  insert into composite_due (days)
  select days from rest where not isempty(days)
$$;

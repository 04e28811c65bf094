-- The newest dates of a window on which a source has a table, ascending.
create or replace function availability(source_code text, from_date date, to_date date, at_most integer)
returns table (rate_date date)
language sql stable parallel safe
as $$
  select date
  from (
    select date
    from tables
    where source = source_code and date between from_date and to_date
    order by date desc
    limit at_most
  ) newest
  order by date
$$;

-- The dates of a window on which a source has a table, ascending.
create or replace function availability(source_code text, from_date date, to_date date)
returns table (date date)
language sql stable parallel safe
as $$
  select date
  from tables
  where source = source_code and date between from_date and to_date
  order by date
$$;

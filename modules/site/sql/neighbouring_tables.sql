-- The dates of a source's last table before a date and of its first one after it; null if there is none.
create or replace function neighbouring_tables(source_code text, of_date date)
returns table (earlier date, later date)
language sql stable parallel safe
as $$
  select (select max(date) from tables where source = source_code and date < of_date),
    (select min(date) from tables where source = source_code and date > of_date)
$$;

-- The date of a source's newest table on or before the wanted one; null if there is none.
create or replace function table_date(source_code text, wanted date)
returns date
language sql stable parallel safe
as $$
  select max(date)
  from tables
  where source = source_code and date <= wanted
$$;

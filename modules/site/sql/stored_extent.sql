-- The number of active sources with a table, the number of their tables, and the date of the first; without the composite.
create or replace function stored_extent()
returns table (sources bigint, tables bigint, first_date date)
language sql stable parallel safe
as $$
  select count(*), sum(days), (select min(series.first_date) from series join sources on code = source where active and kind <> 'composite')
  from coverage
  join sources on code = source
  where active and kind <> 'composite'
$$;

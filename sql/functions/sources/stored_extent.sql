-- How many sources in use have a table, how many tables they have, and the date of the first; the composite is not counted.
create or replace function stored_extent()
returns table (sources bigint, tables bigint, first_date date)
language sql stable parallel safe
as $$
  select count(*), sum(days), (select min(series.first_date) from series join sources on code = source where active and kind <> 'composite')
  from coverage
  join sources on code = source
  where active and kind <> 'composite'
$$;

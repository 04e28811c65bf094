-- The first day of the unit for which some codes stand on a date, where one of them stood for another unit before; -infinity otherwise.
create or replace function unit_since(codes text[], wanted date)
returns date
language sql stable parallel safe
as $$
  select coalesce(max(date), '-infinity')
  from redenominations
  where former = successor and former = any(codes) and date <= wanted
$$;

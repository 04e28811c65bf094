-- The first day of the unit that some codes denote on a date, if one of them denoted another unit before; else -infinity.
create or replace function unit_since(codes text[], wanted date)
returns date
language sql stable parallel safe
as $$
  select coalesce(max(date), '-infinity')
  from redenominations
  where former = successor and former = any(codes) and date <= wanted
$$;

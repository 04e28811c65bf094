-- The days on which one of some codes began to stand for another unit, ascending; null where there is none.
create or replace function unit_switches(codes text[])
returns date[]
language sql stable parallel safe
as $$
  select array_agg(distinct date order by date) from redenominations where former = successor and former = any(codes)
$$;

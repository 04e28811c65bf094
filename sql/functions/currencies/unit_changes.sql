-- The days on which one of some codes began to denote another unit, ascending; null if there is none.
create or replace function unit_changes(codes text[])
returns date[]
language sql stable parallel safe
as $$
  select array_agg(distinct date order by date) from redenominations where former = successor and former = any(codes)
$$;

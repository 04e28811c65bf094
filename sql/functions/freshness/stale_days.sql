-- A rate is stale when its table is more than this number of days old.
create or replace function stale_days()
returns integer
language sql immutable parallel safe
as $$
  select 30
$$;

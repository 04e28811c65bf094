-- The age in days above which a rate is stale.
create or replace function stale_days()
returns integer
language sql immutable parallel safe
as $$
  select 30
$$;

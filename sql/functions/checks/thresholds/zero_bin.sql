-- The bin of signed_bin for a distance of zero.
create or replace function zero_bin()
returns integer
language sql immutable parallel safe
as $$
  select 32
$$;

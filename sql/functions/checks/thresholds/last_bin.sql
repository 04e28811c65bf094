-- The last of the 64 bins of a feature, counted from 0.
create or replace function last_bin()
returns integer
language sql immutable parallel safe
as $$
  select 63
$$;

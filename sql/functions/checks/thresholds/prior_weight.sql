-- The number of prior observations that are added to those of a source (see prior_tail).
create or replace function prior_weight()
returns integer
language sql immutable parallel safe
as $$
  select 50
$$;

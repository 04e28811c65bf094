-- The share of observations on either side of a usual range that lie outside it.
create or replace function tail_share()
returns numeric
language sql immutable parallel safe
as $$
  select 0.05
$$;

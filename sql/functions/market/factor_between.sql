-- The factor, at least 1, between two positive rates.
create or replace function factor_between(one numeric, other numeric)
returns numeric
language sql immutable strict parallel safe
as $$
  select greatest(one / other, other / one)
$$;

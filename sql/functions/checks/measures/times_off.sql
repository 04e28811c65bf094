-- The factor by which one positive rate is off another, up or down: 1 where they are equal.
create or replace function times_off(one numeric, other numeric)
returns numeric
language sql immutable strict parallel safe
as $$
  select greatest(one / other, other / one)
$$;

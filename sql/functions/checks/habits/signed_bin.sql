-- The range, of 64, into which a distance between two prices falls, with its sign: six to a factor of ten on either side of 32, which is none.
create or replace function signed_bin(distance float8)
returns integer
language sql immutable parallel safe
as $$
  select 32 + sign(distance)::integer * least(31, width_bucket(log(abs(distance) + 1e-9), -5, 1, 36))
$$;

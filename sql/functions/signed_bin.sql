-- The range, of 64, into which a distance between two prices falls, with its sign: six to a factor of ten on either side of 32, which is none.
create or replace function signed_bin(distance float8)
returns integer
language sql immutable strict parallel safe
as $$
  select 32 + case when abs(distance) < 1e-6 then 0 else sign(distance)::integer * least(31, greatest(1, 1 + floor(6 * (log(abs(distance)) + 5))::integer)) end
$$;

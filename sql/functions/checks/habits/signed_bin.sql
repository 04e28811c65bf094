-- The bin of a signed distance between two prices: six bins for a factor of ten on either side of zero_bin.
create or replace function signed_bin(distance float8)
returns integer
language sql immutable parallel safe
as $$
  select zero_bin() + sign(distance)::integer * least(31, width_bucket(log(abs(distance) + 1e-9), -5, 1, 36))
$$;

-- The lowest size of a range of distances (see signed_bin), in percent, with its sign.
create or replace function distance_in_percent(bin integer)
returns numeric
language sql immutable parallel safe
as $$
  select case when bin = 32 then 0 else sign(bin - 32)::integer * round_significant((100 * 10.0::float8 ^ ((abs(bin - 32) - 1) / 6.0 - 5))::numeric, 2) end
$$;

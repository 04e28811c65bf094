-- The smallest size of a range of size_bin, or of signed_bin with its sign, in percent.
create or replace function bin_in_percent(bin integer, is_signed boolean default false)
returns numeric
language sql immutable parallel safe
as $$
  select case
    when not is_signed then round_significant((100 * 10.0::float8 ^ ((bin - 1) / 8.0 - 6))::numeric, 2)
    when bin = 32 then 0
    else sign(bin - 32)::integer * round_significant((100 * 10.0::float8 ^ ((abs(bin - 32) - 1) / 6.0 - 5))::numeric, 2)
  end
$$;

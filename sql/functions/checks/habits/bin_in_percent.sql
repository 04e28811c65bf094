-- The lower bound of a bin of size_bin, or with its sign of signed_bin, in percent.
create or replace function bin_in_percent(bin integer, is_signed boolean default false)
returns numeric
language sql immutable parallel safe
as $$
  select case
    when not is_signed then round_significant((100 * 10.0::float8 ^ ((bin - 1) / 8.0 - 6))::numeric, 2)
    when bin = zero_bin() then 0
    else sign(bin - zero_bin())::integer * round_significant((100 * 10.0::float8 ^ ((abs(bin - zero_bin()) - 1) / 6.0 - 5))::numeric, 2)
  end
$$;

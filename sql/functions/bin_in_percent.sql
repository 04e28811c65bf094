-- The lowest size of a range of moves (see size_bin), in percent.
create or replace function bin_in_percent(bin integer)
returns numeric
language sql immutable parallel safe
as $$
  select round_significant((100 * 10.0::float8 ^ ((bin - 1) / 8.0 - 6))::numeric, 2)
$$;

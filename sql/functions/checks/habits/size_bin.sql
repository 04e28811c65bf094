-- The range, of 64, into which the size of a move (a logarithm) falls: eight to a factor of ten, from a millionth on; 0 for no move.
create or replace function size_bin(size float8)
returns integer
language sql immutable parallel safe
as $$
  select width_bucket(log(size + 1e-9), -6, 1.875, 63)
$$;

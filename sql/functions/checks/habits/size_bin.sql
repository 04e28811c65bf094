-- The bin of the size of a move, as a logarithm: eight bins for a factor of ten from 0.000001 on; 0 for no move.
create or replace function size_bin(size float8)
returns integer
language sql immutable parallel safe
as $$
  select width_bucket(log(size + 1e-9), -6, 1.875, last_bin())
$$;

-- The range, of 64, into which the size of a move falls: eight to a factor of ten, from a millionth on; 0 for no move.
create or replace function size_bin(size float8)
returns integer
language sql immutable strict parallel safe
as $$
  select case when size < 1e-7 then 0 else least(63, greatest(1, 1 + floor(8 * (log(size) + 6))::integer)) end
$$;

-- How far at least a rounded value is from another one, as a logarithm: 0 where that is within the rounding.
create or replace function least_off(value float8, rounding float8, other float8)
returns float8
language sql immutable parallel safe
as $$
  select abs(ln(least(greatest(other, value - rounding), value + rounding) / other))
$$;

-- The smallest distance, as a logarithm, of a figure rounded by at most `rounding` from another one; 0 within the rounding.
create or replace function rounded_log_distance(value float8, rounding float8, other float8)
returns float8
language sql immutable parallel safe
as $$
  select abs(ln(least(greatest(other, value - rounding), value + rounding) / other))
$$;

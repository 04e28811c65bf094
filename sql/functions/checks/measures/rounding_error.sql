-- The difference that rounding to a number of decimals may make between two figures: one and a half units of the last decimal.
create or replace function rounding_error(decimals integer)
returns float8
language sql immutable parallel safe
as $$
  select 1.5 * 10.0::float8 ^ -decimals
$$;

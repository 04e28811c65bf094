-- A quotient with forty decimals, so that a derived rate has more than twenty significant digits.
create or replace function divide(dividend numeric, divisor numeric)
returns numeric
language sql immutable parallel safe strict
as $$
  select round(dividend, 40) / divisor
$$;

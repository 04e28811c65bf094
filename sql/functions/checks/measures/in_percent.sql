-- A share as text in percent, with two significant digits.
create or replace function in_percent(share float8)
returns text
language sql immutable parallel safe
as $$
  select round_significant((100 * share)::numeric, 2) || ' %'
$$;

-- True for a ratio near 0.1, 10, 100 and so on: as when a unit or a decimal mark slips.
create or replace function is_power_of_ten(ratio float8)
returns boolean
language sql immutable parallel safe
as $$
  select abs(log(ratio)) > 0.5 and abs(log(ratio) - round(log(ratio))) < 0.1
$$;

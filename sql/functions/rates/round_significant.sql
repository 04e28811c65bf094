-- A number, not negative, rounded half away from zero to a number of significant digits, without trailing zeros.
create or replace function round_significant(value numeric, digits integer)
returns numeric
language sql immutable parallel safe strict
as $$
  select case when value = 0 then 0 else trim_scale(round(value, digits - 1 - floor(log(value))::integer)) end
$$;

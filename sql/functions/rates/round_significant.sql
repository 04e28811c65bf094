-- A positive number at most so many significant digits long, rounded half away from zero, without zeros at the end.
create or replace function round_significant(value numeric, digits integer)
returns numeric
language sql immutable parallel safe strict
as $$
  select trim_scale(round(value, digits - 1 - floor(log(value))::integer))
$$;

-- The decimals with which a value per one base was printed for a unit, ten at most: more are those of a computer's division.
create or replace function decimals_printed(value numeric, unit text)
returns integer
language sql immutable parallel safe
as $$
  select greatest(0, least(10, scale(value) - case when unit = 'gram' then 0 else length(unit) - 1 end))
$$;

-- The decimals with which a value per one base unit was printed for its unit, at most ten: more come from a division.
create or replace function printed_decimals(value numeric, unit text)
returns integer
language sql immutable parallel safe
as $$
  select greatest(0, least(10, scale(value) - case when unit = 'gram' then 0 else length(unit) - 1 end))
$$;

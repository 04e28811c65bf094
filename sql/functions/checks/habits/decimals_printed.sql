-- The decimals with which a value per one base was printed for a unit.
create or replace function decimals_printed(value numeric, unit text)
returns integer
language sql immutable parallel safe
as $$
  select greatest(0, scale(value) - case when unit = 'gram' then 0 else length(unit) - 1 end)
$$;

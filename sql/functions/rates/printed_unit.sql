-- The unit of a printed figure (see printed_value): a number, or "gram".
create or replace function printed_unit(unit text)
returns json
language sql immutable parallel safe
as $$
  select case when unit = 'gram' then '"gram"'::json when unit <> '1' then unit::json end
$$;

-- Describes how a value was calculated from a printed figure (see printed_value), if more than the decimal point moved. Avoids `format`,
-- which is not immutable, so that PostgreSQL can inline this function.
create or replace function printed_note(unit text)
returns text
language sql immutable parallel safe
as $$
  select case
    when unit = '1' then null
    when unit = 'gram' then 'The publisher prints the price of a gram; the value is that of a troy ounce of 31.1034768 g.'
    when unit !~ '^10*$' then 'The publisher prints the price of ' || unit || ' units; the value is that of one.'
  end
$$;

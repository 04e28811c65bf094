-- How a value was calculated from a printed figure (see printed_value), if more than the decimal point moved.
create or replace function printed_note(unit text)
returns text
language sql immutable parallel safe
as $$
  select case
    when unit = 'gram' then 'The publisher prints the price of a gram; the value is that of a troy ounce of 31.1034768 g.'
    when unit !~ '^10*$' then format('The publisher prints the price of %s units; the value is that of one.', unit)
  end
$$;

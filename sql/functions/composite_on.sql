-- The composite of official rates of one day: units of each currency for one US dollar, of how many banks, and of which dates (see composite_of).
create or replace function composite_on(wanted date)
returns table (currency text, rate numeric, banks bigint, oldest date, newest date)
language sql stable parallel safe
as $$
  select currency, rate, banks, oldest, newest
  from composite_of(array[wanted])
  where rate is not null
$$;

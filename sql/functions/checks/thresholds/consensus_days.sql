-- The number of days up to a date from which the newest tables of other banks are compared.
create or replace function consensus_days()
returns integer
language sql immutable parallel safe
as $$
  select 10
$$;

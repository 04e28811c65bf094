-- The number of days after a held row in which a later value can confirm it.
create or replace function confirmation_days()
returns integer
language sql immutable parallel safe
as $$
  select 31
$$;

-- For how many days a source's value counts in the composite: 7 where it publishes daily, 30 (after which it is stale) otherwise.
create or replace function value_lifetime(cadence text)
returns integer
language sql immutable parallel safe
as $$
  select case when cadence = 'daily' then 7 else 30 end
$$;

-- The number of days for which a value counts in the composite: seven for a daily source, and until it is stale for any other.
create or replace function value_lifetime(cadence text)
returns integer
language sql immutable parallel safe
as $$
  select case when cadence = 'daily' then 7 else stale_days() end
$$;

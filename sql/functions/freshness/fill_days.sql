-- The number of days for which a table fills the days after it in a filled history: until it is stale, or longer for a source that
-- publishes less often.
create or replace function fill_days(cadence text)
returns integer
language sql immutable parallel safe
as $$
  select case cadence when 'monthly' then 40 when 'quarterly' then 100 when 'yearly' then 400 else stale_days() end
$$;

-- The number of days without a rate after which a series counts as interrupted.
create or replace function series_gap_days()
returns integer
language sql immutable parallel safe
as $$
  select 400
$$;

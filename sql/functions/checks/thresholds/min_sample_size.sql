-- The smallest number of values whose median is used as the usual value.
create or replace function min_sample_size()
returns integer
language sql immutable parallel safe
as $$
  select 5
$$;

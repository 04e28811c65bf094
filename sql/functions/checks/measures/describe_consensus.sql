-- The consensus of other banks as text: `the median of 3 other banks is 3.798`.
create or replace function describe_consensus(banks bigint, median float8)
returns text
language sql immutable parallel safe
as $$
  select format('the median of %s other banks is %s', banks, round_significant(median::numeric, 6))
$$;

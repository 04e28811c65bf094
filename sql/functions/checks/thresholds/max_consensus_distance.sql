-- The largest distance from the consensus of a number of banks at which a new series is accepted, as a logarithm (see judge_staged).
create or replace function max_consensus_distance(banks bigint, is_frequent boolean)
returns float8
language sql immutable parallel safe
as $$
  select ln(case when not is_frequent then 1.35 when banks = 2 then 1.3 else 1.1 end)::float8
$$;

-- How far from the consensus of so many banks a series may begin, as a logarithm: see judge_staged.
create or replace function allowed_off_consensus(banks bigint, is_frequent boolean)
returns float8
language sql immutable parallel safe
as $$
  select ln(case when not is_frequent then 1.35 when banks = 2 then 1.3 else 1.1 end)::float8
$$;

-- The share of known observations as far out as one, smoothed by prior observations (see prior_tail).
create or replace function smoothed_share(as_far float8, known float8, prior_share float8, weight float8 default prior_weight())
returns float8
language sql immutable parallel safe
as $$
  select (as_far + weight * prior_share) / (known + weight)
$$;

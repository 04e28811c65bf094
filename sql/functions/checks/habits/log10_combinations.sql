-- The decimal logarithm of the number of ways to choose some of several things, by the upper bound of the entropy.
create or replace function log10_combinations(things bigint, chosen bigint)
returns float8
language sql immutable parallel safe
as $$
  select case when chosen between 1 and things - 1 then chosen * log(things::float8 / chosen) + (things - chosen) * log(things::float8 / (things - chosen)) else 0 end
$$;

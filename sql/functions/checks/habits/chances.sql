-- In how many ways some of several things can be chosen, as a power of ten (at most: the bound by entropy).
create or replace function chances(things bigint, chosen bigint)
returns float8
language sql immutable parallel safe
as $$
  select case when chosen between 1 and things - 1 then chosen * log(things::float8 / chosen) + (things - chosen) * log(things::float8 / (things - chosen)) else 0 end
$$;

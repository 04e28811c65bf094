-- The rarity below which a feature counts towards a joint verdict: the root of rarity_threshold.
create or replace function joint_rarity_threshold()
returns float8
language sql stable parallel safe
as $$
  select sqrt(rarity_threshold())
$$;

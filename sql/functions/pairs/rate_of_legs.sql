-- The rate derived from one or two published values, the method, and the rank among derivations of the same pair (lower is better). One leg
-- is the pair or its inverse. Two legs are a cross: the first runs from the source to the home currency, the other from there to the
-- target. A direct leg is printed in the direction of the pair.
create or replace function rate_of_legs(leg numeric, is_direct boolean, other_leg numeric, is_other_direct boolean)
returns table (rate numeric, method text, rank integer)
language sql immutable parallel safe
as $$
  select
    case
      when other_leg is null then case when is_direct then leg else divide(1, leg) end
      when is_direct and is_other_direct then leg * other_leg
      when is_direct then divide(leg, other_leg)
      when is_other_direct then divide(other_leg, leg)
      else divide(1, leg * other_leg)
    end,
    case
      when other_leg is not null then 'cross'
      when not is_direct then 'inverse'
      else 'published'
    end,
    (other_leg is not null)::integer * 4 + (not is_direct)::integer * 2 + (is_other_direct is false)::integer
$$;

-- A range of distances (logarithms) as text: `0.68 to 1 % below`, `0.2 % below to 3 % above`.
create or replace function describe_range(low float8, high float8)
returns text
language sql immutable parallel safe
as $$
  select case
    when high <= 0 then format('%s to %s below', near, far)
    when low >= 0 then format('%s to %s above', near, far)
    else format('%s below to %s above', in_percent(1 - exp(low)), in_percent(exp(high) - 1))
  end
  from (
    select round_significant((100 * least(below, above))::numeric, 2) as near, in_percent(greatest(below, above)) as far
    from (select abs(exp(low) - 1) as below, abs(exp(high) - 1) as above) it
  ) shares
$$;

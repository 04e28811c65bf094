-- The logarithm of what a dollar is in a currency, how many other banks say so, and how far they are apart (the median of their distances from it):
-- * what daily and weekly banks gave in the last ten days is fresh, where three or more have it and half of them are within 1 % of their median;
-- * otherwise it is the median of what all banks gave last, as long as that is not stale.
-- No row where none has it, or where they don't agree (half of them more than a tenth off).
create or replace function dollar_level(but_source text, of_currency text, wanted date)
returns table (level float8, banks bigint, spread float8, is_fresh boolean)
language sql stable
as $$
  with given as (
    select ln(rate::float8) as level, date > wanted - 10 and source = any(array(select code from sources where cadence in ('daily', 'weekly'))) as is_new
    from resolve_pair(null, 'USD', of_currency, wanted) resolved
    where date > wanted - stale_days()
      and source = any(array( -- to look for the pair at a bank takes far longer than to see that it had no rate of one of the two then
        select code from sources where code <> but_source and active and kind <> 'composite'
        intersect
        select source from series where 'USD' in (base, quote) and first_date <= wanted and last_date > wanted - stale_days()
        intersect
        select source from series where of_currency in (base, quote) and first_date <= wanted and last_date > wanted - stale_days()
      ))
  ), centred as (
    select percentile_cont(0.5) within group (order by level) as centre, count(*) as banks,
      percentile_cont(0.5) within group (order by level) filter (where is_new) as new_centre, count(*) filter (where is_new) as new_banks
    from given
  ), measured as (
    select centred.*, percentile_cont(0.5) within group (order by abs(level - centre)) as spread,
      percentile_cont(0.5) within group (order by abs(level - new_centre)) filter (where is_new) as new_spread
    from given
    cross join centred
    group by centre, banks, new_centre, new_banks
  )
  select case when is_fresh then new_centre else centre end, case when is_fresh then new_banks else banks end, case when is_fresh then new_spread else spread end, is_fresh
  from measured
  cross join lateral (select new_banks >= 3 and new_spread <= 0.01 as is_fresh) it
  where of_currency <> 'USD' and (is_fresh or spread <= 0.1)
  union all
  select 0, 1000, 0, true where of_currency = 'USD' -- no number of banks would say otherwise
$$;

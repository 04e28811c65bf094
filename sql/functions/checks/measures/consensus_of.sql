-- What other banks give for a pair in their newest table of the ten days up to a date: the median, how many they are, and how far they are
-- apart (the median of their distances from the median, as a logarithm). Sources that fix a rate for a month or longer and composites, which
-- are made of the others, have no say. No row where fewer than two have the pair, or where they don't agree (half of them more than 2.5 % off).
create or replace function consensus_of(but_source text, base_currency text, quote_currency text, wanted date)
returns table (median float8, banks bigint, spread float8)
language plpgsql stable set plan_cache_mode = force_generic_plan -- planned once a session: the callers would plan it for every load
as $$
#variable_conflict use_column
begin
  return query
  with given as (
    select ln(rate::float8) as level
    from resolve_pair(null, base_currency, quote_currency, wanted) resolved
    where date > wanted - 10
      and source = any(array( -- to look for the pair at a bank takes far longer than to see that it had no rate of one of the two then
        select code from sources where code <> but_source and active and kind <> 'composite' and cadence in ('daily', 'weekly')
        intersect
        select source from series where base_currency in (base, quote) and first_date <= wanted and last_date > wanted - 10
        intersect
        select source from series where quote_currency in (base, quote) and first_date <= wanted and last_date > wanted - 10
      ))
  ), centred as (
    select percentile_cont(0.5) within group (order by level) as centre, count(*) as banks
    from given
  )
  select exp(centre), banks, percentile_cont(0.5) within group (order by abs(level - centre))
  from given
  cross join centred
  group by centre, banks
  having banks >= 2 and percentile_cont(0.5) within group (order by abs(level - centre)) <= 0.025;
end $$;

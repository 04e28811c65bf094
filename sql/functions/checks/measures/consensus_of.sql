-- The consensus of other banks on a pair by their newest tables in the bank_days up to a date: the median, the number of banks, and the
-- spread (the median distance from the median, as a logarithm). Composites, and sources that fix a rate for a month or longer, don't count.
-- No row if fewer than two banks have the pair, or if the spread is more than 2.5 %.
create or replace function consensus_of(but_source text, base_currency text, quote_currency text, wanted date)
returns table (median float8, banks bigint, spread float8)
language plpgsql stable set plan_cache_mode = force_generic_plan -- callers would inline and plan it for every load
as $$
#variable_conflict use_column
declare
  max_spread constant float8 := setting('banks_spread');
  bank_days constant integer := setting('bank_days');
  min_banks constant float8 := setting('banks_least');
begin
  return query
  with given as (
    select ln(rate::float8) as level
    from resolve_pair(null, base_currency, quote_currency, wanted) resolved
    where date > wanted - bank_days
      -- resolving the pair at a bank takes far longer than finding that it has no current series with one of the two
      and source = any(array(
        select code from sources where code <> but_source and active and kind <> 'composite' and cadence in ('daily', 'weekly')
        intersect
        select source from series where base_currency in (base, quote) and first_date <= wanted and last_date > wanted - bank_days
        intersect
        select source from series where quote_currency in (base, quote) and first_date <= wanted and last_date > wanted - bank_days
      ))
  ), centred as (
    select percentile_cont(0.5) within group (order by level) as centre, count(*) as banks
    from given
  )
  select exp(centre), banks, percentile_cont(0.5) within group (order by abs(level - centre))
  from given
  cross join centred
  group by centre, banks
  having banks >= min_banks and percentile_cont(0.5) within group (order by abs(level - centre)) <= max_spread;
end $$;

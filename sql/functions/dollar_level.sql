-- The logarithm of what a dollar is in a currency: the median of what the other banks gave last, those that fix their rates for a month or longer
-- among them, as long as it is not stale. It is confirmed where they are two, certain where they are three or more, and close where they are five or
-- more and half of them within 2 %. No row where none has it, or where they don't agree (half of them more than a tenth off).
create or replace function dollar_level(but_source text, of_currency text, wanted date)
returns table (level float8, is_confirmed boolean, is_certain boolean, is_close boolean)
language sql stable
as $$
  with given as (
    select ln(rate::float8) as level
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
    select percentile_cont(0.5) within group (order by level) as centre, count(*) as banks
    from given
  )
  select centre, banks >= 2, banks >= 3, banks >= 5 and percentile_cont(0.5) within group (order by abs(level - centre)) <= 0.02
  from given
  cross join centred
  where of_currency <> 'USD'
  group by centre, banks
  having percentile_cont(0.5) within group (order by abs(level - centre)) <= 0.1
  union all
  select 0, true, true, true where of_currency = 'USD'
$$;
